/* Platform, devices, contexts and queues. */
#include "state.h"

#include <stdio.h>
#include <string.h>

cl_int stub_clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size, void *where,
                              size_t *size_ret) {
  if (platform != (cl_platform_id)&stub_platform)
    return CL_INVALID_PLATFORM;
  return stub_platform_info(stub_settings.platform, "OpenCL 3.0 stub", "STUB", what, size, where, size_ret);
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
                             d->sub_groups ? "cl_khr_subgroup_shuffle" : NULL,
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
  return count;
}

cl_int stub_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *where, size_t *size_ret) {
  int index = stub_device_index(id);
  if (index < 0)
    return CL_INVALID_DEVICE;
  const struct stub_device *d = &stub_settings.device[index];
  char text[512];
  cl_name_version list[32];
  size_t count = list_extensions(d, list, text);
  cl_platform_id platform = (cl_platform_id)&stub_platform;
  cl_bool flag = CL_TRUE;
  cl_uint number = 0;
  size_t length;
#define VALUE(value) return stub_answer(&(value), sizeof(value), size, where, size_ret)
#define TEXT(value) return stub_answer_text(value, size, where, size_ret)
  switch (what) {
  case CL_DEVICE_PLATFORM:
    VALUE(platform);
  case CL_DEVICE_TYPE:
    VALUE(d->type);
  case CL_DEVICE_NAME:
    TEXT(d->name);
  case CL_DEVICE_VENDOR:
    TEXT("clgroup");
  case CL_DRIVER_VERSION:
    TEXT(d->driver);
  case CL_DEVICE_PROFILE:
    TEXT("FULL_PROFILE");
  case CL_DEVICE_VERSION:
    snprintf(text, sizeof text, "OpenCL %u.%u stub", d->version / 100, d->version / 10 % 10);
    TEXT(text);
  case CL_DEVICE_OPENCL_C_VERSION:
    length = d->version >= 300 && d->language >= 300 ? 120 : d->language;
    snprintf(text, sizeof text, "OpenCL C %zu.%zu stub", length / 100, length / 10 % 10);
    TEXT(text);
  case CL_DEVICE_EXTENSIONS:
    TEXT(text);
  case CL_DEVICE_EXTENSIONS_WITH_VERSION:
    if (d->version < 300)
      return CL_INVALID_VALUE;
    return stub_answer(list, count * sizeof *list, size, where, size_ret);
  case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
    if (d->version < 300)
      return CL_INVALID_VALUE;
    count = 0;
    for (unsigned v = 100; v <= d->language; v += v == 120 ? d->no_2 ? 180 : 80 : v == 200 ? 100 : 10)
      list[count++] = name_version("OpenCL C", v / 100, v / 10 % 10);
    return stub_answer(list, count * sizeof *list, size, where, size_ret);
  case CL_DEVICE_OPENCL_C_FEATURES:
    if (d->version < 300)
      return CL_INVALID_VALUE;
    count = 0;
    list[count++] = name_version("__opencl_c_int64", 3, 0);
    if (d->fp64)
      list[count++] = name_version("__opencl_c_fp64", 3, 0);
    if (d->has_functions)
      list[count++] = name_version("__opencl_c_work_group_collective_functions", 3, 0);
    for (const char *at = d->features; at && *at; at += strspn(at, " ")) {
      snprintf(text, sizeof text, "%.*s", (int)strcspn(at, " "), at);
      list[count++] = name_version(text, 3, 0);
      at += strlen(text);
    }
    return stub_answer(list, count * sizeof *list, size, where, size_ret);
  case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
    if (d->version < 300)
      return CL_INVALID_VALUE;
    flag = d->has_functions;
    VALUE(flag);
  case CL_DEVICE_COMPILER_AVAILABLE:
    VALUE(flag);
  case CL_DEVICE_ADDRESS_BITS:
    VALUE(d->address_bits);
  case CL_DEVICE_MAX_WORK_GROUP_SIZE:
    VALUE(d->max_work_group_size);
  case CL_DEVICE_LOCAL_MEM_SIZE:
    VALUE(d->local_memory);
  case CL_DEVICE_MAX_NUM_SUB_GROUPS:
    number = d->sub_groups ? 16 : 0;
    VALUE(number);
  case CL_DEVICE_SUB_GROUP_SIZES_INTEL:
    return stub_answer(d->sub_group_sizes, sizeof d->sub_group_sizes, size, where, size_ret);
  case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
    flag = CL_FALSE;
    VALUE(flag);
  case CL_DEVICE_IL_VERSION:
    if (d->version < 210)
      return CL_INVALID_VALUE;
    TEXT(d->il);
  case CL_DEVICE_ILS_WITH_VERSION:
    if (d->version < 300)
      return CL_INVALID_VALUE;
    count = 0;
    for (const char *at = d->il; (at = strstr(at, "SPIR-V_")); at += 10)
      list[count++] = name_version("SPIR-V", (unsigned)(at[7] - '0'), (unsigned)(at[9] - '0'));
    return stub_answer(list, count * sizeof *list, size, where, size_ret);
  case 0x4000: /* CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV and MINOR_NV */
  case 0x4001:
    if (!d->compute_capability)
      return CL_INVALID_VALUE;
    number = what == 0x4000 ? d->compute_capability / 10 : d->compute_capability % 10;
    VALUE(number);
  case CL_DEVICE_PARENT_DEVICE:
    id = NULL;
    VALUE(id);
  default:
    return CL_INVALID_VALUE;
  }
#undef VALUE
#undef TEXT
}

