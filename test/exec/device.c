/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* strcasestr */
#include "device.h"

#include "layer/decide/drivers.h"
#include "base/list.h"
#include "tool/devices.h"

#include <CL/cl_ext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool device_has(const struct device *d, const char *extension) {
  return clgroup_list_has(d->extensions, extension);
}

bool device_takes_spirv(const struct device *d, unsigned version) {
  char name[32];
  snprintf(name, sizeof name, "SPIR-V_%u.%u", version / 10, version % 10);
  return clgroup_list_has(d->il_version, name);
}

unsigned device_lanes(const struct device *d) {
  unsigned generation = 0;
  if (!*d->target)
    return 0;
  if (!strcmp(d->target, "nvptx64"))
    return 32;
  sscanf(d->march, "gfx%2u", &generation);
  return generation >= 10 && generation <= 12 && !strstr(d->option, "size64") ? 32 : 64;
}

static bool keeps_denormals(const struct device *d, cl_device_info type) {
  cl_device_fp_config config = 0;
  clGetDeviceInfo(d->id, type, sizeof config, &config, NULL);
  return config & CL_FP_DENORM;
}

/* Reads what the device says of itself; a query that it does not know leaves zero. */
static bool describe(struct device *d) {
  size_t size = 0;
  unsigned major = 0, minor = 0;
  cl_bool flag = CL_FALSE;
  clGetPlatformInfo(d->platform, CL_PLATFORM_NAME, sizeof d->platform_name, d->platform_name, NULL);
  clGetDeviceInfo(d->id, CL_DEVICE_NAME, sizeof d->name, d->name, NULL);
  if (!strcmp(d->platform_name, "clgroup executor"))
    sscanf(d->name, "%31s %31s %31s", d->target, d->march, d->option);
  d->takes_ptx = !strncmp(d->platform_name, "NVIDIA", 6);
  if (d->takes_ptx) {
    /* PTX runs on newer architectures too; sm_80 has all instructions that the library uses. */
    cl_uint major_number = 0, minor_number = 0;
    clGetDeviceInfo(d->id, CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV, sizeof major_number, &major_number, NULL);
    clGetDeviceInfo(d->id, CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV, sizeof minor_number, &minor_number, NULL);
    snprintf(d->target, sizeof d->target, "nvptx64");
    snprintf(d->march, sizeof d->march, major_number >= 8 ? "sm_80" : minor_number >= 5 ? "sm_75" : "sm_70");
  }
  clGetDeviceInfo(d->id, CL_DRIVER_VERSION, sizeof d->driver, d->driver, NULL);
  clGetDeviceInfo(d->id, CL_DEVICE_VERSION, sizeof d->version, d->version, NULL);
  clGetDeviceInfo(d->id, CL_DEVICE_OPENCL_C_VERSION, sizeof d->c_version, d->c_version, NULL);
  if (sscanf(d->version, "OpenCL %u.%u", &major, &minor) == 2)
    d->opencl = major * 100 + minor * 10;
  clGetDeviceInfo(d->id, CL_DEVICE_EXTENSIONS, 0, NULL, &size);
  d->extensions = calloc(1, size + 1);
  if (!d->extensions)
    return false;
  clGetDeviceInfo(d->id, CL_DEVICE_EXTENSIONS, size, d->extensions, NULL);
  if (d->opencl >= 210 || device_has(d, "cl_khr_il_program"))
    clGetDeviceInfo(d->id, CL_DEVICE_IL_VERSION, sizeof d->il_version, d->il_version, NULL);
  clGetDeviceInfo(d->id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof d->max_work_group_size, &d->max_work_group_size, NULL);
  clGetDeviceInfo(d->id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof d->max_work_item_sizes, d->max_work_item_sizes, NULL);
  clGetDeviceInfo(d->id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof d->local_memory, &d->local_memory, NULL);
  clGetDeviceInfo(d->id, CL_DEVICE_ADDRESS_BITS, sizeof d->address_bits, &d->address_bits, NULL);
  if (d->opencl >= 210)
    clGetDeviceInfo(d->id, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof d->max_sub_groups, &d->max_sub_groups, NULL);
  if (d->opencl >= 300) {
    clGetDeviceInfo(d->id, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof flag, &flag, NULL);
    d->non_uniform = flag;
  } else {
    d->non_uniform = d->opencl >= 200;
  }
  /* Queried on devices before OpenCL 3.0 too, where the layer may answer. */
  d->has_functions = d->opencl >= 200 && d->opencl < 300;
  if (clGetDeviceInfo(d->id, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof flag, &flag, NULL) == CL_SUCCESS)
    d->has_functions = flag;
  size_t sizes[16], bytes = 0;
  /* PoCL's shuffles are for all of the work-group, whatever its sub-groups. */
  if (device_has(d, "cl_intel_required_subgroup_size") && strncmp(d->platform_name, "Portable", 8) != 0)
    clGetDeviceInfo(d->id, CL_DEVICE_SUB_GROUP_SIZES_INTEL, sizeof sizes, sizes, &bytes);
  for (size_t i = 0; i < bytes / sizeof *sizes; i++)
    d->sub_group_sizes |= sizes[i] & (sizes[i] - 1) ? 0 : (unsigned)sizes[i];
  d->fp16 = device_has(d, "cl_khr_fp16");
  d->fp64 = device_has(d, "cl_khr_fp64");
  d->denormals_float = keeps_denormals(d, CL_DEVICE_SINGLE_FP_CONFIG);
  d->denormals_half = d->fp16 && keeps_denormals(d, CL_DEVICE_HALF_FP_CONFIG);
  /* Zink of Mesa 26 reports that it keeps them, and flushes them (docs/drivers.md). */
  const bool zink = !strcmp(d->platform_name, "rusticl") && !strncmp(d->name, "zink ", 5);
  d->denormals_double =
      d->fp64 && keeps_denormals(d, CL_DEVICE_DOUBLE_FP_CONFIG) && !(zink && device_takes_spirv(d, 16));
  return true;
}

