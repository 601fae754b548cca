/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queries about a program with work-group functions return the same as for that program without them. */
#include "app.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two kernels; %s is a work-group function, or nothing. */
static const char form[] =
    "// a comment with a tab\t and \"quotes\"\n"
    "kernel __attribute__((reqd_work_group_size(64, 1, 1))) void first(global const int *in, global int *out) {\n"
    "  out[get_global_id(0)] = %s(in[get_global_id(0)]); }\n"
    "kernel void second(global const int *restrict in, global int *out, local float4 *room, const uint number,\n"
    "                   constant char *bytes) {\n"
    "  local int own[256];\n"
    "  own[get_local_id(0)] = number + bytes[0];\n"
    "  out[get_global_id(0)] = own[0] + %s(in[get_global_id(0)]); }\n";

struct pair {
  char with[1024], without[1024];
  cl_program program, plain;
};

static struct pair both(struct app *a, const char *options) {
  struct pair p;
  snprintf(p.with, sizeof p.with, form, "work_group_reduce_add", "work_group_scan_inclusive_add");
  snprintf(p.without, sizeof p.without, form, "", "");
  p.program = app_program(a, p.with, app_options(a, "%s", options));
  p.plain = app_program(a, p.without, app_options(a, "%s", options));
  return p;
}

CASE(program_source_of_strings) {
  const char *strings[] = {"kernel void k(global int *x) {", "  *x = work_group_", "all(*x);ZZZZ", "}"};
  const size_t lengths[] = {0, 0, 8, 1};
  cl_int error;
  cl_program program = clCreateProgramWithSource(a->context, 4, strings, lengths, &error);
  app_must(a, error, "clCreateProgramWithSource");
  for (int turn = 0; turn < 2; turn++) {
    char *source = ask_program(program, CL_PROGRAM_SOURCE, NULL);
    if (strcmp(source, "kernel void k(global int *x) {  *x = work_group_all(*x);}"))
      app_fail(a, "CL_PROGRAM_SOURCE gives '%s'", source);
    free(source);
    app_build(a, program, a->standard);
  }
}

CASE(kernel_names) {
  struct pair p = both(a, "");
  size_t count = 0;
  ASK(count, clGetProgramInfo, p.program, CL_PROGRAM_NUM_KERNELS);
  char *names = ask_program(p.program, CL_PROGRAM_KERNEL_NAMES, NULL);
  if (count != 2 || (strcmp(names, "first;second") && strcmp(names, "second;first")))
    app_fail(a, "%zu kernels: %s", count, names);
}

/* Warnings about the user's code are kept; the text that the layer adds causes none. */
CASE(build_log) {
  struct pair p = both(a, "");
  char *log = app_log(a, p.program);
  if (strstr(log, "clgroup") || strstr(log, "warning"))
    app_fail(a, "the log of a good build says:\n%.2000s", log);
}

/* PoCL returns the text as written: without spaces and `__attribute__((...))` it is what others return. */
static void make_plain(char *attributes) {
  static const char before[] = "__attribute__((";
  char *to = attributes;
  for (const char *from = attributes; *from; from++)
    if (*from != ' ')
      *to++ = *from;
  *to = 0;
  if (strncmp(attributes, before, sizeof before - 1) || to - attributes < (ptrdiff_t)sizeof before + 1)
    return;
  to[-2] = 0;
  memmove(attributes, attributes + sizeof before - 1, strlen(attributes + sizeof before - 1) + 1);
}