static cl_context fail(cl_int *error, cl_int value) {
  if (error)
    *error = value;
  return NULL;
}

cl_context stub_clCreateContext(const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
                                stub_context_notify notify, void *data, cl_int *error) {
  (void)properties, (void)notify, (void)data;
  if (!count || !devices || count > STUB_DEVICES)
    return fail(error, CL_INVALID_VALUE);
  for (cl_uint i = 0; i < count; i++)
    if (stub_device_index(devices[i]) < 0)
      return fail(error, CL_INVALID_DEVICE);
  stub_lock();
  struct stub_context *c = stub_make(STUB_CONTEXT, sizeof *c);
  c->device_count = count;
  for (cl_uint i = 0; i < count; i++)
    c->devices[i] = (unsigned)stub_device_index(devices[i]);
  stub_unlock();
  if (error)
    *error = CL_SUCCESS;
  return (cl_context)c;
}

void stub_release_context(struct stub_context *context) {
  (void)stub_drop(&context->object);
}

cl_int stub_retain(enum stub_kind kind, const void *handle, cl_int invalid) {
  stub_lock();
  struct stub_object *o = stub_find(kind, handle);
  if (o)
    o->references++;
  stub_unlock();
  return o ? CL_SUCCESS : invalid;
}

cl_int stub_check(enum stub_kind kind, const void *handle, cl_int invalid) {
  stub_lock();
  bool good = stub_find(kind, handle);
  stub_unlock();
  return good ? CL_SUCCESS : invalid;
}

cl_int stub_clReleaseContext(cl_context context) {
  stub_lock();
  struct stub_context *c = stub_find(STUB_CONTEXT, context);
  if (c)
    stub_release_context(c);
  stub_unlock();
  return c ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

cl_int stub_clGetContextInfo(cl_context context, cl_context_info what, size_t size, void *where, size_t *size_ret) {
  cl_int result = CL_INVALID_VALUE;
  stub_lock();
  struct stub_context *c = stub_find(STUB_CONTEXT, context);
  if (!c) {
    result = CL_INVALID_CONTEXT;
  } else if (what == CL_CONTEXT_DEVICES) {
    cl_device_id devices[STUB_DEVICES] = {0};
    for (unsigned i = 0; i < c->device_count; i++)
      devices[i] = stub_device(c->devices[i]);
    result = stub_answer(devices, c->device_count * sizeof *devices, size, where, size_ret);
  }
  stub_unlock();
  return result;
}

struct queue {
  struct stub_object object;
  struct stub_context *context;
};

cl_command_queue stub_clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                         const cl_queue_properties *properties, cl_int *error) {
  (void)properties;
  stub_lock();
  struct stub_context *c = stub_find(STUB_CONTEXT, context);
  struct queue *q = NULL;
  cl_int result = c ? CL_INVALID_DEVICE : CL_INVALID_CONTEXT;
  if (c && stub_device_index(device) >= 0) {
    q = stub_make(STUB_QUEUE, sizeof *q);
    q->context = c;
    c->object.references++;
    result = CL_SUCCESS;
  }
  stub_unlock();
  if (error)
    *error = result;
  return (cl_command_queue)q;
}

cl_command_queue stub_clCreateCommandQueue(cl_context context, cl_device_id device,
                                           cl_command_queue_properties properties, cl_int *error) {
  (void)properties;
  return stub_clCreateCommandQueueWithProperties(context, device, NULL, error);
}

cl_int stub_clReleaseCommandQueue(cl_command_queue queue) {
  stub_lock();
  struct queue *q = stub_find(STUB_QUEUE, queue);
  if (q && stub_drop(&q->object))
    stub_release_context(q->context);
  stub_unlock();
  return q ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

cl_int stub_clFinish(cl_command_queue queue) {
  return stub_check(STUB_QUEUE, queue, CL_INVALID_COMMAND_QUEUE);
}
