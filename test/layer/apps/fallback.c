/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An application that is written for drivers with and without work-group functions: it asks in one way or another
 * whether it has them, and otherwise sums by hand. It runs in processes of its own, on the driver alone and in each
 * mode and route of the layer. */
#include "app.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A kernel that sums a work-group: by the function if `condition` holds for the preprocessor, else by hand. */
#define BY_HAND                                                                                                        \
  "int by_hand(int x, local int *part) {\n"                                                                            \
  "  size_t l = get_local_id(0);\n"                                                                                    \
  "  part[l] = x;\n"                                                                                                   \
  "  for (size_t s = get_local_size(0) / 2; s > 0; s /= 2) {\n"                                                        \
  "    barrier(CLK_LOCAL_MEM_FENCE);\n"                                                                                \
  "    if (l < s) part[l] += part[l + s];\n"                                                                           \
  "  }\n"                                                                                                              \
  "  barrier(CLK_LOCAL_MEM_FENCE);\n"                                                                                  \
  "  return part[0];\n"                                                                                                \
  "}\n"
#define SUM_OF(sum)                                                                                                    \
  "kernel void k(global const int *in, global int *out) {\n"                                                           \
  "  local int part[64];\n"                                                                                            \
  "  int i = get_global_id(0), x = in[i];\n"                                                                           \
  "  out[i] = " sum ";\n"                                                                                              \
  "}\n"
#define TEXT(condition, sum)                                                                                           \
  "int by_hand(int x, local int *part);\n" BY_HAND "#if " condition "\n#define SUM(x) " sum "\n#else\n"                \
  "#define SUM(x) by_hand(x, part)\n#endif\n" SUM_OF("SUM(x)")

/* Whether the program's kernel can be launched. Its result must be right. */
static bool runs(const struct app *a, cl_program program) {
  cl_int out[APP_ITEMS], error;
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  if (!kernel)
    return false;
  error = app_launch(a, kernel, out);
  if (!error)
    app_judge(a, out, app_sum, 1);
  clReleaseKernel(kernel);
  return !error;
}

static bool builds_and_runs(const struct app *a, const char *text, const char *options) {
  cl_program program = app_source(a, text);
  bool done = clBuildProgram(program, 1, &a->device, options, NULL, NULL) == CL_SUCCESS && runs(a, program);
  clReleaseProgram(program);
  return done;
}

static bool by_query(struct app *a) {
  cl_bool there = CL_FALSE; /* as before OpenCL 3.0, which does not know the query */
  clGetDeviceInfo(a->device, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof there, &there, NULL);
  return builds_and_runs(a, TEXT("defined ASKED", "work_group_reduce_add(x)"),
                         there ? app_options(a, "-DASKED") : NULL);
}

static bool by_macro(struct app *a) {
  return builds_and_runs(a,
                         TEXT("defined __opencl_c_work_group_collective_functions || __OPENCL_C_VERSION__ == 200",
                              "work_group_reduce_add(x)"),
                         a->standard);
}

/* Uses a function of the extension if the device lists it and its macro is defined. */
static bool by_extension(struct app *a) {
  const bool there = app_has_extension(a, "cl_khr_work_group_uniform_arithmetic");
  return builds_and_runs(a,
                         "#ifdef cl_khr_work_group_uniform_arithmetic\n"
                         "#pragma OPENCL EXTENSION cl_khr_work_group_uniform_arithmetic : enable\n"
                         "#endif\n" TEXT("defined ASKED && defined cl_khr_work_group_uniform_arithmetic",
                                         "(work_group_reduce_add(x) * work_group_reduce_mul(1))"),
                         app_options(a, "%s", there ? "-DASKED" : ""));
}

/* Asks for nothing, but takes the first that can be built and launched. */
static bool by_attempts(struct app *a) {
  static const char *const options[] = {"-cl-std=CL2.0", "-cl-std=CL3.0", "", "-cl-std=CL1.2 -DHAND"};
  for (unsigned i = 0; i < sizeof options / sizeof *options; i++)
    if (builds_and_runs(a, TEXT("!defined HAND", "work_group_reduce_add(x)"), options[i]))
      return true;
  return false;
}

/* The same with two objects, of which one makes the sum. */
static bool by_link(struct app *a) {
  static const char *const sums[] = {"int sum_of(int x, local int *p) { return work_group_reduce_add(x); }\n",
                                     BY_HAND "int sum_of(int x, local int *p) { return by_hand(x, p); }\n"};
  const char *kernel = "int sum_of(int x, local int *p);\n" SUM_OF("sum_of(x, part)");
  bool done = false;
  for (unsigned i = 0; i < 2 && !done; i++) {
    char text[1024];
    snprintf(text, sizeof text, "int by_hand(int x, local int *part);\nint sum_of(int x, local int *p);\n%s", sums[i]);
    cl_program objects[] = {app_source(a, kernel), app_source(a, text)}, program = NULL;
    cl_int error = clCompileProgram(objects[0], 1, &a->device, a->standard, 0, NULL, NULL, NULL, NULL);
    error = error ? error : clCompileProgram(objects[1], 1, &a->device, a->standard, 0, NULL, NULL, NULL, NULL);
    if (!error)
      program = clLinkProgram(a->context, 1, &a->device, "", 2, objects, NULL, NULL, &error);
    done = program && !error && runs(a, program);
    for (unsigned k = 0; k < 2; k++)
      clReleaseProgram(objects[k]);
    if (program)
      clReleaseProgram(program);
  }
  return done;
}

#define WAYS(EACH) EACH(by_query) EACH(by_macro) EACH(by_extension) EACH(by_attempts) EACH(by_link)
static const struct {
  const char *name;
  bool (*done)(struct app *);
} ways[] = {
#define ROW(way) {#way, way},
    WAYS(ROW)};

int app_fallback(struct app *a, const char *way) {
  const char *wrong = app_open(a);
  if (wrong)
    app_fail(a, "%s", wrong);
  a->name = way;
  for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++)
    if (!strcmp(ways[i].name, way) && !ways[i].done(a))
      app_fail(a, "neither the functions nor the sum by hand can be built and launched");
  clReleaseCommandQueue(a->queue);
  clReleaseContext(a->context);
  return APP_PASSED;
}

/* Returns a process's status. */
static int process(const struct app *a, const char *way, const char *mode, const char *route) {
  setenv("CLGROUP_MODE", mode, 1);
  if (route)
    setenv("CLGROUP_ROUTE", route, 1);
  else
    unsetenv("CLGROUP_ROUTE");
  return app_run(a, "--fallback", way);
}

static void fallback(struct app *a, const char *way) {
  static const char *const modes[] = {"auto", "always"}, *const routes[] = {NULL, "link", "compile"};
  int status = process(a, way, "off", NULL);
  if (status)
    app_skip(a, "status 0x%x on the driver alone", (unsigned)status);
  for (unsigned m = 0; m < 2 && a->layer; m++)
    for (unsigned r = 0; r < 3; r++)
      if ((status = process(a, way, modes[m], routes[r])))
        app_fail(a, "status 0x%x in mode %s, route %s, and 0 without the layer", (unsigned)status, modes[m],
                 routes[r] ? routes[r] : "auto");
}

#define FALLBACK(way)                                                                                                  \
  CASE(fallback_##way) {                                                                                               \
    fallback(a, #way);                                                                                                 \
  }
WAYS(FALLBACK)
