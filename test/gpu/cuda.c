/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cuda.h"

#include "text.h"

#include <dlfcn.h>
#include <string.h>

struct cuda cuda;

static bool load(char **error) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    text_add(error, "NVIDIA's driver is not there: %s", dlerror());
    return false;
  }
  const struct {
    const char *name;
    void *member;
  } functions[] = {
#define CUDA_ROW(name, parameters) {#name, &cuda.name},
      CUDA_FUNCTIONS(CUDA_ROW)};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *function = dlsym(library, functions[i].name);
    if (!function) {
      text_add(error, "libcuda.so.1 has no %s: this driver is too old", functions[i].name);
      return false;
    }
    memcpy(functions[i].member, &function, sizeof function);
  }
  return true;
}

bool cuda_ok(CUresult result, const char *call, char **error) {
  const char *name = NULL;
  if (!result)
    return true;
  if (cuda.cuGetErrorName(result, &name) || !name)
    name = "an unknown error";
  text_add(error, "%s%s gives error %d, %s", *error ? "; " : "", call, result, name);
  return false;
}

bool gpu_open(struct gpu *g, char **error) {
  CUcontext context;
  bool good = load(error) && CUDA(cuInit, error, 0) && CUDA(cuDriverGetVersion, error, &g->driver) &&
              CUDA(cuDeviceGet, error, &g->device, 0) &&
              CUDA(cuDeviceGetName, error, g->name, sizeof g->name, g->device) &&
              CUDA(cuDeviceTotalMem_v2, error, &g->memory, g->device) &&
              CUDA(cuDeviceGetAttribute, error, &g->major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, g->device) &&
              CUDA(cuDeviceGetAttribute, error, &g->minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, g->device) &&
              CUDA(cuDeviceGetAttribute, error, &g->processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, g->device) &&
              CUDA(cuDevicePrimaryCtxRetain, error, &context, g->device) && CUDA(cuCtxSetCurrent, error, context);
  if (good && cuda.cuDeviceGetAttribute(&g->clock_khz, CU_DEVICE_ATTRIBUTE_CLOCK_RATE, g->device))
    g->clock_khz = 0;
  if (good && cuda.cuDeviceGetAttribute(&g->l2_bytes, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, g->device))
    g->l2_bytes = 0;
  return good;
}

void gpu_close(const struct gpu *g) {
  cuda.cuDevicePrimaryCtxRelease_v2(g->device);
}

CUmodule gpu_load(const char *ptx, char **error) {
  static char log[8192];
  int options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, (void *)sizeof log};
  CUmodule module;
  *log = 0;
  if (CUDA(cuModuleLoadDataEx, error, &module, ptx, 2, options, values))
    return module;
  if (*log)
    text_add(error, "\n%s", log);
  return NULL;
}
