/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builds and launches the tests' programs by NVIDIA's driver API. */
#include "run.h"

#include "launch.h"
#include "base/files.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POISON = 0xa5 };

CUmodule run_module(const struct run *r, const char *name, char **error) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s/%s.ptx", r->folder, r->architecture, name);
  char *ptx = clgroup_file_read(path, NULL);
  CUmodule module = NULL;
  if (!ptx)
    text_add(error, "there is no %s: prepare the folder again (tools/gpu-run --prepare)", path);
  else
    module = gpu_load(ptx, error);
  free(ptx);
  return module;
}

cl_program builder_build(struct builder *b, const struct source *source, char **log) {
  char name[32];
  *log = NULL;
  char *text = source_text(b, source, log);
  if (!text)
    return NULL;
  prepared_name(source, text, name);
  free(text);
  /* Not a cl_program: the tests only hand it back to this file. */
  return (cl_program)(void *)run_module(&run, name, log);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseProgram(cl_program program) {
  return cuda.cuModuleUnload((CUmodule)(void *)program) ? CL_INVALID_PROGRAM : CL_SUCCESS;
}

size_t launch_limit(const struct device *d, cl_program program, const char *kernel) {
  CUfunction function;
  int limit;
  (void)d;
  return cuda.cuModuleGetFunction(&function, (CUmodule)(void *)program, kernel) ||
                 cuda.cuFuncGetAttribute(&limit, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function)
             ? 0
             : (size_t)limit;
}

static bool buffer(CUdeviceptr *memory, const void *data, size_t size, char **error) {
  return CUDA(cuMemAlloc_v2, error, memory, size) && CUDA(cuMemcpyHtoD_v2, error, *memory, data, size);
}

static bool is_poison(const unsigned char *data, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (data[i] != POISON)
      return false;
  return true;
}

void *launch_run(const struct device *d, cl_program program, const struct shape *shape, const struct launch *l,
                 char **error) {
  size_t items = shape_items(shape), groups = shape_group_count(shape);
  size_t guard = LAUNCH_GUARD * l->out_bytes, payload = items * l->columns * l->out_bytes;
  size_t size = payload + 2 * guard;
  unsigned count = (unsigned)items, along[3], local[3];
  uint64_t local_offset = 0; /* of an argument in local memory, in the launch's shared memory */
  unsigned char *data = allocate(size);
  cl_uint *zeros = allocate(groups * sizeof *zeros);
  CUdeviceptr in = 0, out = 0, uniform = 0;
  CUfunction function;
  void *arguments[] = {&in, &out, &count, &uniform, &local_offset}, *result = NULL;
  (void)d;

  *error = NULL;
  memset(data, POISON, size);
  if (l->in_place)
    memcpy(data + guard, l->in, items * l->in_bytes);
  for (unsigned axis = 0; axis < 3; axis++) {
    local[axis] = (unsigned)shape->local[axis];
    along[axis] = (unsigned)(shape->global[axis] / shape->local[axis]);
  }
  bool good = CUDA(cuModuleGetFunction, error, &function, (CUmodule)(void *)program, l->kernel) &&
              (l->in_place || buffer(&in, l->in, items * l->in_bytes, error)) && buffer(&out, data, size, error) &&
              buffer(&uniform, l->uniform ? l->uniform : zeros, groups * sizeof *zeros, error) &&
              CUDA(cuLaunchKernel, error, function, along[0], along[1], along[2], local[0], local[1], local[2],
                   (unsigned)l->local_bytes, NULL, arguments + l->in_place, NULL) &&
              CUDA(cuCtxSynchronize, error) && CUDA(cuMemcpyDtoH_v2, error, data, out, size);
  if (good && !(is_poison(data, guard) && is_poison(data + guard + payload, guard))) {
    text_add(error, "a store outside the output: its guard words changed");
    good = false;
  }
  if (good) {
    result = allocate(payload);
    memcpy(result, data + guard, payload);
  }
  const CUdeviceptr buffers[] = {in, out, uniform};
  for (unsigned i = 0; i < 3; i++)
    if (buffers[i])
      cuda.cuMemFree_v2(buffers[i]);
  free(zeros);
  free(data);
  return result;
}
