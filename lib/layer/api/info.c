#include "layer/api/info.h"

#include "layer/objects/device-list.h"
#include "layer/decide/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char extension[] = "cl_khr_work_group_uniform_arithmetic";
static const char feature[] = "__opencl_c_work_group_collective_functions";

/* Returns a value as every clGet...Info function does. */
static cl_int give(const void *what, size_t length, size_t size, void *value, size_t *size_ret) {
  if (value && size < length)
    return CL_INVALID_VALUE;
  if (value && length)
    memcpy(value, what, length);
  if (size_ret)
    *size_ret = length;
  return CL_SUCCESS;
}

/* The driver's list plus one entry, unless it already has it. */
static cl_int give_name(cl_device_id id, cl_device_info what, const char *name, cl_version version, size_t size,
                        void *value, size_t *size_ret) {
  const cl_icd_dispatch *cl = &clgroup_next.call;
  size_t length = 0;
  cl_int error = cl->clGetDeviceInfo(id, what, 0, NULL, &length);
  if (error != CL_SUCCESS)
    return error;
  size_t count = length / sizeof(cl_name_version);
  cl_name_version *list = calloc(count + 1, sizeof *list);
  if (!list)
    return CL_OUT_OF_HOST_MEMORY;
  if (count)
    error = cl->clGetDeviceInfo(id, what, length, list, NULL);
  bool there = false;
  for (size_t i = 0; i < count; i++)
    there |= !strncmp(list[i].name, name, sizeof list[i].name);
  if (!there) {
    list[count].version = version;
    strncpy(list[count].name, name, sizeof list[count].name - 1);
    count++;
  }
  if (error == CL_SUCCESS)
    error = give(list, count * sizeof *list, size, value, size_ret);
  free(list);
  return error;
}

static cl_int give_extensions(cl_device_id id, size_t size, void *value, size_t *size_ret) {
  char *list = clgroup_device_text(&clgroup_next, id, CL_DEVICE_EXTENSIONS);
  size_t length = list ? strlen(list) : 0;
  char *longer = list ? realloc(list, length + sizeof extension + 1) : NULL;
  if (!longer) {
    free(list);
    return CL_OUT_OF_HOST_MEMORY;
  }
  if (!clgroup_list_has(longer, extension)) {
    if (length && longer[length - 1] != ' ')
      longer[length++] = ' ';
    memcpy(longer + length, extension, sizeof extension);
    length += sizeof extension - 1;
  }
  cl_int error = give(longer, length + 1, size, value, size_ret);
  free(longer);
  return error;
}

cl_int clgroup_device_info(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *size_ret) {
  const cl_icd_dispatch *cl = &clgroup_next.call;
  bool asks_extension = what == CL_DEVICE_EXTENSIONS || what == CL_DEVICE_EXTENSIONS_WITH_VERSION;
  if ((what != CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT && what != CL_DEVICE_OPENCL_C_FEATURES &&
       !asks_extension) ||
      (asks_extension && !clgroup_settings_extension()))
    return cl->clGetDeviceInfo(id, what, size, value, size_ret);
  /* Errors, such as an invalid device or a query that the driver does not know, come from the driver. */
  cl_int error = cl->clGetDeviceInfo(id, what, 0, NULL, NULL);
  struct clgroup_device d = {.acts = false};
  if (error == CL_SUCCESS)
    clgroup_device_describe(&clgroup_next, id, &d);
  if (error != CL_SUCCESS || !d.acts || d.only_some)
    return cl->clGetDeviceInfo(id, what, size, value, size_ret);
  const cl_bool yes = CL_TRUE;
  switch (what) {
  case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
    return give(&yes, sizeof yes, size, value, size_ret);
  case CL_DEVICE_OPENCL_C_FEATURES:
    return give_name(id, what, feature, CL_MAKE_VERSION(3, 0, 0), size, value, size_ret);
  case CL_DEVICE_EXTENSIONS_WITH_VERSION:
    return give_name(id, what, extension, CL_MAKE_VERSION(1, 0, 0), size, value, size_ret);
  default:
    return give_extensions(id, size, value, size_ret);
  }
}

