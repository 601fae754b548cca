/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The part of NVIDIA's driver API that the tests use, declared here, since no toolkit need be installed, and loaded
 * when the program runs: libcuda.so.1 comes with the driver. */
#ifndef CLGROUP_GPU_CUDA_H
#define CLGROUP_GPU_CUDA_H

#include <stdbool.h>
#include <stddef.h>

typedef int CUresult, CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUevent_st *CUevent;
typedef struct CUstream_st *CUstream;

enum {
  CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
  CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
};
enum { CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0 };
enum { CU_JIT_ERROR_LOG_BUFFER = 5, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6 };

/* Name and parameters; each returns a CUresult. The names are the library's symbols. */
#define CUDA_FUNCTIONS(X)                                                                                              \
  X(cuInit, (unsigned flags))                                                                                          \
  X(cuDriverGetVersion, (int *version))                                                                                \
  X(cuGetErrorName, (CUresult error, const char **text))                                                               \
  X(cuDeviceGet, (CUdevice * device, int ordinal))                                                                     \
  X(cuDeviceGetName, (char *name, int size, CUdevice device))                                                          \
  X(cuDeviceGetAttribute, (int *value, int attribute, CUdevice device))                                                \
  X(cuDeviceTotalMem_v2, (size_t * bytes, CUdevice device))                                                            \
  X(cuDevicePrimaryCtxRetain, (CUcontext * context, CUdevice device))                                                  \
  X(cuDevicePrimaryCtxRelease_v2, (CUdevice device))                                                                   \
  X(cuCtxSetCurrent, (CUcontext context))                                                                              \
  X(cuCtxSynchronize, (void))                                                                                          \
  X(cuModuleLoadDataEx, (CUmodule * module, const void *image, unsigned count, int *options, void **values))           \
  X(cuModuleUnload, (CUmodule module))                                                                                 \
  X(cuModuleGetFunction, (CUfunction * function, CUmodule module, const char *name))                                   \
  X(cuFuncGetAttribute, (int *value, int attribute, CUfunction function))                                              \
  X(cuMemAlloc_v2, (CUdeviceptr * memory, size_t size))                                                                \
  X(cuMemFree_v2, (CUdeviceptr memory))                                                                                \
  X(cuMemcpyHtoD_v2, (CUdeviceptr to, const void *from, size_t size))                                                  \
  X(cuMemcpyDtoH_v2, (void *to, CUdeviceptr from, size_t size))                                                        \
  X(cuLaunchKernel,                                                                                                    \
    (CUfunction function, unsigned groups_x, unsigned groups_y, unsigned groups_z, unsigned size_x, unsigned size_y,   \
     unsigned size_z, unsigned shared, CUstream stream, void **arguments, void **extra))                               \
  X(cuEventCreate, (CUevent * event, unsigned flags))                                                                  \
  X(cuEventRecord, (CUevent event, CUstream stream))                                                                   \
  X(cuEventSynchronize, (CUevent event))                                                                               \
  X(cuEventElapsedTime, (float *milliseconds, CUevent from, CUevent to))                                               \
  X(cuEventDestroy_v2, (CUevent event))

/* Declared for the tests' own libcuda.so.1 (shim/), which must fit. */
#define CUDA_DECLARE(name, parameters) CUresult name parameters;
CUDA_FUNCTIONS(CUDA_DECLARE)
#undef CUDA_DECLARE

struct cuda {
#define CUDA_MEMBER(name, parameters) CUresult(*name) parameters;
  CUDA_FUNCTIONS(CUDA_MEMBER)
#undef CUDA_MEMBER
};
extern struct cuda cuda;

/* The GPU in use. */
struct gpu {
  CUdevice device;
  char name[128];
  int driver; /* the CUDA version of the driver: 13020 is 13.2 */
  int major, minor, processors;
  int clock_khz, l2_bytes; /* 0: the driver does not say */
  size_t memory;
};

/* Opens the first GPU. Returns false with *error set to what is wrong and what to do, to be freed by the caller. */
bool gpu_open(struct gpu *g, char **error);
void gpu_close(const struct gpu *g);

/* Whether a call succeeded; else adds its name and the driver's name of the error to *error. */
bool cuda_ok(CUresult result, const char *call, char **error);
/* cuda_ok of a call of the driver API: CUDA(cuMemFree_v2, error, memory). */
#define CUDA(function, error, ...) cuda_ok(cuda.function(__VA_ARGS__), #function, error)

/* Compiles PTX for the GPU; NULL with *error set, which holds the driver's own messages. */
CUmodule gpu_load(const char *ptx, char **error);

#endif
