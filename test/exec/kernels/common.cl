// What every kernel of the tests stands on. The test program puts before this: GUARD, and what a file says it needs.

#ifdef HAVE_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#ifdef HAVE_HALF
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

#ifndef KERNEL
#define KERNEL kernel
#endif
#define LOCAL local // of a variable: the host has another word for those (host.c)

// Where this work-item reads and writes: its linear global id. The host knows which rank of which work-group it is.
uint item(void);
uint item(void) {
  return (uint)((get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0));
}

uint group(void);
uint group(void) {
  return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0));
}

// The documented rank, worked out here once more, for kernels whose operands depend on it.
uint rank(void);
uint rank(void) {
  return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0));
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