/* The driver's program that has the binaries and kernels. */
static cl_program holder(const struct clgroup_program *p) {
  return p->linked ? p->linked : p->object ? p->object : p->handle;
}

/* The driver's program that has the binaries may have fewer devices than the application's. This maps the entries of
 * the former to the device list of the latter; `width` is the size of an entry. */
static cl_int give_binaries(const struct clgroup_program *p, cl_program_info what, size_t size, void *value,
                            size_t *size_ret) {
  const cl_icd_dispatch *cl = &clgroup_next.call;
  const bool sizes = what == CL_PROGRAM_BINARY_SIZES;
  cl_device_id *outer = NULL, *inner = NULL;
  cl_uint outer_count = 0, inner_count = 0;
  size_t *given = NULL, *entries = NULL;
  unsigned char **room = NULL;
  cl_int error = clgroup_program_devices(p->handle, &outer, &outer_count);
  if (error == CL_SUCCESS)
    error = clgroup_program_devices(holder(p), &inner, &inner_count);
  const size_t width = sizes ? sizeof(size_t) : sizeof(unsigned char *), length = outer_count * width;
  if (error == CL_SUCCESS && value && size < length)
    error = CL_INVALID_VALUE;
  if (error == CL_SUCCESS && value) {
    given = calloc(inner_count + 1, sizeof *given);
    entries = calloc(outer_count + 1, sizeof *entries);
    room = calloc(inner_count + 1, sizeof *room);
    if (!given || !entries || !room)
      error = CL_OUT_OF_HOST_MEMORY;
    for (cl_uint i = 0; error == CL_SUCCESS && i < inner_count && !sizes; i++)
      for (cl_uint k = 0; k < outer_count; k++)
        if (inner[i] == outer[k])
          room[i] = ((unsigned char **)value)[k];
    if (error == CL_SUCCESS)
      error = sizes ? cl->clGetProgramInfo(holder(p), what, inner_count * width, given, NULL)
                    : cl->clGetProgramInfo(holder(p), what, inner_count * width, room, NULL);
    for (cl_uint k = 0; error == CL_SUCCESS && k < outer_count && sizes; k++)
      for (cl_uint i = 0; i < inner_count; i++)
        if (inner[i] == outer[k])
          entries[k] = given[i];
    if (error == CL_SUCCESS && sizes)
      memcpy(value, entries, length);
  }
  if (error == CL_SUCCESS && size_ret)
    *size_ret = length;
  free(outer);
  free(inner);
  free(given);
  free(entries);
  free(room);
  return error;
}

static cl_int known_program_info(struct clgroup_program *p, cl_program_info what, size_t size, void *value,
                                 size_t *size_ret) {
  const cl_icd_dispatch *cl = &clgroup_next.call;
  switch (what) {
  case CL_PROGRAM_IL:
    if (p->il)
      return give(p->il, p->il_size, size, value, size_ret);
    return cl->clGetProgramInfo(p->handle, what, size, value, size_ret);
  case CL_PROGRAM_BINARY_SIZES:
  case CL_PROGRAM_BINARIES:
    return give_binaries(p, what, size, value, size_ret);
  case CL_PROGRAM_NUM_KERNELS:
  case CL_PROGRAM_KERNEL_NAMES:
  case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
  case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
    return cl->clGetProgramInfo(holder(p), what, size, value, size_ret);
  default:
    return cl->clGetProgramInfo(p->handle, what, size, value, size_ret);
  }
}

