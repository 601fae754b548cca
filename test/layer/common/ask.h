/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the layer's tests, on the stub driver and on real ones, ask of OpenCL's objects. */
#ifndef LAYER_COMMON_ASK_H
#define LAYER_COMMON_ASK_H

#include "layer/base/cl.h"

#include <stdbool.h>

/* Each program of tests defines these two: how it reaches OpenCL, of which this calls queries and
 * clCreateProgramWithBinary; and what becomes of a call that does not give what it must. */
extern const cl_icd_dispatch *cl;
void ask_failed(const char *call, cl_int error);

/* Asks for what `value` holds, of its size: ASK(count, clGetProgramInfo, program, CL_PROGRAM_NUM_KERNELS). */
#define ASK(value, function, ...)                                                                                      \
  ask_must(cl->function(__VA_ARGS__, sizeof(value), &(value), NULL), #function "(" #__VA_ARGS__ ")")
void ask_must(cl_int error, const char *call);

/* A string, or an array of handles, with a zero behind it, for free(); *size may be NULL. */
void *ask_program(cl_program program, cl_program_info what, size_t *size);
void *ask_build(cl_program program, cl_device_id device, cl_program_build_info what, size_t *size);
void *ask_kernel(cl_kernel kernel, cl_kernel_info what, size_t *size);

cl_build_status ask_status(cl_program program, cl_device_id device);
cl_program_binary_type ask_binary_type(cl_program program, cl_device_id device);
cl_uint ask_references(cl_program program);
/* Is the kernel of this program? */
bool ask_is_of(cl_kernel kernel, cl_program program);

/* The binary for the one device of the program, for free(); and a program from one. */
unsigned char *ask_binary(cl_program program, size_t *size);
cl_program ask_from_binary(cl_context context, cl_device_id device, const unsigned char *binary, size_t size);

/* Keeps what the layer prints on standard error, from now until heard() returns it, in a text that lives until the next
 * one. */
void hear(void);
const char *heard(void);

#endif
