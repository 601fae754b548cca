/* Features of OpenCL C 2.0 that a device may lack: a program that uses one is right, or is refused with a reason. */
#include "app.h"

#include <stdlib.h>
#include <string.h>

static const char *const versions[] = {"-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CLC++", "-cl-std=CLC++2021"};
enum { VERSIONS = sizeof versions / sizeof *versions };

/* NULL: it is refused. */
static cl_program try_build(const struct app *a, const char *text, const char *version) {
  const char *route = getenv("CLGROUP_ROUTE");
  if (!a->layer || (route && !strcmp(route, "link")))
    app_skip(a, "the driver's own compiler may crash on it");
  cl_program program = app_source(a, text);
  if (clBuildProgram(program, 0, NULL, version, NULL, NULL) == CL_SUCCESS)
    return program;
  char *log = app_log(a, program);
  if (!strstr(log, "error") && !strstr(log, "support"))
    app_fail(a, "%s is refused without a reason: '%s'", version, log);
  free(log);
  app_must(a, clReleaseProgram(program), "clReleaseProgram");
  return NULL;
}

/* Variables keep their values from one launch to the next. */
CASE(program_scope_variables) {
  static const char *const texts[] = {
      "global int seen = 3;\n"
      "kernel void w(global const int *in, global int *out) {\n"
      "  int sum = work_group_reduce_add(1);\n"
      "  if (get_global_id(0) == 0) seen += 10 * sum;\n"
      "  out[get_global_id(0)] = in[0];\n"
      "}\n"
      "kernel void k(global const int *in, global int *out) { out[get_global_id(0)] = seen; }\n",
      "kernel void k(global const int *in, global int *out) {\n"
      "  static global int seen = 3;\n"
      "  int sum = work_group_reduce_add(1);\n"
      "  out[get_global_id(0)] = seen;\n"
      "  if (get_global_size(0) == 1) seen += 10 * sum + in[0];\n"
      "}\n"};
  for (unsigned i = 0; i < 2 * VERSIONS; i++) {
    int out[APP_ITEMS];
    cl_program program = try_build(a, texts[i % 2], versions[i / 2]);
    if (!program)
      continue;
    if (i % 2 == 0)
      app_must(a, app_launch(a, a->queue, app_kernel(a, program, "w"), out), "launch");
    app_must(a, app_launch(a, a->queue, app_kernel(a, program, "k"), out), "launch");
    const int expected = i % 2 == 0 ? 3 + 10 * APP_LOCAL : 3;
    for (unsigned k = 0; k < APP_ITEMS; k++)
      if (out[k] != expected)
        app_fail(a, "%s, text %u: %d, not %d", versions[i / 2], i % 2, out[k], expected);
  }
}

CASE(pipes) {
  const cl_ulong there = app_device_number(a, CL_DEVICE_PIPE_SUPPORT);
  for (unsigned i = 0; i < VERSIONS; i++)
    if (try_build(a,
                  "kernel void k(global int *o, write_only pipe int p) {\n"
                  "  int s = work_group_reduce_add(1);\n"
                  "  write_pipe(p, &s);\n"
                  "  o[0] = s;\n"
                  "}\n",
                  versions[i]) &&
        a->opencl >= 300 && !there)
      app_fail(a, "%s is built, and the device has no pipes", versions[i]);
}
