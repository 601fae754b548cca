// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The reduces and scans of OpenCL C that all work-items of a sub-group call, for the types that work-group functions have.
 *
 * They and strategy subgroup are made of the same functions (work_group/subgroup/sub_group.inc), which take the target's best
 * instructions for a whole sub-group. functions.cl has those of 8- and 16-bit integers.
 *
 * No barriers, no local memory. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#include <names.h>
#include <rank.h>
#include <scratch.h>
#include <facts.h>
#include <work_group/subgroup/layout.h>
#include <work_group/subgroup/word.h>

#define CLGROUP_TYPE_BODY <sub_group/whole_type.inc>
#include <types.inc>
