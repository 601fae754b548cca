/* Runs a test's kernel over shapes of work-groups, and judges what each work-item got. */
#ifndef SUB_GROUP_JUDGE_H
#define SUB_GROUP_JUDGE_H

#include "device.h"
#include "functions.h"

/* `lanes`: of a full sub-group, whose members are neighbours by rank; 0: the driver chooses them, for each kernel. */
void sub_group_judge(const struct device *d, cl_program program, const struct test *t, const char *name, unsigned lanes,
                     bool full);

#endif
