/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Versions of OpenCL C, macros, extensions, and the compiler's messages. */
#include "app.h"

#include <stdlib.h>
#include <string.h>

/* PoCL 6 and 7 have no OpenCL C 2.0, in which many programs are written. In loops the layer leaves their functions to
 * them. */
CASE(older_standard) {
  app_needs_layer(a);
  app_text(a, KERNEL("work_group_reduce_add(in[i])"), "-cl-std=CL2.0", app_sum);
  app_text(a,
           "kernel void k(global const int *in, global int *out) {\n"
           "  int x = 0;\n"
           "  for (uint n = 0; n < get_local_size(0); n += 32)\n"
           "    x = work_group_reduce_add(in[get_global_id(0)]);\n"
           "  out[get_global_id(0)] = x;\n"
           "}\n",
           "-cl-std=CL2.0", app_sum);
}

static const char own[] = "int work_group_scan_inclusive_add(int x);\n"
                          "int work_group_scan_inclusive_add(int x) { return 7 * x; }\n"
                          "int work_group_all(int x, int y, int z) { return x - y * z; }\n" KERNEL(
                              "work_group_scan_inclusive_add(in[i]) + work_group_all(0, 6, in[i])");

TEXT_CASE(own_function_in_1_2, own, "-cl-std=CL1.2", app_same)

CASE(own_function_without_standard) {
  cl_program version = app_source(a, "#if __OPENCL_C_VERSION__ >= 200\n#error\n#endif\n" KERNEL("in[i]"));
  if (clBuildProgram(version, 0, NULL, NULL, NULL, NULL))
    app_skip(a, "the driver's default is OpenCL C 2.0 or newer, which has the names");
  app_text(a, own, NULL, app_same);
}

/* Some libraries define the functions themselves for devices that lack them. */
TEXT_CASE(own_macro,
          "#define work_group_reduce_add(x) own(x)\n"
          "int own(int x) { return x; }\n" KERNEL("work_group_reduce_add(in[i])"),
          app_options(a, "-Werror"), app_same)

CASE(own_macro_where_the_device_has_none) {
  app_needs_version(a, 300, "the feature's macro");
  app_text(a,
           "#ifndef __opencl_c_work_group_collective_functions\n"
           "#define work_group_reduce_add(x) own(x)\n"
           "int own(int x) { return x; }\n"
           "#endif\n" KERNEL("work_group_reduce_add(in[i])"),
           a->standard, app_sum);
}

CASE(feature_macro) {
  app_needs_version(a, 300, "the feature's macro");
  app_text(a,
           "#ifdef __opencl_c_work_group_collective_functions\n" KERNEL(
               "work_group_reduce_add(in[i])") "#else\n" KERNEL("-1") "#endif\n",
           a->standard, app_sum);
  /* The macro is also defined if the program names no work-group function. */
  app_text(a, "#ifdef __opencl_c_work_group_collective_functions\n" KERNEL("in[i]") "#else\n" KERNEL("-1") "#endif\n",
           a->standard, app_same);
  app_text(a, KERNEL("in[i] * __opencl_c_work_group_collective_functions"), a->standard, app_same);
}

/* As programs do that know a driver to have the functions, although it does not report them. */
CASE(feature_macro_forced) {
  app_needs_version(a, 300, "the feature's macro");
  app_text(a, KERNEL("work_group_reduce_add(in[i])"), app_options(a, "-D__opencl_c_work_group_collective_functions=1"),
           app_sum);
}

CASE(cpp) {
  static const char *const standards[] = {"-cl-std=CLC++2021", "-cl-std=CLC++"};
  for (unsigned i = 0; i < 2; i++) {
    cl_program program = app_source(a, "template <class T> T same(T x) { return x; }\n" KERNEL("same(in[i])"));
    cl_int error = clBuildProgram(program, 0, NULL, standards[i], NULL, NULL);
    clReleaseProgram(program);
    if (error)
      continue;
    app_text(a,
             "template <class T> T sum(T x) { return work_group_reduce_add(x); }\n"
             "namespace own { int largest(int x) { return work_group_reduce_max(x); } }\n" KERNEL(
                 "sum(in[i]) + own::largest(0)"),
             standards[i], app_sum);
    return;
  }
  app_skip(a, "the driver takes no C++ for OpenCL");
}

CASE(intel_subgroups) {
  app_needs_extension(a, "cl_intel_subgroups");
  app_text(a,
           KERNEL("work_group_scan_inclusive_add(intel_sub_group_shuffle(in[i], get_sub_group_local_id()))"
                  " + (get_sub_group_size() > 0 ? 0 : 1)"),
           a->standard, app_scan);
}

