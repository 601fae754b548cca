// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The device library: one translation unit per target and strategy. CLGROUP_STRATEGY is one of work_group/strategy.h.
 *
 * Every include is in angle brackets: a target's folder comes before generic/ in the search path, so a file there at the
 * same path replaces the one here. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#include <names.h>
#include <work_group/strategy.h>
#include <scratch.h>
#include <rank.h>

#define CLGROUP_TYPE_BODY <work_group/type.inc>
#include <types.inc>

#include CLGROUP_STRATEGY_FILE(vote)
