/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Platform, devices, contexts and queues. */
#include "state.h"

#include <stdio.h>
#include <string.h>

cl_int stub_clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size, void *where,
                              size_t *size_ret) {
  if (platform != (cl_platform_id)&stub_platform)
    return CL_INVALID_PLATFORM;
  char version[64] = "OpenCL 3.0 stub";
  if (stub_settings.device->llvm)
    snprintf(version, sizeof version, "OpenCL 3.0 PoCL stub, SPIR-V, LLVM %u.1.8, SLEEF", stub_settings.device->llvm);
  return stub_platform_info(stub_settings.platform, version, "STUB", what, size, where, size_ret);
}

cl_int stub_clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint count, cl_device_id *devices,
                           cl_uint *all) {
  cl_uint found = 0;
  if (platform != (cl_platform_id)&stub_platform)
    return CL_INVALID_PLATFORM;
  for (unsigned i = 0; i < stub_settings.devices; i++)
    if (type & stub_settings.device[i].type) {
      if (devices && found < count)
        devices[found] = stub_device(i);
      found++;
    }
  if (all)
    *all = found;
  return found ? CL_SUCCESS : CL_DEVICE_NOT_FOUND;
}

static cl_name_version name_version(const char *name, unsigned major, unsigned minor) {
  cl_name_version v = {.version = CL_MAKE_VERSION(major, minor, 0)};
  memcpy(v.name, name, strnlen(name, sizeof v.name - 1));
  return v;
}

static size_t list_extensions(const struct stub_device *d, cl_name_version *list, char *text) {
  const char *const all[] = {"cl_khr_byte_addressable_store",
                             "cl_khr_il_program",
                             d->fp64 ? "cl_khr_fp64" : NULL,
                             d->fp16 ? "cl_khr_fp16" : NULL,
                             d->spir ? "cl_khr_spir" : NULL,
                             d->sub_groups && !d->no_shuffles ? "cl_khr_subgroup_shuffle" : NULL,
                             *d->sub_group_sizes ? "cl_intel_required_subgroup_size" : NULL,
                             d->uniform_arithmetic ? "cl_khr_work_group_uniform_arithmetic" : NULL};
  size_t count = 0;
  *text = 0;
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i]) {
      if (count)
        strcat(text, " ");
      strcat(text, all[i]);
      list[count++] = name_version(all[i], 1, 0);
    }
  for (const char *at = d->extensions ? d->extensions : ""; *at; at += strspn(at, " ")) {
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(at, " "), at);
    strcat(strcat(text, " "), name);
    list[count++] = name_version(name, 1, 0);
    at += strlen(name);
  }
  return count;
}

/* The answers that are lists of names and versions. Returns how many there are, or -1. */
static int list_names(const struct stub_device *d, cl_device_info what, cl_name_version *list) {
  char text[1024];
  int count = 0;
  switch (what) {
  case CL_DEVICE_EXTENSIONS_WITH_VERSION:
    return (int)list_extensions(d, list, text);
  case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
    for (unsigned v = 100; v <= d->language; v += v == 120 ? d->no_2 ? 180 : 80 : v == 200 ? 100 : 10)
      list[count++] = name_version("OpenCL C", v / 100, v / 10 % 10);
    return count;
  case CL_DEVICE_OPENCL_C_FEATURES:
    snprintf(text, sizeof text, "__opencl_c_int64 %s%s%s", d->fp64 ? "__opencl_c_fp64 " : "",
             d->has_functions ? "__opencl_c_work_group_collective_functions " : "", d->features ? d->features : "");
    if (d->sub_groups)
      strcat(text, " __opencl_c_subgroups");
    for (char *next, *name = strtok_r(text, " ", &next); name; name = strtok_r(NULL, " ", &next))
      list[count++] = name_version(name, 3, 0);
    return count;
  case CL_DEVICE_ILS_WITH_VERSION:
    for (const char *at = d->il; (at = strstr(at, "SPIR-V_")); at += 10)
      list[count++] = name_version("SPIR-V", (unsigned)(at[7] - '0'), (unsigned)(at[9] - '0'));
    return count;
  default:
    return -1;
  }
}

/* CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV and MINOR_NV. */
enum { MAJOR_NV = 0x4000, MINOR_NV = 0x4001 };

