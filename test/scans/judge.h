/* Runs one test over shapes of work-groups, and compares with what plain C makes of its inputs. */
#ifndef SCANS_JUDGE_H
#define SCANS_JUDGE_H

#include "device.h"
#include "kernels.h"

void scans_judge(const struct device *d, cl_program program, const struct op *op, const struct context *context,
                 const struct test *test, const char *name);

#endif
