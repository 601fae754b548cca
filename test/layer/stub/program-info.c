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
  cl_uint number = 0;
  cl_device_id devices[STUB_DEVICES];
  size_t sizes[STUB_DEVICES];
  unsigned char *binaries[STUB_DEVICES] = {0};
  const struct stub_unit *unit = stub_executable(p);
  size_t kernels = 0;
  char names[2048] = "";
  if (unit)
    for (STUB_EACH_NAME(at, unit, 'K'))
      snprintf(names + strlen(names), sizeof names - strlen(names), "%s%.*s", kernels++ ? ";" : "", STUB_PRINTED(at));
  for (unsigned i = 0; i < p->device_count; i++)
    devices[i] = stub_device(p->devices[i]);
  switch (what) {
  case CL_PROGRAM_REFERENCE_COUNT:
    number = p->object.references;
    return stub_answer(&number, sizeof number, size, where, size_ret);
  case CL_PROGRAM_CONTEXT:
    return stub_answer(&p->context, sizeof p->context, size, where, size_ret);
  case CL_PROGRAM_NUM_DEVICES:
    number = p->device_count;
    return stub_answer(&number, sizeof number, size, where, size_ret);
  case CL_PROGRAM_DEVICES:
    return stub_answer(devices, p->device_count * sizeof *devices, size, where, size_ret);
  case CL_PROGRAM_SOURCE:
    return stub_answer_text(p->source, size, where, size_ret);
  case CL_PROGRAM_IL:
    return stub_answer(p->il ? p->il : "", p->il_size, size, where, size_ret);
  case CL_PROGRAM_NUM_KERNELS:
    return unit ? stub_answer(&kernels, sizeof kernels, size, where, size_ret) : CL_INVALID_PROGRAM_EXECUTABLE;
  case CL_PROGRAM_KERNEL_NAMES:
    return unit ? stub_answer_text(names, size, where, size_ret) : CL_INVALID_PROGRAM_EXECUTABLE;
  case CL_PROGRAM_BINARY_SIZES:
  case CL_PROGRAM_BINARIES:
    for (unsigned i = 0; i < p->device_count; i++) {
      const struct build *b = &p->builds[p->devices[i]];
      sizes[i] = 0;
      if (b->type != CL_PROGRAM_BINARY_TYPE_NONE)
        binaries[i] = stub_write_binary(b, &sizes[i]);
      if (what == CL_PROGRAM_BINARIES && where && size >= p->device_count * sizeof(char *) && binaries[i] &&
          ((unsigned char **)where)[i])
        memcpy(((unsigned char **)where)[i], binaries[i], sizes[i]);
      free(binaries[i]);
    }
    if (what == CL_PROGRAM_BINARY_SIZES)
      return stub_answer(sizes, p->device_count * sizeof *sizes, size, where, size_ret);
    if (size_ret)
      *size_ret = p->device_count * sizeof(char *);
    return where && size < p->device_count * sizeof(char *) ? CL_INVALID_VALUE : CL_SUCCESS;
  default:
    return CL_INVALID_VALUE;
  }
}

cl_int stub_clGetProgramBuildInfo(cl_program handle, cl_device_id device, cl_program_build_info what, size_t size,
                                  void *where, size_t *size_ret) {
  const struct program *p = stub_find(STUB_PROGRAM, handle);
  const int index = stub_device_index(device);
  if (!p || !stub_has_device(p, index))
    return p ? CL_INVALID_DEVICE : CL_INVALID_PROGRAM;
  const struct build *b = &p->builds[index];
  switch (what) {
  case CL_PROGRAM_BUILD_STATUS:
    return stub_answer(&b->status, sizeof b->status, size, where, size_ret);
  case CL_PROGRAM_BINARY_TYPE:
    return stub_answer(&b->type, sizeof b->type, size, where, size_ret);
  case CL_PROGRAM_BUILD_OPTIONS:
    return stub_answer_text(b->options, size, where, size_ret);
  case CL_PROGRAM_BUILD_LOG:
    return stub_answer_text(b->log, size, where, size_ret);
  default:
    return CL_INVALID_VALUE;
  }
}