static void print(const struct device *d, unsigned index) {
  printf("%s\n  device %u: %s\n", d->platform_name, index, d->name);
  printf("    %s; %s\n", d->version, d->c_version);
  printf("    IL: %s\n", *d->il_version ? d->il_version : "none");
  printf("    max work-group size %zu, local memory %llu KiB, sub-groups %s, fp16 %s, fp64 %s\n",
         d->max_work_group_size, (unsigned long long)d->local_memory / 1024, d->max_sub_groups ? "yes" : "no",
         d->fp16 ? "yes" : "no", d->fp64 ? "yes" : "no");
  printf("    own functions %s, non-uniform work-groups %s, float denormals %s, half denormals %s\n",
         d->has_functions ? "yes" : "no", d->non_uniform ? "yes" : "no", d->denormals_float ? "kept" : "flushed",
         !d->fp16            ? "-"
         : d->denormals_half ? "kept"
                             : "flushed");
}

static bool visit_print(cl_platform_id platform, cl_device_id id, unsigned index, void *argument) {
  struct device d = {.platform = platform, .id = id};
  if (!describe(&d))
    return false;
  print(&d, index);
  free(d.extensions);
  ++*(unsigned *)argument;
  return false;
}

unsigned device_list(void) {
  unsigned count = 0;
  each_device(visit_print, &count);
  return count;
}

struct wanted {
  const char *platform, *device;
  struct device *found;
};

static bool visit_match(cl_platform_id platform, cl_device_id id, unsigned index, void *argument) {
  struct wanted *w = argument;
  struct device d = {.platform = platform, .id = id};
  char *end;
  unsigned long number = strtoul(w->device, &end, 10);
  bool by_index = *w->device && !*end;
  if (!describe(&d))
    return false;
  if (strcasestr(d.platform_name, w->platform) &&
      (by_index ? number == index : strcasestr(d.name, w->device) != NULL)) {
    *w->found = d;
    return true;
  }
  free(d.extensions);
  return false;
}

bool device_open(struct device *d, const char *platform, const char *device) {
  struct wanted w = {platform ? platform : "", device ? device : "", d};
  cl_int error;
  if (!each_device(visit_match, &w)) {
    fprintf(stderr, "clgroup-test: no OpenCL device with platform '%s' and device '%s': see --list\n", w.platform,
            w.device);
    return false;
  }
  d->context = clCreateContext(NULL, 1, &d->id, NULL, NULL, &error);
  if (!d->context) {
    fprintf(stderr, "clgroup-test: %s: clCreateContext gives error %d\n", d->name, error);
    free(d->extensions);
    return false;
  }
  /* The call of OpenCL 1.2, since PoCL 3.1 and Oclgrind are tested too. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  d->queue = clCreateCommandQueue(d->context, d->id, 0, &error);
#pragma GCC diagnostic pop
  if (!d->queue) {
    fprintf(stderr, "clgroup-test: %s: clCreateCommandQueue gives error %d\n", d->name, error);
    clReleaseContext(d->context);
    free(d->extensions);
    return false;
  }
  return true;
}

void device_close(struct device *d) {
  clReleaseCommandQueue(d->queue);
  clReleaseContext(d->context);
  free(d->extensions);
}

const char *device_compiler_driver(const struct device *d) {
  cl_device_type type = 0;
  clGetDeviceInfo(d->id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
  const struct clgroup_driver_id id = {d->platform_name, d->name, type, d->driver, d->il_version};
  return clgroup_driver_find(&id)->compiler_driver;
}
