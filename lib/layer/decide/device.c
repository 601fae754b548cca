/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/decide/device.h"

#include "base/list.h"
#include "layer/objects/device-list.h"
#include "names/extensions.h"
#include "names/strategies.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char clgroup_device_takes_nothing[] =
    "the driver accepts neither SPIR-V nor SPIR bitcode nor PTX, so no library can be linked";

static void query(struct clgroup_device *d, cl_device_info what, void *value, size_t size) {
  d->unsure |= clgroup_next.clGetDeviceInfo(d->id, what, size, value, NULL) != CL_SUCCESS;
}

static void query_text(struct clgroup_device *d, cl_device_info what, char *text, size_t size) {
  char *all = clgroup_device_text(d->id, what);
  size_t length = all ? strlen(all) : 0;
  d->unsure |= !all;
  if (length >= size)
    length = size - 1;
  memcpy(text, all ? all : "", length);
  text[length] = 0;
  free(all);
}

/* "OpenCL 3.0 and more" and "OpenCL C 3.0 and more" are 300; 0 for another text. */
static unsigned version_number(const char *text) {
  static const char *const heads[] = {"OpenCL C ", "OpenCL "};
  for (unsigned i = 0; i < 2; i++) {
    size_t length = strlen(heads[i]);
    if (strncmp(text, heads[i], length))
      continue;
    char *end;
    unsigned long major = strtoul(text + length, &end, 10);
    unsigned long minor = *end == '.' ? strtoul(end + 1, NULL, 10) : 0;
    return major < 100 && minor < 10 ? (unsigned)(major * 100 + minor * 10) : 0;
  }
  return 0;
}

static unsigned newest_language(struct clgroup_device *d) {
  char text[128];
  query_text(d, CL_DEVICE_OPENCL_C_VERSION, text, sizeof text);
  unsigned newest = version_number(text);
  size_t size = 0;
  if (d->opencl < 300)
    return newest;
  cl_name_version *versions = clgroup_device_query(d->id, CL_DEVICE_OPENCL_C_ALL_VERSIONS, &size);
  d->unsure |= !versions;
  bool has_2 = false;
  for (size_t i = 0; !d->unsure && i < size / sizeof *versions; i++) {
    unsigned number = CL_VERSION_MAJOR(versions[i].version) * 100 + CL_VERSION_MINOR(versions[i].version) * 10;
    has_2 |= number == 200;
    if (number > newest)
      newest = number;
  }
  d->no_2 = !has_2 && newest >= 300;
  free(versions);
  return newest;
}

static bool has_work_group_functions(struct clgroup_device *d) {
  cl_bool flag = CL_FALSE;
  if (d->opencl < 300)
    return d->opencl >= 200;
  query(d, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, &flag, sizeof flag);
  return flag != CL_FALSE;
}

/* Sets the architecture of a device of NVIDIA's own driver, which accepts PTX as a program's binary. PTX for an older
 * architecture also runs on newer ones. sm_80 has the newest instructions that the library uses, and every version of
 * clang knows it. */
static void find_architecture(struct clgroup_device *d) {
  enum { COMPUTE_CAPABILITY_MAJOR = 0x4000, COMPUTE_CAPABILITY_MINOR = 0x4001 }; /* cl_nv_device_attribute_query */
  cl_uint major = 0, minor = 0;
  if (!strstr(d->platform, "NVIDIA") || d->address_bits != 64 ||
      clgroup_next.clGetDeviceInfo(d->id, COMPUTE_CAPABILITY_MAJOR, sizeof major, &major, NULL) != CL_SUCCESS ||
      clgroup_next.clGetDeviceInfo(d->id, COMPUTE_CAPABILITY_MINOR, sizeof minor, &minor, NULL) != CL_SUCCESS)
    return;
  const cl_uint architecture = 10 * major + minor;
  if (architecture >= 70)
    snprintf(d->architecture, sizeof d->architecture, "sm_%u",
             architecture >= 80   ? 80u
             : architecture >= 75 ? 75u
                                  : 70u);
}

/* cl_intel_required_subgroup_size */
static unsigned sub_group_sizes(struct clgroup_device *d) {
  size_t size = 0;
  size_t *sizes = clgroup_device_query(d->id, CL_DEVICE_SUB_GROUP_SIZES_INTEL, &size);
  unsigned sum = 0;
  d->unsure |= !sizes;
  for (size_t i = 0; sizes && i < size / sizeof *sizes; i++)
    if (sizes[i] <= 4096 && !(sizes[i] & (sizes[i] - 1)))
      sum |= (unsigned)sizes[i];
  free(sizes);
  return sum;
}

struct clgroup_driver_id clgroup_device_driver(const struct clgroup_device *d) {
  return (struct clgroup_driver_id){d->platform, d->name, d->type, d->driver, d->il};
}

/* LLVM reads the bitcode of older versions; what 22 writes for PoCL is tested with 21. */
static bool reads_bitcode(unsigned llvm) {
  return llvm >= CLGROUP_LLVM_MAJOR || (llvm == 21 && CLGROUP_LLVM_MAJOR == 22);
}

