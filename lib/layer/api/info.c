/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queries that the layer answers, entirely or in part. */
#include "layer/api/entries.h"
#include "layer/objects/device-list.h"
#include "layer/decide/extensions.h"
#include "layer/decide/service.h"
#include "layer/decide/trial.h"
#include "layer/base/options.h"
#include "base/buffer.h"
#include "base/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Names that the layer adds to a list of the driver's. */
struct additions {
  cl_name_version names[CLGROUP_EXTENSION_COUNT + 2];
  unsigned count;
};

static void add(struct additions *a, bool wanted, const char *name, size_t length, cl_version version) {
  cl_name_version *new = &a->names[a->count];
  if (!wanted)
    return;
  *new = (cl_name_version){.version = version};
  memcpy(new->name, name, length < sizeof new->name ? length : sizeof new->name - 1);
  a->count++;
}

/* Their features of OpenCL C 3.0. */
static void add_features(struct additions *a, unsigned extensions) {
  int length;
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++)
    for (const char *list = clgroup_extensions[i].macros, *macro; (macro = clgroup_list_next(&list, &length));)
      add(a, extensions >> i & 1, macro, (size_t)length, CL_MAKE_VERSION(3, 0, 0));
}

static void add_extensions(struct additions *a, unsigned extensions) {
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++) {
    const char *name = clgroup_extensions[i].name;
    /* Its second version has queries, which are answered here. */
    const unsigned major = 1u << i == CLGROUP_HAS(integer_dot_product) ? 2 : 1;
    add(a, extensions >> i & 1, name, strlen(name), CL_MAKE_VERSION(major, 0, 0));
  }
}

/* The driver's list plus the names that it does not have. */
static cl_int give_names(cl_device_id id, cl_device_info what, const struct additions *a, size_t size, void *value,
                         size_t *size_ret) {
  const cl_icd_dispatch *cl = &clgroup_next;
  size_t length = 0;
  cl_int error = cl->clGetDeviceInfo(id, what, 0, NULL, &length);
  if (error != CL_SUCCESS)
    return error;
  size_t count = length / sizeof(cl_name_version);
  cl_name_version *list = calloc(count + a->count, sizeof *list);
  if (!list)
    return CL_OUT_OF_HOST_MEMORY;
  if (count)
    error = cl->clGetDeviceInfo(id, what, length, list, NULL);
  for (unsigned n = 0; n < a->count; n++) {
    size_t i = 0;
    while (i < count && strncmp(list[i].name, a->names[n].name, sizeof list[i].name) != 0)
      i++;
    if (i == count)
      list[count++] = a->names[n];
  }
  if (error == CL_SUCCESS)
    error = give(list, count * sizeof *list, size, value, size_ret);
  free(list);
  return error;
}

static cl_int give_extensions(cl_device_id id, const struct additions *a, size_t size, void *value, size_t *size_ret) {
  char *list = clgroup_device_text(id, CL_DEVICE_EXTENSIONS);
  size_t length = list ? strlen(list) : 0;
  char *longer = list ? realloc(list, length + a->count * sizeof *a->names + 1) : NULL;
  if (!longer) {
    free(list);
    return CL_OUT_OF_HOST_MEMORY;
  }
  for (unsigned n = 0; n < a->count; n++)
    if (!clgroup_list_has(longer, a->names[n].name))
      length +=
          (size_t)sprintf(longer + length, "%s%s", length && longer[length - 1] != ' ' ? " " : "", a->names[n].name);
  cl_int error = give(longer, length + 1, size, value, size_ret);
  free(longer);
  return error;
}

/* Newer than some headers. */
enum { DOT_CAPABILITIES = 0x1073, DOT_ACCELERATION = 0x1074, DOT_ACCELERATION_PACKED = 0x1075 };

/* The extensions by which the layer may change the answer; or none, and `functions` says whether work-group functions
 * do. */
static unsigned of_interest(cl_device_info what, bool *functions) {
  *functions = what == CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT || what == CL_DEVICE_OPENCL_C_FEATURES;
  const unsigned requested = clgroup_settings.requested;
  switch ((unsigned)what) {
  case CL_DEVICE_MAX_NUM_SUB_GROUPS:
  case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
    return requested & clgroup_extensions_of_sub_groups();
  case CL_DEVICE_OPENCL_C_FEATURES:
  case CL_DEVICE_EXTENSIONS:
  case CL_DEVICE_EXTENSIONS_WITH_VERSION:
    return requested;
  case DOT_CAPABILITIES:
  case DOT_ACCELERATION:
  case DOT_ACCELERATION_PACKED:
    return requested & CLGROUP_HAS(integer_dot_product);
  default:
    return 0;
  }
}

