/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stacks for PoCL's threads.
 *
 * PoCL keeps what a work-item needs behind a barrier on the stack of the thread that runs its work-group, an element
 * for each work-item, and its threads have the usual 8 MiB: 2 KiB for each of 4096 work-items. Kernels that clgroup-cc
 * gives a single barrier may need twice as much (docs/drivers.md). PoCL makes its threads in the first call of
 * clGetDeviceIDs or clCreateContextFromType, in the thread that calls. The size is the whole process's, so it is
 * changed only where that is the only thread: an application that has others before it comes to OpenCL keeps the usual
 * stacks, its own and PoCL's. */
#ifndef CLGROUP_LAYER_STACKS_H
#define CLGROUP_LAYER_STACKS_H

#include <stddef.h>

#include "layer/base/cl.h"

/* If the platform is PoCL, or NULL, which may be PoCL, gives the threads that are made from now on large stacks. These
 * take up addresses; memory only where they are used. Returns the former size in bytes, for clgroup_stacks_restore().
 * 0: nothing was changed, because stacks are as large already, there are other threads, the address space is limited,
 * or mlockall() has locked all memory. */
size_t clgroup_stacks_enlarge(cl_platform_id platform);

/* Undoes it; `usual` may be 0. */
void clgroup_stacks_restore(size_t usual);

#endif
