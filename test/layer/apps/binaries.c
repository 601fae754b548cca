/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs saved as binaries and loaded again. */
#include "app.h"

#include <stdlib.h>

static const char text[] = KERNEL("work_group_scan_inclusive_add(in[i])");

/* A binary that was saved from a program which was itself loaded from a binary. */
CASE(binary_loaded_twice) {
  cl_program program = app_program(a, text, a->standard);
  for (int turn = 0; turn < 2; turn++) {
    cl_program again = app_reloaded(a, program);
    clReleaseProgram(program);
    program = again;
    app_build(a, program, turn ? NULL : "");
    app_right(a, program, "k", app_scan);
  }
}

CASE(binary_of_linked) {
  cl_program object = app_object(a, text, a->standard), program = app_link(a, "", 1, &object);
  cl_program again = app_reloaded(a, program);
  app_build(a, again, "");
  app_right(a, again, "k", app_scan);
}

CASE(binary_of_object) {
  cl_program object = app_object(a, text, a->standard);
  cl_program again = app_reloaded(a, object);
  cl_int error = clCompileProgram(again, 0, NULL, "", 0, NULL, NULL, NULL, NULL);
  if (error != CL_INVALID_OPERATION && error != CL_SUCCESS)
    app_fail(a, "clCompileProgram of a binary gives error %d", error);
  again = app_reloaded(a, object);
  cl_program program = app_link(a, "", 1, &again);
  app_right(a, program, "k", app_scan);
}

CASE(binary_of_bytes) {
  const unsigned char data[] = "work_group_reduce_add is no program";
  const unsigned char *list[] = {data};
  const size_t size = sizeof data;
  cl_int status = CL_SUCCESS, error = CL_SUCCESS;
  cl_program program = clCreateProgramWithBinary(a->context, 1, &a->device, &size, list, &status, &error);
  if (program && !error && clBuildProgram(program, 0, NULL, "", NULL, NULL) == CL_SUCCESS)
    app_fail(a, "bytes of no kind are built");
}

/* Has another process judge the binary: of this program, with the same layers or with none. */
static void other_process(struct app *a, bool layers) {
  size_t size;
  cl_program program = app_program(a, text, a->standard);
  unsigned char *data = ask_binary(program, &size);
  char *path = app_path(a, "binary");
  app_write(a, path, data, size);
  if (!layers)
    unsetenv("OPENCL_LAYERS");
  int status = app_run(a, "--load", path);
  if (status)
    app_fail(a, "the other process, with%s layers, has status 0x%x", layers ? "" : "out", (unsigned)status);
}

CASE(binary_in_another_process) {
  other_process(a, true);
}

CASE(binary_without_the_layer) {
  other_process(a, false);
}
