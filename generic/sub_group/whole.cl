// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The core reduces and scans, which all work-items of a sub-group call, for the types that work-group functions have. Those
 * of 8- and 16-bit integers are in functions.cl.
 *
 * They use the same functions as strategy subgroup (work_group/subgroup/sub_group.inc), and so the target's best instructions
 * for a whole sub-group. None of them uses a barrier or local memory. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#include <names.h>
#include <rank.h>
#include <scratch.h>
#include <facts.h>
#include <work_group/subgroup/layout.h>
#include <work_group/subgroup/word.h>

#define CLGROUP_TYPE_BODY <sub_group/whole_type.inc>
#define CLGROUP_NO_SMALL
#include <types.inc>
