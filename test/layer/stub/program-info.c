/* What a program says of itself. */
#include "programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_int program_info(struct program *p, cl_program_info what, size_t size, void *where, size_t *size_ret) {
  cl_uint number = 0;
  cl_device_id devices[STUB_DEVICES];
  size_t sizes[STUB_DEVICES];
  unsigned char *binaries[STUB_DEVICES] = {0};
  const struct stub_unit *unit = NULL;
  for (unsigned i = 0; i < p->device_count; i++) {
    struct build *b = &p->builds[p->devices[i]];
    devices[i] = stub_device(p->devices[i]);
    if (!unit && b->status == CL_BUILD_SUCCESS && b->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
      unit = &b->unit;
  }
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
    if (!p->il) {
      if (size_ret)
        *size_ret = 0;
      return CL_SUCCESS;
    }
    return stub_answer(p->il, p->il_size, size, where, size_ret);
  case CL_PROGRAM_NUM_KERNELS: {
    size_t count = unit ? unit->kernels.count : 0;
    return unit ? stub_answer(&count, sizeof count, size, where, size_ret) : CL_INVALID_PROGRAM_EXECUTABLE;
  }
  case CL_PROGRAM_KERNEL_NAMES: {
    char names[1024] = "";
    if (!unit)
      return CL_INVALID_PROGRAM_EXECUTABLE;
    for (size_t i = 0; i < unit->kernels.count; i++)
      snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? ";" : "", unit->kernels.at[i]);
    return stub_answer_text(names, size, where, size_ret);
  }
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

cl_int stub_clGetProgramInfo(cl_program handle, cl_program_info what, size_t size, void *where, size_t *size_ret) {
  stub_lock();
  struct program *p = stub_find(STUB_PROGRAM, handle);
  cl_int result = p ? program_info(p, what, size, where, size_ret) : CL_INVALID_PROGRAM;
  stub_unlock();
  return result;
}

cl_int stub_clGetProgramBuildInfo(cl_program handle, cl_device_id device, cl_program_build_info what, size_t size,
                                  void *where, size_t *size_ret) {
  cl_int result = CL_INVALID_VALUE;
  int index = stub_device_index(device);
  stub_lock();
  struct program *p = stub_find(STUB_PROGRAM, handle);
  struct build *b = p && index >= 0 ? &p->builds[index] : NULL;
  bool its = false;
  for (unsigned i = 0; p && i < p->device_count; i++)
    its |= (int)p->devices[i] == index;
  if (!p)
    result = CL_INVALID_PROGRAM;
  else if (!its)
    result = CL_INVALID_DEVICE;
  else if (what == CL_PROGRAM_BUILD_STATUS)
    result = stub_answer(&b->status, sizeof b->status, size, where, size_ret);
  else if (what == CL_PROGRAM_BINARY_TYPE)
    result = stub_answer(&b->type, sizeof b->type, size, where, size_ret);
  else if (what == CL_PROGRAM_BUILD_OPTIONS)
    result = stub_answer_text(b->options, size, where, size_ret);
  else if (what == CL_PROGRAM_BUILD_LOG)
    result = stub_answer_text(b->log, size, where, size_ret);
  stub_unlock();
  return result;
}