static bool acts_on_all(const struct clgroup_service *d) {
  return d->acts && !d->only_some && clgroup_trial_passes(d, d->route);
}

/* Queries of lists. */
static cl_int give_list(const struct clgroup_service *d, cl_device_info what, unsigned offered, size_t size,
                        void *value, size_t *size_ret) {
  static const char feature[] = "__opencl_c_work_group_collective_functions";
  struct additions a = {.count = 0};
  if (what == CL_DEVICE_OPENCL_C_FEATURES) {
    add(&a, acts_on_all(d), feature, sizeof feature - 1, CL_MAKE_VERSION(3, 0, 0));
    add_features(&a, offered);
  } else
    add_extensions(&a, offered);
  if (!a.count)
    return clgroup_next.clGetDeviceInfo(d->device.id, what, size, value, size_ret);
  return what == CL_DEVICE_EXTENSIONS ? give_extensions(d->device.id, &a, size, value, size_ret)
                                      : give_names(d->device.id, what, &a, size, value, size_ret);
}

/* Queries of what the layer's own sub-groups and dot products are. */
static cl_int give_fact(const struct clgroup_service *d, cl_device_info what, size_t size, void *value,
                        size_t *size_ret) {
  /* The one sub-group of a work-group waits for no other, so its progress is independent, as cl_khr_subgroups requires;
   * nor do warps. */
  const cl_bool independent = CL_TRUE;
  const cl_uint sub_groups =
      d->device.form == CLGROUP_FORM_PTX ? (cl_uint)((d->device.max_size + CLGROUP_WARP - 1) / CLGROUP_WARP) : 1;
  const cl_bitfield both_inputs = 3;
  const cl_bool accelerated[6] = {CL_FALSE};
  if (what == CL_DEVICE_MAX_NUM_SUB_GROUPS)
    return give(&sub_groups, sizeof sub_groups, size, value, size_ret);
  if (what == CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS)
    return give(&independent, sizeof independent, size, value, size_ret);
  return what == DOT_CAPABILITIES ? give(&both_inputs, sizeof both_inputs, size, value, size_ret)
                                  : give(accelerated, sizeof accelerated, size, value, size_ret);
}

cl_int CL_API_CALL clgroup_device_info(cl_device_id id, cl_device_info what, size_t size, void *value,
                                       size_t *size_ret) {
  const cl_icd_dispatch *cl = &clgroup_next;
  bool functions;
  const unsigned extensions = of_interest(what, &functions);
  cl_device_type type;
  /* Errors, such as an invalid device or a query that the driver does not know, come from the driver; but not of
   * queries that belong to an extension which it lacks. */
  const cl_device_info probe = what >= DOT_CAPABILITIES && what <= DOT_ACCELERATION_PACKED ? CL_DEVICE_TYPE : what;
  if ((!extensions && !functions) ||
      cl->clGetDeviceInfo(id, probe, probe == what ? 0 : sizeof type, probe == what ? NULL : &type, NULL) != CL_SUCCESS)
    return cl->clGetDeviceInfo(id, what, size, value, size_ret);
  struct clgroup_service d;
  const cl_bool yes = CL_TRUE;
  clgroup_device_describe(id, &d);
  if (what == CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT)
    return acts_on_all(&d) ? give(&yes, sizeof yes, size, value, size_ret)
                           : cl->clGetDeviceInfo(id, what, size, value, size_ret);
  const unsigned offered = extensions ? clgroup_extensions_offered(&d) : 0;
  if (what == CL_DEVICE_OPENCL_C_FEATURES || what == CL_DEVICE_EXTENSIONS || what == CL_DEVICE_EXTENSIONS_WITH_VERSION)
    return give_list(&d, what, offered, size, value, size_ret);
  const unsigned subject = probe == what ? CLGROUP_HAS(subgroups) : CLGROUP_HAS(integer_dot_product);
  return offered & ~d.device.own & subject ? give_fact(&d, what, size, value, size_ret)
                                           : cl->clGetDeviceInfo(id, what, size, value, size_ret);
}

