/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a program says of itself. */
#include "programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cl_int stub_clGetProgramInfo(cl_program handle, cl_program_info what, size_t size, void *where, size_t *size_ret) {
  const struct program *p = stub_find(STUB_PROGRAM, handle);
  if (!p)
    return CL_INVALID_PROGRAM;
  const struct stub_unit *unit = stub_executable(p);
  const cl_uint references = p->object.references;
  const size_t count = p->device_count;
  cl_device_id devices[STUB_DEVICES];
  size_t sizes[STUB_DEVICES] = {0}, kernels = 0;
  char names[2048] = "";
  if (unit)
    for (STUB_EACH_NAME(at, unit, 'K'))
      snprintf(names + strlen(names), sizeof names - strlen(names), "%s%.*s", kernels++ ? ";" : "", STUB_PRINTED(at));
  if (!unit && (what == CL_PROGRAM_NUM_KERNELS || what == CL_PROGRAM_KERNEL_NAMES))
    return CL_INVALID_PROGRAM_EXECUTABLE;
  const bool copies = what == CL_PROGRAM_BINARIES && where && size >= count * sizeof(char *);
  for (unsigned i = 0; i < count; i++) {
    const struct build *b = &p->builds[p->devices[i]];
    unsigned char *binary = b->type == CL_PROGRAM_BINARY_TYPE_NONE ? NULL : stub_write_binary(b, &sizes[i]);
    if (copies && binary && ((unsigned char **)where)[i])
      memcpy(((unsigned char **)where)[i], binary, sizes[i]);
    free(binary);
    devices[i] = stub_device(p->devices[i]);
  }
  if (copies)
    where = NULL; /* it holds the application's pointers, and keeps them */
  return STUB_ANSWER_OF(
      {CL_PROGRAM_REFERENCE_COUNT, STUB_VALUE(references)}, {CL_PROGRAM_CONTEXT, STUB_VALUE(p->context)},
      {CL_PROGRAM_NUM_DEVICES, STUB_VALUE(p->device_count)}, {CL_PROGRAM_DEVICES, devices, count * sizeof *devices},
      {CL_PROGRAM_SOURCE, STUB_TEXT(p->source)}, {CL_PROGRAM_IL, p->il ? p->il : "", p->il_size},
      {CL_PROGRAM_NUM_KERNELS, STUB_VALUE(kernels)}, {CL_PROGRAM_KERNEL_NAMES, STUB_TEXT(names)},
      {CL_PROGRAM_BINARY_SIZES, sizes, count * sizeof *sizes}, {CL_PROGRAM_BINARIES, sizes, count * sizeof(char *)});
}

cl_int stub_clGetProgramBuildInfo(cl_program handle, cl_device_id device, cl_program_build_info what, size_t size,
                                  void *where, size_t *size_ret) {
  const struct program *p = stub_find(STUB_PROGRAM, handle);
  const int index = stub_device_index(device);
  if (!p || !stub_has_device(p, index))
    return p ? CL_INVALID_DEVICE : CL_INVALID_PROGRAM;
  const struct build *b = &p->builds[index];
  return STUB_ANSWER_OF({CL_PROGRAM_BUILD_STATUS, STUB_VALUE(b->status)}, {CL_PROGRAM_BINARY_TYPE, STUB_VALUE(b->type)},
                        {CL_PROGRAM_BUILD_OPTIONS, STUB_TEXT(b->options)}, {CL_PROGRAM_BUILD_LOG, STUB_TEXT(b->log)});
}