CASE(kernel_queries) {
  struct pair p = both(a, "");
  static const char *const names[] = {"first", "second"};
  for (int i = 0; i < 2; i++) {
    cl_kernel kernel = app_kernel(a, p.program, names[i]), plain = app_kernel(a, p.plain, names[i]);
    char *name = ask_kernel(kernel, CL_KERNEL_FUNCTION_NAME, NULL);
    char *attributes = ask_kernel(kernel, CL_KERNEL_ATTRIBUTES, NULL);
    char *wanted = ask_kernel(plain, CL_KERNEL_ATTRIBUTES, NULL);
    make_plain(attributes);
    make_plain(wanted);
    cl_uint arguments;
    cl_context context;
    size_t size, sizes[3], plain_sizes[3];
    ASK(arguments, clGetKernelInfo, kernel, CL_KERNEL_NUM_ARGS);
    ASK(context, clGetKernelInfo, kernel, CL_KERNEL_CONTEXT);
    if (strcmp(name, names[i]) || arguments != (i ? 5 : 2) || context != a->context)
      app_fail(a, "%s: name '%s', %u arguments, or another context", names[i], name, (unsigned)arguments);
    if (strcmp(attributes, wanted))
      app_fail(a, "CL_KERNEL_ATTRIBUTES of %s gives '%s', where a plain program gives '%s'", names[i], attributes,
               wanted);
    ASK(sizes, clGetKernelWorkGroupInfo, kernel, a->device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE);
    ASK(plain_sizes, clGetKernelWorkGroupInfo, plain, a->device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE);
    if (memcmp(sizes, plain_sizes, sizeof sizes))
      app_fail(a, "CL_KERNEL_COMPILE_WORK_GROUP_SIZE of %s gives %zu, %zu, %zu", names[i], sizes[0], sizes[1],
               sizes[2]);
    ASK(size, clGetKernelWorkGroupInfo, kernel, a->device, CL_KERNEL_WORK_GROUP_SIZE);
    if (!size || size > app_device_number(a, CL_DEVICE_MAX_WORK_GROUP_SIZE))
      app_fail(a, "CL_KERNEL_WORK_GROUP_SIZE of %s is %zu", names[i], size);
  }
}

/* The local memory of a kernel includes the library's scratch; it is never more than the device has. */
CASE(kernel_local_memory) {
  enum { OWN = 256 * sizeof(cl_int) };
  struct pair p = both(a, "");
  cl_ulong with, without, most = app_device_number(a, CL_DEVICE_LOCAL_MEM_SIZE);
  cl_kernel kernel = app_kernel(a, p.program, "second"), plain = app_kernel(a, p.plain, "second");
  ASK(with, clGetKernelWorkGroupInfo, kernel, a->device, CL_KERNEL_LOCAL_MEM_SIZE);
  ASK(without, clGetKernelWorkGroupInfo, plain, a->device, CL_KERNEL_LOCAL_MEM_SIZE);
  if (without < OWN && with < OWN)
    app_skip(a, "the driver does not count a kernel's own %u bytes of local memory", (unsigned)OWN);
  if (with > most || (a->layer ? with <= without : with < without))
    app_fail(a, "CL_KERNEL_LOCAL_MEM_SIZE is %llu, where a plain kernel has %llu and the device %llu",
             (unsigned long long)with, (unsigned long long)without, (unsigned long long)most);
}

static void compare_arguments(struct app *a, const char *option) {
  struct pair p = both(a, option);
  static const cl_kernel_arg_info queries[] = {CL_KERNEL_ARG_NAME, CL_KERNEL_ARG_TYPE_NAME,
                                               CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_ACCESS_QUALIFIER,
                                               CL_KERNEL_ARG_TYPE_QUALIFIER};
  static const char *const names[] = {"in", "out", "room", "number", "bytes"};
  cl_kernel kernel = app_kernel(a, p.program, "second"), plain = app_kernel(a, p.plain, "second");
  for (cl_uint i = 0; i < 5; i++)
    for (unsigned q = 0; q < sizeof queries / sizeof *queries; q++) {
      char got[64] = "", wanted[64] = "";
      size_t got_size = 0, wanted_size = 0;
      cl_int error = clGetKernelArgInfo(kernel, i, queries[q], sizeof got, got, &got_size);
      cl_int plain_error = clGetKernelArgInfo(plain, i, queries[q], sizeof wanted, wanted, &wanted_size);
      if (error != plain_error || got_size != wanted_size || memcmp(got, wanted, sizeof got))
        app_fail(a, "argument %u, query 0x%x: error %d, '%s', where a plain program gives %d, '%s'", (unsigned)i,
                 (unsigned)queries[q], error, got, plain_error, wanted);
      if (queries[q] == CL_KERNEL_ARG_NAME && strcmp(got, names[i]))
        app_fail(a, "argument %u has the name '%s'", (unsigned)i, got);
    }
}

CASE(kernel_arguments) {
  compare_arguments(a, "-cl-kernel-arg-info");
  if (!strcmp(a->platform_name, "rusticl")) /* which describes them without the option, too */
    compare_arguments(a, "");
}