/* The sub-group that the layer offers is the work-group, or NVIDIA's warp. */
static cl_int give_sub_group(cl_kernel kernel, const struct clgroup_service *d, cl_kernel_sub_group_info what,
                             size_t input_size, const size_t *input, size_t size, void *value, size_t *size_ret) {
  const bool is_warp = d->device.form == CLGROUP_FORM_PTX;
  size_t answer[3] = {1, 1, 1}, most = 0, items = 1;
  (void)clgroup_work_group_info(kernel, d->device.id, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL);
  switch (what) {
  case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
  case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
    if (!input || !input_size || input_size % sizeof *input || input_size > 3 * sizeof *input)
      return CL_INVALID_VALUE;
    for (size_t i = 0; i < input_size / sizeof *input; i++)
      items *= input[i];
    if (what == CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE)
      answer[0] = is_warp ? CLGROUP_WARP : items;
    else if (is_warp)
      answer[0] = (items + CLGROUP_WARP - 1) / CLGROUP_WARP;
    return give(answer, sizeof *answer, size, value, size_ret);
  case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT: {
    if (!input || input_size != sizeof *input || (value && (!size || size % sizeof *answer)))
      return CL_INVALID_VALUE;
    const size_t length = value && size < sizeof answer ? size : sizeof answer;
    answer[0] = !is_warp ? most : *input <= most / CLGROUP_WARP ? *input * CLGROUP_WARP : 0;
    if (!answer[0] || (!is_warp && *input != 1))
      memset(answer, 0, sizeof answer);
    return give(answer, length, size, value, size_ret);
  }
  case CL_KERNEL_MAX_NUM_SUB_GROUPS:
    answer[0] = is_warp ? (most + CLGROUP_WARP - 1) / CLGROUP_WARP : 1;
    return give(answer, sizeof *answer, size, value, size_ret);
  case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
    *answer = 0;
    return give(answer, sizeof *answer, size, value, size_ret);
  default:
    return CL_INVALID_VALUE;
  }
}

/* A query without a device is of a program that has only one. */
static cl_device_id only_device(cl_kernel kernel) {
  cl_program program;
  cl_device_id *devices = NULL, only = NULL;
  cl_uint count;
  if (clgroup_next.clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, NULL) == CL_SUCCESS &&
      clgroup_program_devices(program, &devices, &count) == CL_SUCCESS && count == 1)
    only = *devices;
  free(devices);
  return only;
}

/* `drivers`: the driver's function, or NULL. */
typedef cl_int(CL_API_CALL sub_group_query)(cl_kernel, cl_device_id, cl_kernel_sub_group_info, size_t, const void *,
                                            size_t, void *, size_t *);
static cl_int sub_group_info(cl_kernel kernel, cl_device_id id, cl_kernel_sub_group_info what, size_t input_size,
                             const void *input, size_t size, void *value, size_t *size_ret, sub_group_query *drivers) {
  cl_uint arguments;
  struct clgroup_service d = {.route = CLGROUP_ROUTE_NATIVE};
  unsigned offered = 0;
  const bool requested = clgroup_settings.requested & clgroup_extensions_of_sub_groups();
  const cl_device_id asked = id || !requested ? id : only_device(kernel);
  if (requested && asked) {
    clgroup_device_describe(asked, &d);
    offered = clgroup_extensions_offered(&d);
  }
  /* On a device with sub-groups of its own, too, kernels of a program for which clgroup-cc provides all of them have
   * those. */
  if (!(offered & ~d.device.own & CLGROUP_HAS(subgroups)) && !clgroup_kernel_is_whole(kernel))
    return drivers ? drivers(kernel, id, what, input_size, input, size, value, size_ret) : CL_INVALID_OPERATION;
  const cl_int error = clgroup_next.clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, NULL);
  return error != CL_SUCCESS ? error : give_sub_group(kernel, &d, what, input_size, input, size, value, size_ret);
}

cl_int CL_API_CALL clgroup_sub_group_info(cl_kernel kernel, cl_device_id id, cl_kernel_sub_group_info what,
                                          size_t input_size, const void *input, size_t size, void *value,
                                          size_t *size_ret) {
  return sub_group_info(kernel, id, what, input_size, input, size, value, size_ret,
                        clgroup_next.clGetKernelSubGroupInfo);
}

cl_int CL_API_CALL clgroup_sub_group_info_khr(cl_kernel kernel, cl_device_id id, cl_kernel_sub_group_info what,
                                              size_t input_size, const void *input, size_t size, void *value,
                                              size_t *size_ret) {
  return sub_group_info(kernel, id, what, input_size, input, size, value, size_ret,
                        clgroup_next.clGetKernelSubGroupInfoKHR);
}

/* The driver's program that has the binaries and kernels. */
static cl_program holder(const struct clgroup_program *p) {
  return p->linked ? p->linked : p->object ? p->object : p->handle;
}

