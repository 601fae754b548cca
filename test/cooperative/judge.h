/* Runs a function's kernel over many shapes and compares each work-item's result; reports one test. */
#ifndef COOPERATIVE_JUDGE_H
#define COOPERATIVE_JUDGE_H

#include "functions.h"

#include "device.h"

void judge(const struct device *d, cl_program program, const struct group_kind *kind, const struct function *f,
           bool quick, const char *name);

#endif
