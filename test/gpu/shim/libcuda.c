/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libcuda.so.1 for a test without a GPU: the driver API as gpu-run uses it, by the executor of test/simt. In place of
 * PTX it runs the LLVM bitcode that `tools/gpu-run --prepare DIR --bitcode` puts beside it; CLGROUP_GPU_PREPARED names
 * DIR, and a module's first line its file there. */
#include "../cuda.h"

#include "base/files.h"
#include "simt/simt.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  SUCCESS = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  INVALID_PTX = 218,
  NOT_FOUND = 500,
  LAUNCH_FAILED = 719,
};

enum { BUFFERS = 64 };
static struct simt_buffer buffers[BUFFERS];

struct CUmod_st {
  struct simt_module *module;
  struct CUfunc_st *functions; /* one for each kernel */
};
struct CUfunc_st {
  const struct simt_module *module;
  const struct simt_kernel *kernel;
};
struct CUevent_st {
  struct timespec at;
};

static const struct simt_target target = {.name = "nvptx64 sm_80", .lanes = 32};
static unsigned launches;

CUresult cuInit(unsigned flags) {
  return flags ? INVALID_VALUE : SUCCESS;
}

CUresult cuDriverGetVersion(int *version) {
  *version = 12000;
  return SUCCESS;
}

CUresult cuGetErrorName(CUresult error, const char **text) {
  *text = error == INVALID_PTX     ? "CUDA_ERROR_INVALID_PTX"
          : error == LAUNCH_FAILED ? "CUDA_ERROR_LAUNCH_FAILED"
          : error == NOT_FOUND     ? "CUDA_ERROR_NOT_FOUND"
          : error == OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY"
                                   : "CUDA_ERROR_INVALID_VALUE";
  return SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  *device = ordinal;
  return ordinal ? INVALID_VALUE : SUCCESS;
}

CUresult cuDeviceGetName(char *name, int size, CUdevice device) {
  (void)device;
  snprintf(name, (size_t)size, "clgroup executor");
  return SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device) {
  (void)device;
  *value = attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR ? 8 : 0;
  return SUCCESS;
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device) {
  (void)device;
  *bytes = (size_t)1 << 30;
  return SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  (void)device;
  *context = NULL;
  return SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  (void)device;
  return SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  (void)context;
  return SUCCESS;
}

/* Launches have ended when they return. */
CUresult cuCtxSynchronize(void) {
  return SUCCESS;
}

/* The bitcode that belongs to PTX whose first line is "// sm_80/NAME"; NULL: there is none. */
static char *bitcode_of(const char *ptx, size_t *size) {
  const char *folder = getenv("CLGROUP_GPU_PREPARED");
  char path[1024];
  if (!folder || strncmp(ptx, "// ", 3))
    return NULL;
  snprintf(path, sizeof path, "%s/%.*s.bc", folder, (int)strcspn(ptx, "\n") - 3, ptx + 3);
  return clgroup_file_read(path, size);
}

static void write_log(const char *text, unsigned count, const int *options, void *const *values) {
  char *log = NULL;
  size_t size = 0;
  for (unsigned i = 0; i < count; i++)
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER)
      log = values[i];
    else if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
      size = (size_t)(uintptr_t)values[i];
  if (log && size)
    snprintf(log, size, "%s", text);
}

CUresult cuModuleLoadDataEx(CUmodule *result, const void *image, unsigned count, int *options, void **values) {
  size_t size;
  char *log = NULL, *bitcode = bitcode_of(image, &size);
  if (!bitcode) {
    write_log("the executor finds no bitcode beside this PTX", count, options, values);
    return NOT_FOUND;
  }
  struct simt_module *module = simt_module_load(&target, bitcode, size, &log);
  free(bitcode);
  if (!module) {
    write_log(log, count, options, values);
    free(log);
    return INVALID_PTX;
  }
  *result = malloc(sizeof **result);
  struct CUfunc_st *functions = calloc(module->kernel_count + 1, sizeof *functions);
  if (!*result || !functions)
    abort();
  for (unsigned i = 0; i < module->kernel_count; i++)
    functions[i] = (struct CUfunc_st){module, &module->kernels[i]};
  **result = (struct CUmod_st){module, functions};
  return SUCCESS;
}

CUresult cuModuleUnload(CUmodule module) {
  simt_module_free(module->module);
  free(module->functions);
  free(module);
  return SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
  for (unsigned i = 0; i < module->module->kernel_count; i++)
    if (!strcmp(module->module->kernels[i].name, name)) {
      *function = &module->functions[i];
      return SUCCESS;
    }
  return NOT_FOUND;
}

CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction function) {
  const unsigned *required = function->kernel->required;
  *value = required[0] ? (int)(required[0] * required[1] * required[2]) : SIMT_MAX_ITEMS;
  return attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? SUCCESS : INVALID_VALUE;
}

CUresult cuMemAlloc_v2(CUdeviceptr *memory, size_t size) {
  for (unsigned i = 0; size && i < BUFFERS; i++)
    if (!buffers[i].data) {
      buffers[i] = (struct simt_buffer){aligned_alloc(256, (size + 255) / 256 * 256), size, calloc(1, size)};
      if (!buffers[i].data || !buffers[i].written)
        return OUT_OF_MEMORY;
      *memory = (uintptr_t)buffers[i].data;
      return SUCCESS;
    }
  return size ? OUT_OF_MEMORY : INVALID_VALUE;
}

/* The buffer that begins at this address. */
static struct simt_buffer *buffer_at(CUdeviceptr memory) {
  for (unsigned i = 0; i < BUFFERS; i++)
    if (buffers[i].data && (uintptr_t)buffers[i].data == memory)
      return &buffers[i];
  return NULL;
}

CUresult cuMemFree_v2(CUdeviceptr memory) {
  struct simt_buffer *b = buffer_at(memory);
  if (!b)
    return INVALID_VALUE;
  free(b->data);
  free(b->written);
  *b = (struct simt_buffer){0};
  return SUCCESS;
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t size) {
  struct simt_buffer *b = buffer_at(to);
  if (!b || size > b->bytes)
    return INVALID_VALUE;
  memcpy(b->data, from, size);
  memset(b->written, 1, size);
  return SUCCESS;
}

CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t size) {
  const struct simt_buffer *b = buffer_at(from);
  if (!b || size > b->bytes)
    return INVALID_VALUE;
  memcpy(to, b->data, size);
  return SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned groups_x, unsigned groups_y, unsigned groups_z, unsigned size_x,
                        unsigned size_y, unsigned size_z, unsigned shared, CUstream stream, void **arguments,
                        void **extra) {
  const struct simt_kernel *kernel = function->kernel;
  const unsigned size[3] = {size_x, size_y, size_z};
  struct simt_launch launch = {
      .module = function->module,
      .kernel = kernel,
      .groups = {groups_x, groups_y, groups_z},
      .size = {size_x, size_y, size_z},
      .items = {(size_t)groups_x * size_x, (size_t)groups_y * size_y, (size_t)groups_z * size_z},
      .shared = shared,
      .seed = ++launches};
  if (stream || extra || (size_t)size_x * size_y * size_z > SIMT_MAX_ITEMS)
    return INVALID_VALUE;
  for (unsigned axis = 0; axis < 3; axis++)
    if (kernel->required[0] && kernel->required[axis] != size[axis])
      return INVALID_VALUE;
  for (unsigned i = 0; i < kernel->count; i++)
    if (kernel->arguments[i].kind == SIMT_BUFFER) {
      CUdeviceptr memory;
      memcpy(&memory, arguments[i], sizeof memory);
      launch.arguments[i].buffer = buffer_at(memory);
      if (memory && !launch.arguments[i].buffer)
        return INVALID_VALUE;
    } else {
      launch.arguments[i].value = arguments[i];
    }
  const char *wrong = simt_run(&launch);
  if (wrong)
    fprintf(stderr, "the executor, kernel %s: %s\n", kernel->name, wrong);
  return wrong ? LAUNCH_FAILED : SUCCESS;
}

CUresult cuEventCreate(CUevent *event, unsigned flags) {
  *event = calloc(1, sizeof **event);
  return flags ? INVALID_VALUE : *event ? SUCCESS : OUT_OF_MEMORY;
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  clock_gettime(CLOCK_MONOTONIC, &event->at);
  return stream ? INVALID_VALUE : SUCCESS;
}

CUresult cuEventSynchronize(CUevent event) {
  (void)event;
  return SUCCESS;
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to) {
  *milliseconds =
      (float)((double)(to->at.tv_sec - from->at.tv_sec) * 1e3 + (double)(to->at.tv_nsec - from->at.tv_nsec) / 1e6);
  return SUCCESS;
}

CUresult cuEventDestroy_v2(CUevent event) {
  free(event);
  return SUCCESS;
}