struct list {
  cl_device_id *devices;
  cl_uint count;
};

/* Copies an entry for each device that is in both lists; a size and a pointer are equally long. */
static void copy_entries(const struct list *from, const void *entries, const struct list *to, void *copies) {
  enum { WIDTH = sizeof(size_t) };
  for (cl_uint i = 0; i < to->count; i++)
    for (cl_uint k = 0; k < from->count; k++)
      if (to->devices[i] == from->devices[k])
        memcpy((char *)copies + i * WIDTH, (const char *)entries + k * WIDTH, WIDTH);
}

/* The driver's program that has the binaries may have fewer devices than the application's: maps their sizes, or the
 * pointers to the places for them. */
static cl_int give_binaries(const struct clgroup_program *p, cl_program_info what, size_t size, void *value,
                            size_t *size_ret) {
  struct list outer = {0}, inner = {0};
  size_t *entries = NULL, inner_length;
  cl_int error = clgroup_program_devices(p->handle, &outer.devices, &outer.count);
  if (error == CL_SUCCESS)
    error = clgroup_program_devices(holder(p), &inner.devices, &inner.count);
  const size_t length = outer.count * sizeof *entries;
  if (error == CL_SUCCESS && value && size < length)
    error = CL_INVALID_VALUE;
  if (error == CL_SUCCESS && !value) /* the driver says whether there are any */
    error = clgroup_next.clGetProgramInfo(holder(p), what, 0, NULL, &inner_length);
  if (error == CL_SUCCESS && value && !(entries = calloc(inner.count, sizeof *entries)))
    error = CL_OUT_OF_HOST_MEMORY;
  if (error == CL_SUCCESS && value && what == CL_PROGRAM_BINARIES)
    copy_entries(&outer, value, &inner, entries);
  if (error == CL_SUCCESS && value)
    error = clgroup_next.clGetProgramInfo(holder(p), what, inner.count * sizeof *entries, entries, NULL);
  if (error == CL_SUCCESS && value && what == CL_PROGRAM_BINARY_SIZES)
    copy_entries(&inner, entries, &outer, memset(value, 0, length));
  if (error == CL_SUCCESS && size_ret)
    *size_ret = length;
  free(outer.devices);
  free(inner.devices);
  free(entries);
  return error;
}

static cl_int known_program_info(struct clgroup_program *p, cl_program_info what, size_t size, void *value,
                                 size_t *size_ret) {
  const cl_icd_dispatch *cl = &clgroup_next;
  switch (what) {
  case CL_PROGRAM_IL:
    if (p->il || p->kind == CLGROUP_PROGRAM_UNRESOLVED) /* that of the latter, if any, is clgroup-cc's */
      return give(p->il, p->il_size, size, value, size_ret);
    return cl->clGetProgramInfo(p->handle, what, size, value, size_ret);
  case CL_PROGRAM_BINARY_SIZES:
  case CL_PROGRAM_BINARIES:
    return give_binaries(p, what, size, value, size_ret);
  case CL_PROGRAM_NUM_KERNELS:
  case CL_PROGRAM_KERNEL_NAMES:
    if (holder(p) == p->handle && !clgroup_build_left(p, true))
      return CL_INVALID_PROGRAM_EXECUTABLE;
    return cl->clGetProgramInfo(holder(p), what, size, value, size_ret);
  case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
  case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
    return cl->clGetProgramInfo(holder(p), what, size, value, size_ret);
  default:
    return cl->clGetProgramInfo(p->handle, what, size, value, size_ret);
  }
}

cl_int CL_API_CALL clgroup_program_info(cl_program program, cl_program_info what, size_t size, void *value,
                                        size_t *size_ret) {
  /* Queried before clgroup_program_open, which itself holds a reference. */
  if (what == CL_PROGRAM_REFERENCE_COUNT)
    return clgroup_next.clGetProgramInfo(program, what, size, value, size_ret);
  struct clgroup_program *p;
  cl_int error = clgroup_program_open(program, &p);
  if (error != CL_SUCCESS)
    return error;
  if (!p)
    return clgroup_next.clGetProgramInfo(program, what, size, value, size_ret);
  error = known_program_info(p, what, size, value, size_ret);
  clgroup_program_close(p);
  return error;
}

cl_int CL_API_CALL clgroup_build_info(cl_program program, cl_device_id device, cl_program_build_info what, size_t size,
                                      void *value, size_t *size_ret) {
  const cl_icd_dispatch *cl = &clgroup_next;
  struct clgroup_program *p;
  cl_int error = clgroup_program_open(program, &p);
  if (error != CL_SUCCESS)
    return error;
  if (!p)
    return cl->clGetProgramBuildInfo(program, device, what, size, value, size_ret);
  const struct clgroup_build *b = clgroup_build_find(p, device);
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
  clgroup_program_close(p);
  return error;
}