cl_int clgroup_program_info(cl_program program, cl_program_info what, size_t size, void *value, size_t *size_ret) {
  /* Asked before clgroup_program_use, which itself holds a reference. */
  if (what == CL_PROGRAM_REFERENCE_COUNT)
    return clgroup_next.call.clGetProgramInfo(program, what, size, value, size_ret);
  struct clgroup_program *p;
  cl_int error = clgroup_program_use(program, &p);
  if (error != CL_SUCCESS)
    return error;
  if (!p)
    return clgroup_next.call.clGetProgramInfo(program, what, size, value, size_ret);
  pthread_mutex_lock(&p->lock);
  error = known_program_info(p, what, size, value, size_ret);
  pthread_mutex_unlock(&p->lock);
  clgroup_program_done(p);
  return error;
}

cl_int clgroup_build_info(cl_program program, cl_device_id device, cl_program_build_info what, size_t size, void *value,
                          size_t *size_ret) {
  const cl_icd_dispatch *cl = &clgroup_next.call;
  struct clgroup_program *p;
  cl_int error = clgroup_program_use(program, &p);
  if (error != CL_SUCCESS)
    return error;
  if (!p)
    return cl->clGetProgramBuildInfo(program, device, what, size, value, size_ret);
  pthread_mutex_lock(&p->lock);
  const struct clgroup_build *b = NULL;
  for (size_t i = 0; i < p->build_count; i++)
    if (p->builds[i].device == device)
      b = &p->builds[i];
  if (!b)
    error = cl->clGetProgramBuildInfo(program, device, what, size, value, size_ret);
  else if (what == CL_PROGRAM_BUILD_STATUS)
    error = give(&b->status, sizeof b->status, size, value, size_ret);
  else if (what == CL_PROGRAM_BUILD_OPTIONS)
    error = give(b->options, strlen(b->options) + 1, size, value, size_ret);
  else if (what == CL_PROGRAM_BUILD_LOG)
    error = give(b->log, strlen(b->log) + 1, size, value, size_ret);
  else if (what == CL_PROGRAM_BINARY_TYPE)
    error = give(&b->type, sizeof b->type, size, value, size_ret);
  else
    error = cl->clGetProgramBuildInfo(holder(p), device, what, size, value, size_ret);
  pthread_mutex_unlock(&p->lock);
  clgroup_program_done(p);
  return error;
}

/* Drivers lose the text of a kernel's attributes in clLinkProgram. The one attribute that affects execution can be
 * queried another way. */
static cl_int give_attributes(cl_kernel kernel, cl_program program, size_t size, void *value, size_t *size_ret) {
  const cl_icd_dispatch *cl = &clgroup_next.call;
  size_t length = 0, group[3] = {0};
  char text[96];
  cl_uint count = 0;
  cl_int error = cl->clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, 0, NULL, &length);
  cl_device_id *devices = NULL;
  if (error == CL_SUCCESS && length <= 1 && clgroup_program_devices(program, &devices, &count) == CL_SUCCESS &&
      cl->clGetKernelWorkGroupInfo(kernel, devices[0], CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof group, group, NULL) !=
          CL_SUCCESS)
    group[0] = 0;
  free(devices);
  if (error != CL_SUCCESS || !group[0])
    return cl->clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, size, value, size_ret);
  snprintf(text, sizeof text, "reqd_work_group_size(%zu,%zu,%zu)", group[0], group[1], group[2]);
  return give(text, strlen(text) + 1, size, value, size_ret);
}

cl_int clgroup_kernel_info(cl_kernel kernel, cl_kernel_info what, size_t size, void *value, size_t *size_ret) {
  cl_program program =
      what == CL_KERNEL_PROGRAM || what == CL_KERNEL_ATTRIBUTES ? clgroup_kernel_program(kernel) : NULL;
  if (!program)
    return clgroup_next.call.clGetKernelInfo(kernel, what, size, value, size_ret);
  if (what == CL_KERNEL_ATTRIBUTES)
    return give_attributes(kernel, program, size, value, size_ret);
  return give(&program, sizeof program, size, value, size_ret);
}
