/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The OpenCL device under test and what it can do. */
#ifndef EXEC_DEVICE_H
#define EXEC_DEVICE_H

#include <CL/cl.h>
#include <stdbool.h>

struct device {
  cl_platform_id platform;
  cl_device_id id;
  cl_context context;
  cl_command_queue queue;
  char platform_name[128], name[128], driver[128] /* its version */, version[128], c_version[128];
  char il_version[256]; /* empty: takes no SPIR-V */
  /* Of clgroup-cc, for NVIDIA's devices and the executor's (test/simt); else empty. */
  char target[32], march[32], option[32];
  bool takes_ptx; /* NVIDIA's; the executor takes bitcode */
  char *extensions;
  unsigned opencl; /* 120, 200, 300: the OpenCL version times 100 */
  size_t max_work_group_size, max_work_item_sizes[3];
  cl_ulong local_memory;
  cl_uint max_sub_groups, address_bits;
  unsigned sub_group_sizes; /* that kernels may ask for: the sum of the powers of two */
  bool fp16, fp64, non_uniform, has_functions;
  bool denormals_float, denormals_half, denormals_double;
};

/* Prints every platform and device. Returns the number of devices. */
unsigned device_list(void);

/* Opens the first device whose platform's name holds `platform` and whose own name holds `device`, or whose index in
 * its platform it is; NULL or "" fits all. Returns whether there is one; else says what is wrong on stderr. */
bool device_open(struct device *d, const char *platform, const char *device);
void device_close(struct device *d);

/* Whether the space-separated list of extensions holds this very name. */
bool device_has(const struct device *d, const char *extension);
/* Whether the device takes SPIR-V of this version, 12 for 1.2. */
bool device_takes_spirv(const struct device *d, unsigned version);

/* The lanes of a full sub-group on NVIDIA's devices and the executor's; 0 on others, whose drivers choose. */
unsigned device_lanes(const struct device *d);

/* The value of clgroup-cc --driver= for the device, from the layer's table. */
const char *device_compiler_driver(const struct device *d);

#endif