/* Drivers lose the text of a kernel's attributes in clLinkProgram. The one attribute that affects execution can be
 * queried another way. */
static cl_int give_attributes(cl_kernel kernel, cl_program program, size_t size, void *value, size_t *size_ret) {
  const cl_icd_dispatch *cl = &clgroup_next;
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

cl_int CL_API_CALL clgroup_kernel_info(cl_kernel kernel, cl_kernel_info what, size_t size, void *value,
                                       size_t *size_ret) {
  cl_program program =
      what == CL_KERNEL_PROGRAM || what == CL_KERNEL_ATTRIBUTES ? clgroup_kernel_program(kernel) : NULL;
  if (!program)
    return clgroup_next.clGetKernelInfo(kernel, what, size, value, size_ret);
  if (what == CL_KERNEL_ATTRIBUTES)
    return give_attributes(kernel, program, size, value, size_ret);
  return give(&program, sizeof program, size, value, size_ret);
}

static cl_int build_to_describe(struct clgroup_program *p, const char *more) {
  const cl_icd_dispatch *cl = &clgroup_next;
  const struct clgroup_build *b = p->builds;
  struct clgroup_buffer options = {0};
  const char *source = p->source;
  cl_int error = CL_OUT_OF_HOST_MEMORY;
  cl_program program = NULL;
  clgroup_buffer_add(&options, "%s%s", b->options, more);
  if (!options.failed)
    program = cl->clCreateProgramWithSource(p->context, 1, &source, &p->source_length, &error);
  if (program)
    error = cl->clBuildProgram(program, 1, &b->device, options.data, NULL, NULL);
  if (error == CL_SUCCESS)
    p->described = program;
  else if (program)
    cl->clReleaseProgram(program);
  clgroup_buffer_free(&options);
  return error;
}

/* A lack of memory may pass. */
static bool is_lasting(cl_int error) {
  return error != CL_SUCCESS && error != CL_OUT_OF_HOST_MEMORY && error != CL_OUT_OF_RESOURCES;
}

/* PoCL describes the arguments of kernels that its own compiler has built; for SPIR-V it gives wrong types. What its
 * compiler does not take, which is known after one try, is described as it is. */
static void describe(struct clgroup_program *p) {
  struct clgroup_options options;
  struct clgroup_service d;
  cl_int error = CL_SUCCESS;
  if (p->described || p->kind != CLGROUP_PROGRAM_SOURCE || !p->linked || p->object || !p->build_count ||
      clgroup_options_parse(p->builds->options, &options))
    return;
  clgroup_device_describe(p->builds->device, &d);
  if (options.arg_info && d.device.has_functions && is_lasting(error = build_to_describe(p, "")))
    error = build_to_describe(p, " -cl-std=CL3.0"); /* PoCL 6 and 7 have no 2.0 */
  if (is_lasting(error) && clgroup_next.clRetainProgram(p->linked) == CL_SUCCESS)
    p->described = p->linked;
  clgroup_options_free(&options);
}

atomic_bool clgroup_links_described;

/* The kernel of the same name whose arguments are described; NULL: the kernel itself, if any. */
static cl_kernel described_kernel(cl_kernel kernel) {
  const cl_icd_dispatch *cl = &clgroup_next;
  struct clgroup_program *p = NULL;
  cl_kernel described = NULL;
  cl_program program = clgroup_kernel_program(kernel);
  if (!program && !atomic_load(&clgroup_links_described))
    return NULL;
  if ((!program && cl->clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, NULL) != CL_SUCCESS) ||
      clgroup_program_open(program, &p) != CL_SUCCESS || !p)
    return NULL;
  describe(p);
  char *name = p->described ? clgroup_kernel_name(kernel) : NULL;
  if (name)
    described = cl->clCreateKernel(p->described, name, NULL);
  free(name);
  clgroup_program_close(p);
  return described;
}

cl_int CL_API_CALL clgroup_argument_info(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what, size_t size,
                                         void *value, size_t *size_ret) {
  const cl_icd_dispatch *cl = &clgroup_next;
  cl_kernel described = described_kernel(kernel);
  cl_int error = cl->clGetKernelArgInfo(described ? described : kernel, index, what, size, value, size_ret);
  if (described)
    cl->clReleaseKernel(described);
  return error;
}