/* A block that a kernel enqueues: only a driver's own compiler takes such programs. */
CASE(enqueued_block) {
  cl_device_device_enqueue_capabilities can = 0;
  clGetDeviceInfo(a->device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof can, &can, NULL);
  if (!can)
    app_skip(a, "the device has no queues of its own");
  const cl_queue_properties properties[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT, 0};
  cl_int error;
  cl_command_queue queue = clCreateCommandQueueWithProperties(a->context, a->device, properties, &error);
  app_must(a, error, "clCreateCommandQueueWithProperties");
  app_text(a,
           "kernel void k(global const int *in, global int *out) {\n"
           "  if (get_global_id(0) == 0)\n"
           "    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT,\n"
           "                   ndrange_1D(get_global_size(0), get_local_size(0)), ^{\n"
           "                     size_t i = get_global_id(0);\n"
           "                     out[i] = work_group_all(1) ? work_group_reduce_add(in[i]) : 0;\n"
           "                   });\n"
           "}\n",
           a->standard, app_sum);
  clReleaseCommandQueue(queue);
}

CASE(options_of_all_kinds) {
  app_text(a, KERNEL("work_group_reduce_add(in[i])"), app_options(a, "-cl-opt-disable"), app_sum);
  app_text(a, KERNEL("work_group_reduce_add(in[i])"),
           app_options(a, "-cl-fast-relaxed-math -cl-mad-enable -cl-no-signed-zeros -w"), app_sum);
  app_text(a, KERNEL("work_group_reduce_add(in[i])"), app_options(a, "  -D  A=1   -DB  "), app_sum);
}

/* Intel's compiler crashes on such a kernel with sub-groups. The vote has what is right for any driver. */
CASE(opt_disable_of_an_object) {
  cl_program object = app_object(
      a, KERNEL("in[i] + (int)(work_group_scan_exclusive_add((uint)work_group_all(i + 1)) - get_local_id(0))"),
      app_options(a, "-cl-opt-disable"));
  cl_program program = app_link(a, "", 1, &object);
  app_right(a, program, "k", app_same);
}

TEXT_CASE(line_numbers,
          "\n\n" /* the kernel's third line is the fifth */
          KERNEL("work_group_reduce_add(0) + in[i] * (__LINE__ == 5)"),
          a->standard, app_same)

CASE(error_line) {
  cl_program program = app_source(a, "\n\n" KERNEL("work_group_reduce_add(in[i]) + there_is_no_such_name"));
  cl_int error = clBuildProgram(program, 0, NULL, a->standard, NULL, NULL);
  char *log = app_log(a, program);
  app_gives(a, error, CL_BUILD_PROGRAM_FAILURE, "clBuildProgram");
  app_status(a, program, CL_BUILD_ERROR);
  if (!strstr(log, "there_is_no_such_name"))
    app_fail(a, "the log does not name what is missing:\n%.2000s", log);
  if (!strstr(log, ":5:"))
    app_fail(a, "the log does not name line 5:\n%.2000s", log);
  free(log);
  if (clCreateKernel(program, "k", &error))
    app_fail(a, "clCreateKernel makes a kernel");
  app_gives(a, error, CL_INVALID_PROGRAM_EXECUTABLE, "clCreateKernel");
}

/* Each in a program of its own: some drivers cannot build a program again after an error. */
CASE(unknown_option) {
  static const char *const texts[] = {KERNEL("in[i]"), KERNEL("work_group_reduce_add(in[i])")};
  for (unsigned i = 0; i < 2; i++) {
    const char *options = app_options(a, "-cl-there-is-no-such-option");
    app_gives(a, clBuildProgram(app_source(a, texts[i]), 0, NULL, options, NULL, NULL), CL_INVALID_BUILD_OPTIONS,
              i ? "clBuildProgram with a work-group function" : "clBuildProgram without one");
    app_gives(a, clCompileProgram(app_source(a, texts[i]), 0, NULL, options, 0, NULL, NULL, NULL, NULL),
              CL_INVALID_COMPILER_OPTIONS,
              i ? "clCompileProgram with a work-group function" : "clCompileProgram without one");
  }
}

/* As arguments of a built-in function: PoCL 6.0 loses some in SPIR-V. */
TEXT_CASE(wide_vectors, KERNEL("work_group_reduce_add((int)max((long16)in[i], (long16)in[i] - 1).sf)"), a->standard,
          app_sum)
