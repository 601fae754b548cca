/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* PoCL 6 and 7 have all work-items do what is the leader's, behind a barrier that is in a branch. The layer avoids it
 * however the application builds the program. */
#include "app.h"

#include <stdio.h>
#include <string.h>

#define SUM "lead = work_group_reduce_min(lane + i);"

/* `calls` computes lead, the group's number. */
static void write_text(const struct app *a, char text[2048], const char *calls) {
  app_needs_layer(a);
  app_needs_other_route(a, "link", "the driver's own compiler may be wrong");
  snprintf(text, 2048,
           "uint least(uint x);\n"
           "int factor(void);\n"
           "kernel void k(global const int *in, global int *out) {\n"
           "  uint i = get_group_id(0), lane = get_local_id(0);\n"
           "  out[get_global_id(0)] = lane ? in[get_global_id(0)] : 0;\n"
           "  if (in[i] < -1000000)\n"
           "    return;\n"
           "  uint lead = i;\n"
           "  %s\n"
           "  if (i == lead && lane == 0)\n"
           "    out[i * get_local_size(0)] += in[i * get_local_size(0)];\n"
           "  else if (lane == 0)\n"
           "    out[i * get_local_size(0)] = -1;\n"
           "}\n",
           calls);
}

static void leader(struct app *a, const char *calls, const char *options) {
  char text[2048];
  write_text(a, text, calls);
  app_text(a, text, options, app_same);
}

CASE(leader_behind_return) {
  leader(a, SUM, a->standard);
}

CASE(leader_behind_return_and_loop) {
  leader(a,
         "for (uint turn = 0; turn < 3 + (get_local_size(0) >> 20); turn++) lead = work_group_reduce_add(lane ? 0 : "
         "lead);",
         a->standard);
}

CASE(leader_in_loop_behind_return) {
  leader(a,
         "for (uint turn = 0; turn < 2 + (get_local_size(0) >> 20); turn++) {\n"
         "    lead = work_group_reduce_add(lane ? 0 : lead);\n"
         "    global int *first = &out[i * get_local_size(0)];\n"
         "    if (i == lead && lane == 0)\n"
         "      *first = turn ? 1 - *first : *first + 1;\n"
         "  }",
         a->standard);
}

/* Without -cl-std the driver chooses the version of OpenCL C. */
CASE(leader_without_standard) {
  leader(a, SUM, NULL);
  leader(a, SUM, "-cl-mad-enable");
}

static void expect_argument(const struct app *a, cl_kernel kernel, cl_uint index, const char *name) {
  char got[64] = "";
  app_must(a, clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_NAME, sizeof got, got, NULL), "CL_KERNEL_ARG_NAME");
  if (strcmp(got, name))
    app_fail(a, "argument %u has the name '%s'", (unsigned)index, got);
  app_must(a, clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME, sizeof got, got, NULL),
           "CL_KERNEL_ARG_TYPE_NAME");
  if (strcmp(got, "int*"))
    app_fail(a, "argument %u has the type '%s'", (unsigned)index, got);
}

/* The kernel is right, and describes its arguments. */
static void judge_described(const struct app *a, cl_program program) {
  cl_kernel kernel = app_kernel(a, program, "k");
  expect_argument(a, kernel, 0, "in");
  app_expect(a, kernel, app_same, 1);
  expect_argument(a, kernel, 1, "out");
  app_must(a, clReleaseKernel(kernel), "clReleaseKernel");
}

CASE(leader_with_argument_info) {
  char text[2048];
  write_text(a, text, SUM);
  cl_program program = app_program(a, text, app_options(a, "-cl-kernel-arg-info"));
  judge_described(a, program);
  app_build(a, program, app_options(a, "-cl-kernel-arg-info -DTWICE"));
  judge_described(a, program);
}

static const char helper[] = "uint least(uint x);\nuint least(uint x) { return work_group_reduce_min(x); }\n";
static const char plain[] = "int factor(void);\nint factor(void) { return 1; }\n";

static void link_objects(struct app *a, const char *calls, const char *options, bool info, cl_program *program) {
  char text[2048];
  write_text(a, text, calls);
  cl_program objects[] = {app_object(a, text, options), app_object(a, helper, options), app_object(a, plain, options)};
  cl_int error = CL_SUCCESS;
  const char *with = info ? "-cl-kernel-arg-info" : "";
  *program = clLinkProgram(a->context, 1, &a->device, with, 3, objects, NULL, NULL, &error);
  if (info && error == CL_INVALID_LINKER_OPTIONS)
    app_skip(a, "the driver links without -cl-kernel-arg-info");
  app_must(a, error, "clLinkProgram");
  for (unsigned i = 0; i < 3; i++)
    app_must(a, clReleaseProgram(objects[i]), "clReleaseProgram of an object");
}

CASE(leader_of_several_objects) {
  static const char *const calls[] = {SUM, "lead = least(lane + i * factor());"};
  for (unsigned i = 0; i < 2; i++) {
    cl_program program;
    link_objects(a, calls[i], a->standard, false, &program);
    app_right(a, program, "k", app_same);
    app_must(a, clReleaseProgram(program), "clReleaseProgram");
  }
}

CASE(leader_of_several_objects_with_argument_info) {
  cl_program program;
  link_objects(a, "lead = least(lane + i * factor());", app_options(a, "-cl-kernel-arg-info"), true, &program);
  judge_described(a, program);
}

CASE(leader_of_a_library) {
  char text[2048];
  write_text(a, text, "lead = least(lane + i * factor());");
  cl_program parts[] = {app_object(a, helper, a->standard), app_object(a, plain, a->standard)};
  cl_program both[] = {app_object(a, text, a->standard), app_link(a, "-create-library", 2, parts)};
  cl_program program = app_link(a, "", 2, both);
  app_right(a, program, "k", app_same);
}

/* Objects for OpenCL C 2.0, which PoCL 6 and 7 refuse. */
CASE(leader_of_objects_for_2_0) {
  char text[2048];
  write_text(a, text, SUM);
  cl_program both[] = {app_object(a, text, "-cl-std=CL2.0"), app_object(a, helper, "-cl-std=CL2.0")};
  cl_program program = app_link(a, "", 2, both);
  app_right(a, program, "k", app_same);
}

/* Two devices of the platform, or two parts of one device. */
CASE(leader_on_two_devices) {
  cl_device_id devices[APP_MOST_PARTS];
  cl_uint count = 0;
  char text[2048];
  write_text(a, text, SUM);
  const bool split = clGetDeviceIDs(a->platform, CL_DEVICE_TYPE_ALL, APP_MOST_PARTS, devices, &count) || count < 2;
  if (split)
    count = app_parts(a, devices);
  app_on_two(a, devices, text, app_same);
  for (cl_uint i = 0; i < count && split; i++)
    clReleaseDevice(devices[i]);
}