cl_int stub_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *where, size_t *size_ret) {
  const int index = stub_device_index(id);
  if (index < 0)
    return CL_INVALID_DEVICE;
  const struct stub_device *d = &stub_settings.device[index];
  const unsigned language = d->version >= 300 && d->language >= 300 ? 120 : d->language,
                 capability = d->compute_capability;
  const cl_platform_id platform = (cl_platform_id)&stub_platform;
  const cl_device_id none = NULL;
  const cl_bool yes = CL_TRUE, independent = d->independent, functions = d->has_functions;
  const cl_uint sub_groups = d->sub_groups ? 16 : 0, major = capability / 10, minor = capability % 10;
  char extensions[1024], version[64], language_version[64];
  cl_name_version list[32];
  list_extensions(d, list, extensions);
  snprintf(version, sizeof version, "OpenCL %u.%u %s", d->version / 100, d->version / 10 % 10,
           d->llvm ? "PoCL HSTR: cpu-x86_64-pc-linux-gnu-stub" : "stub");
  snprintf(language_version, sizeof language_version, "OpenCL C %u.%u stub", language / 100, language / 10 % 10);
  const int count = d->version >= 300 ? list_names(d, what, list) : -1;
  if (count >= 0)
    return stub_answer(list, (size_t)count * sizeof *list, size, where, size_ret);
  const unsigned from = what == CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT ? 300
                        : what == CL_DEVICE_IL_VERSION                            ? 210
                                                                                  : 0;
  if (d->version < from || (!capability && (what == MAJOR_NV || what == MINOR_NV)))
    return CL_INVALID_VALUE;
  return STUB_ANSWER_OF(
      {CL_DEVICE_PLATFORM, STUB_VALUE(platform)}, {CL_DEVICE_TYPE, STUB_VALUE(d->type)},
      {CL_DEVICE_NAME, STUB_TEXT(d->name)}, {CL_DEVICE_VENDOR, STUB_TEXT("clgroup")},
      {CL_DRIVER_VERSION, STUB_TEXT(d->driver)}, {CL_DEVICE_PROFILE, STUB_TEXT("FULL_PROFILE")},
      {CL_DEVICE_VERSION, STUB_TEXT(version)}, {CL_DEVICE_OPENCL_C_VERSION, STUB_TEXT(language_version)},
      {CL_DEVICE_EXTENSIONS, STUB_TEXT(extensions)},
      {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, STUB_VALUE(functions)},
      {CL_DEVICE_COMPILER_AVAILABLE, STUB_VALUE(yes)}, {CL_DEVICE_ADDRESS_BITS, STUB_VALUE(d->address_bits)},
      {CL_DEVICE_MAX_WORK_GROUP_SIZE, STUB_VALUE(d->max_work_group_size)},
      {CL_DEVICE_LOCAL_MEM_SIZE, STUB_VALUE(d->local_memory)}, {CL_DEVICE_MAX_NUM_SUB_GROUPS, STUB_VALUE(sub_groups)},
      {CL_DEVICE_SUB_GROUP_SIZES_INTEL, STUB_VALUE(d->sub_group_sizes)},
      {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, STUB_VALUE(independent)},
      {CL_DEVICE_IL_VERSION, STUB_TEXT(d->il)}, {MAJOR_NV, STUB_VALUE(major)}, {MINOR_NV, STUB_VALUE(minor)},
      {CL_DEVICE_PARENT_DEVICE, STUB_VALUE(none)});
}

cl_context stub_clCreateContext(const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
                                stub_context_notify notify, void *data, cl_int *error) {
  (void)properties, (void)notify, (void)data;
  stub_set(error, !count || !devices || count > STUB_DEVICES ? CL_INVALID_VALUE : CL_INVALID_DEVICE);
  if (!count || !devices || count > STUB_DEVICES)
    return NULL;
  for (cl_uint i = 0; i < count; i++)
    if (stub_device_index(devices[i]) < 0)
      return NULL;
  struct stub_context *c = stub_make(STUB_CONTEXT, sizeof *c);
  c->device_count = count;
  for (cl_uint i = 0; i < count; i++)
    c->devices[i] = (unsigned)stub_device_index(devices[i]);
  stub_set(error, CL_SUCCESS);
  return (cl_context)c;
}

cl_int stub_clReleaseContext(cl_context context) {
  struct stub_context *c = stub_find(STUB_CONTEXT, context);
  if (c)
    (void)stub_drop(&c->object);
  return c ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

cl_int stub_clGetContextInfo(cl_context context, cl_context_info what, size_t size, void *where, size_t *size_ret) {
  const struct stub_context *c = stub_find(STUB_CONTEXT, context);
  cl_device_id devices[STUB_DEVICES] = {0};
  if (!c || what != CL_CONTEXT_DEVICES)
    return c ? CL_INVALID_VALUE : CL_INVALID_CONTEXT;
  for (unsigned i = 0; i < c->device_count; i++)
    devices[i] = stub_device(c->devices[i]);
  return stub_answer(devices, c->device_count * sizeof *devices, size, where, size_ret);
}

struct queue {
  struct stub_object object;
  struct stub_context *context;
};

cl_command_queue stub_clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                         const cl_queue_properties *properties, cl_int *error) {
  (void)properties;
  struct stub_context *c = stub_find(STUB_CONTEXT, context);
  stub_set(error, c ? CL_INVALID_DEVICE : CL_INVALID_CONTEXT);
  if (!c || stub_device_index(device) < 0)
    return NULL;
  struct queue *q = stub_make(STUB_QUEUE, sizeof *q);
  q->context = c;
  c->object.references++;
  stub_set(error, CL_SUCCESS);
  return (cl_command_queue)q;
}

cl_command_queue stub_clCreateCommandQueue(cl_context context, cl_device_id device,
                                           cl_command_queue_properties properties, cl_int *error) {
  (void)properties;
  return stub_clCreateCommandQueueWithProperties(context, device, NULL, error);
}

cl_int stub_clReleaseCommandQueue(cl_command_queue queue) {
  struct queue *q = stub_find(STUB_QUEUE, queue);
  if (q && stub_drop(&q->object))
    (void)stub_drop(&q->context->object);
  return q ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

cl_int stub_clFinish(cl_command_queue queue) {
  return stub_check(STUB_QUEUE, queue, CL_INVALID_COMMAND_QUEUE);
}
