/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* PoCL 6 and 7 have all work-items do what is the leader's, behind a barrier that is in a branch. The layer avoids it
 * however the application builds the program. */
#include "app.h"

#include <stdio.h>

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

static const char helper[] = "uint least(uint x);\nuint least(uint x) { return work_group_reduce_min(x); }\n";
static const char plain[] = "int factor(void);\nint factor(void) { return 1; }\n";

/* (Libraries, several devices, other versions and argument information: unasked/..._on_pocl of the stub suite.) */
CASE(leader_of_several_objects) {
  static const char *const calls[] = {SUM, "lead = least(lane + i * factor());"};
  for (unsigned i = 0; i < 2; i++) {
    char text[2048];
    write_text(a, text, calls[i]);
    cl_program objects[] = {app_object(a, text, a->standard), app_object(a, helper, a->standard),
                            app_object(a, plain, a->standard)};
    cl_program program = app_link(a, "", 3, objects);
    for (unsigned k = 0; k < 3; k++)
      app_must(a, clReleaseProgram(objects[k]), "clReleaseProgram of an object");
    app_right(a, program, "k", app_same);
    app_must(a, clReleaseProgram(program), "clReleaseProgram");
  }
}