/* Sets what clgroup-cc is to call the device in bitcode, which PoCL loads if that contains its triple. The device's
 * version is "OpenCL 3.0 PoCL HSTR: cpu-x86_64-pc-linux-gnu-haswell", the platform's ends "..., LLVM 21.1.8, SLEEF". */
static void find_pocl_device(struct clgroup_device *d, cl_platform_id platform) {
  static const char before[] = "PoCL HSTR: cpu-", llvm[] = ", LLVM ";
  const struct clgroup_driver_id id = clgroup_device_driver(d);
  const char *name = strstr(d->version, before);
  char version[256] = "";
  if (!d->spirv || !name || !clgroup_driver_loads_bitcode(&id))
    return;
  d->unsure |=
      clgroup_next.clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version, version, NULL) != CL_SUCCESS;
  const char *number = strstr(version, llvm);
  if (number && reads_bitcode((unsigned)strtoul(number + sizeof llvm - 1, NULL, 10)))
    snprintf(d->pocl, sizeof d->pocl, "%s", name + sizeof before - 1);
}

void clgroup_device_ask(cl_device_id id, struct clgroup_device *d) {
  cl_platform_id platform = NULL;
  cl_uint bits = 0, sub_groups = 0;
  cl_bool independent = CL_FALSE;
  *d = (struct clgroup_device){.id = id};
  query(d, CL_DEVICE_PLATFORM, &platform, sizeof platform);
  d->unsure |= !platform || clgroup_next.clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof d->platform, d->platform,
                                                           NULL) != CL_SUCCESS;
  d->platform[sizeof d->platform - 1] = 0;
  query_text(d, CL_DEVICE_NAME, d->name, sizeof d->name);
  query_text(d, CL_DEVICE_VERSION, d->version, sizeof d->version);
  query_text(d, CL_DRIVER_VERSION, d->driver, sizeof d->driver);
  query(d, CL_DEVICE_TYPE, &d->type, sizeof d->type);
  query(d, CL_DEVICE_ADDRESS_BITS, &bits, sizeof bits);
  query(d, CL_DEVICE_MAX_WORK_GROUP_SIZE, &d->max_size, sizeof d->max_size);
  query(d, CL_DEVICE_LOCAL_MEM_SIZE, &d->local_memory, sizeof d->local_memory);
  d->address_bits = bits;
  d->opencl = version_number(d->version);
  d->language = newest_language(d);
  d->has_functions = has_work_group_functions(d);
  char *extensions = clgroup_device_text(id, CL_DEVICE_EXTENSIONS);
  d->unsure |= !extensions;
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++)
    d->listed |= clgroup_list_has(extensions, clgroup_extensions[i].name) ? 1u << i : 0;
  d->spir = clgroup_list_has(extensions, "cl_khr_spir");
  d->fp64 = clgroup_list_has(extensions, "cl_khr_fp64");
  d->fp16 = clgroup_list_has(extensions, "cl_khr_fp16");
  if (d->opencl >= 210)
    query(d, CL_DEVICE_MAX_NUM_SUB_GROUPS, &sub_groups, sizeof sub_groups);
  if (sub_groups)
    query(d, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, &independent, sizeof independent);
  d->independent = independent;
  if (clgroup_list_has(extensions, "cl_intel_required_subgroup_size"))
    d->sub_group_sizes = sub_group_sizes(d);
  d->own = d->listed | (sub_groups ? CLGROUP_HAS(subgroups) : 0);
  d->intel_sub_groups = clgroup_list_has(extensions, "cl_intel_subgroups");
  d->shuffles = sub_groups && d->listed & CLGROUP_HAS(subgroup_shuffle);
  /* A loader may be older than the driver, and its table may lack the functions that the link route needs. */
  if (d->opencl >= 210 && clgroup_next.clCreateProgramWithIL && clgroup_next.clCompileProgram &&
      clgroup_next.clLinkProgram)
    query_text(d, CL_DEVICE_IL_VERSION, d->il, sizeof d->il);
  free(extensions);
  find_architecture(d);
  /* PTX is preferred to SPIR-V, which the driver would translate. */
  d->spirv = clgroup_takes_spirv(d->il, 0) && !*d->architecture;
  find_pocl_device(d, platform);
  d->form = *d->architecture ? CLGROUP_FORM_PTX
            : d->spirv       ? CLGROUP_FORM_SPIRV
            : d->spir        ? CLGROUP_FORM_BITCODE
                             : CLGROUP_FORM_NONE;
  const struct clgroup_driver_id driver = clgroup_device_driver(d);
  d->row = clgroup_driver_find(&driver);
  for (const struct clgroup_fault *fault = NULL; (fault = clgroup_fault_next(&driver, fault));) {
    d->faults |= fault->kind;
    const char *unknown;
    if (fault->kind == CLGROUP_FAULT_EXTENSION)
      d->own &= ~clgroup_extensions_of_list(fault->functions, &unknown);
    if (fault->kind == CLGROUP_FAULT_UNLISTED)
      d->unlisted |= clgroup_extensions_of_list(fault->functions, &unknown);
  }
}
