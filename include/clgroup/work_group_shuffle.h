/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup_work_group_shuffle: an exchange between the work-items of a work-group, through local memory that clgroup-cc allocates. OpenCL C
 * and C++ for OpenCL; clgroup-cc finds this header without -I.
 *
 *   T clgroup_work_group_shuffle(T x, uint rank)
 *
 * returns the x of the work-item of this rank, its linear local id, ((id 2 * size 1) + id 1) * size 0 + id 0. T is int, uint, long,
 * ulong, float, double or half.
 *
 *   - All work-items of the work-group must make the same call, as with barrier().
 *   - `rank` may differ between work-items; several may pass the same one. A rank that is not less than the number of work-items is
 *     undefined behaviour: a work-item that needs no value passes any rank that exists, and ignores the result.
 *   - Each call has one barrier (two in a loop with strategy serial), which orders local memory. Calls may follow each other without
 *     further barriers between them, in loops too: the memory is double-buffered.
 *   - The kernel gets 2 * N * sizeof(T) bytes of local memory for all its calls of the widest T together, where N is
 *     reqd_work_group_size or --max-work-group-size; on SPIR-V targets N * sizeof(T) for each call that is not in a loop, as far as there is
 *     room (docs/functions.md). Larger work-groups get right results too, in chunks of that memory, with two barriers
 *     for each chunk.
 *   - No sub-groups are needed: every device has it.
 *
 * If kernels may also use sub-groups and their shuffles, on GPU targets and with strategies subgroup and vector, clgroup-cc defines
 * __clgroup_sub_groups. */
#ifndef CLGROUP_WORK_GROUP_SHUFFLE_H
#define CLGROUP_WORK_GROUP_SHUFFLE_H

#define CLGROUP_SHUFFLE_OF(__T) __T __attribute__((__overloadable__, __convergent__)) clgroup_work_group_shuffle(__T __x, uint __rank);
CLGROUP_SHUFFLE_OF(int)
CLGROUP_SHUFFLE_OF(uint)
CLGROUP_SHUFFLE_OF(long)
CLGROUP_SHUFFLE_OF(ulong)
CLGROUP_SHUFFLE_OF(float)
#if defined(cl_khr_fp64) || defined(__opencl_c_fp64)
CLGROUP_SHUFFLE_OF(double)
#endif
#ifdef cl_khr_fp16
/* It stays enabled: the program may have done so before the inclusion, and operator.h has it on half. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
CLGROUP_SHUFFLE_OF(half)
#endif
#undef CLGROUP_SHUFFLE_OF

#endif
