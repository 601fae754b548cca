/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/common/ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void ask_must(cl_int error, const char *call) {
  if (error)
    ask_failed(call, error);
}

static char *allocate(size_t size) {
  char *bytes = calloc(1, size + 1);
  if (!bytes)
    abort();
  return bytes;
}

/* Asks for the size, and then for the answer, by `call`, which has `bytes` and `size` for its last arguments. */
#define ANSWER(call)                                                                                                   \
  char *bytes = NULL;                                                                                                  \
  size_t length = 0, *size_ret = &length;                                                                              \
  ask_must(call, #call " for its size");                                                                               \
  bytes = allocate(length);                                                                                            \
  size_ret = NULL;                                                                                                     \
  if (length)                                                                                                          \
    ask_must(call, #call);                                                                                             \
  if (size)                                                                                                            \
    *size = length;                                                                                                    \
  return bytes

void *ask_program(cl_program program, cl_program_info what, size_t *size) {
  ANSWER(cl->clGetProgramInfo(program, what, length, bytes, size_ret));
}

void *ask_build(cl_program program, cl_device_id device, cl_program_build_info what, size_t *size) {
  ANSWER(cl->clGetProgramBuildInfo(program, device, what, length, bytes, size_ret));
}

void *ask_kernel(cl_kernel kernel, cl_kernel_info what, size_t *size) {
  ANSWER(cl->clGetKernelInfo(kernel, what, length, bytes, size_ret));
}

cl_build_status ask_status(cl_program program, cl_device_id device) {
  cl_build_status status = 77;
  ASK(status, clGetProgramBuildInfo, program, device, CL_PROGRAM_BUILD_STATUS);
  return status;
}

cl_program_binary_type ask_binary_type(cl_program program, cl_device_id device) {
  cl_program_binary_type type = 77;
  ASK(type, clGetProgramBuildInfo, program, device, CL_PROGRAM_BINARY_TYPE);
  return type;
}

cl_uint ask_references(cl_program program) {
  cl_uint count = 0;
  ASK(count, clGetProgramInfo, program, CL_PROGRAM_REFERENCE_COUNT);
  return count;
}

bool ask_is_of(cl_kernel kernel, cl_program program) {
  cl_program own = NULL;
  ASK(own, clGetKernelInfo, kernel, CL_KERNEL_PROGRAM);
  return own == program;
}

unsigned char *ask_binary(cl_program program, size_t *size) {
  *size = 0;
  ASK(*size, clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES);
  if (!*size)
    ask_failed("CL_PROGRAM_BINARY_SIZES of 0", CL_SUCCESS);
  unsigned char *binary = (unsigned char *)allocate(*size);
  ASK(binary, clGetProgramInfo, program, CL_PROGRAM_BINARIES);
  return binary;
}

cl_program ask_from_binary(cl_context context, cl_device_id device, const unsigned char *binary, size_t size) {
  cl_int status = 1, error = 1;
  cl_program program = cl->clCreateProgramWithBinary(context, 1, &device, &size, &binary, &status, &error);
  ask_must(error, "clCreateProgramWithBinary");
  ask_must(status, "clCreateProgramWithBinary's binary_status");
  return program;
}

static FILE *file;
static int standard_error;

void hear(void) {
  file = tmpfile();
  standard_error = dup(STDERR_FILENO);
  if (!file || standard_error < 0)
    exit(2);
  dup2(fileno(file), STDERR_FILENO);
}

const char *heard(void) {
  static char text[65536];
  dup2(standard_error, STDERR_FILENO);
  close(standard_error);
  rewind(file);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  return text;
}
