/* A device that takes SPIR bitcode alone, as PoCL 3.1's: the layer promises its functions there if clgroup-cc works. */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char feature[] = "__opencl_c_work_group_collective_functions";

static void use_bitcode(void) {
  stub->settings->device[0].spir = true;
  stub->settings->device[0].il = "";
}

static bool listed(void) {
  size_t size = 0;
  cl_name_version list[64];
  bool found = false;
  CHECK_EQUAL(cl->clGetDeviceInfo(stub->device(0), CL_DEVICE_OPENCL_C_FEATURES, sizeof list, list, &size), CL_SUCCESS);
  for (size_t i = 0; i < size / sizeof *list; i++)
    found |= !strcmp(list[i].name, feature);
  CHECK_EQUAL(found, promised(0));
  return found;
}

/* What the layer prints while the text is built, which fails unless `name` is that of its kernel. */
static void build(const char *text, const char *options, const char *name, char *said, size_t room) {
  open_context(1);
  cl_program program = make_program(text);
  stub->clear();
  hear();
  cl_int error = build_program(program, options);
  snprintf(said, room, "%s", heard());
  CHECK_EQUAL(error, name ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE);
  if (name)
    CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), name);
}

/* Guarded, so that an application without the functions has its own. */
#define GUARDED                                                                                                        \
  "#ifdef __opencl_c_work_group_collective_functions\n" SUM "#else\nkernel void fallback(global int *out) "            \
  "{}\n#endif\n"

TEST(bitcode, works) {
  char said[4096];
  use_bitcode();
  CHECK(listed());
  build(PLAIN_KERNEL, CL3, "plain", said, sizeof said);
}

/* The driver refuses what clgroup-cc makes of the program (the stub reads no bitcode). Then the program does as it
 * would without the layer, unless it needs the functions. */
TEST(bitcode, falls_back) {
  static const char line[] = "built by the driver alone, without work-group functions, since the layer failed: ";
  use_bitcode();
  open_context(1);
  cl_program program = make_program(GUARDED);
  hear();
  CHECK_EQUAL(build_program(program, CL3), CL_SUCCESS);
  CHECK(strstr(heard(), line));
  CHECK_EQUAL(SEEN(clCreateProgramWithBinary), 1);
  CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "fallback");
  CHECK_EQUAL(build_status(program, stub->device(0)), CL_BUILD_SUCCESS);
  CHECK(strstr(build_log(program, stub->device(0)), line));
  program = make_program(SUM);
  stub->clear();
  CHECK(build_program(program, CL3) != CL_SUCCESS);
  CHECK(!strstr(build_log(program, stub->device(0)), line));
  CHECK(CALL(clBuildProgram, 0)->words[0] != (uintptr_t)program); /* a driver may build calls of what it has not */
}

/* An application finds what it would find without the layer. */
TEST(bitcode_without, without) {
  char said[4096], again[4096];
  use_bitcode();
  CHECK(!listed());
  build(GUARDED, CL3, "fallback", said, sizeof said);
  CHECK_EQUAL(SEEN(clBuildProgram), 1);
  CHECK_EQUAL(SEEN(clCreateProgramWithBinary) + SEEN(clCompileProgram), 0);
  build(SUM, CL3, NULL, again, sizeof again);
  /* Who called the functions hears of it once. */
  static const char head[] = "clgroup: no way to build work-group functions for ";
  CHECK(!strncmp(said, head, sizeof head - 1) && strchr(said, '\n') == said + strlen(said) - 1);
  CHECK_TEXT(again, "");
}

TEST(bitcode_late, recovers_never) {
  use_bitcode();
  CHECK(!listed());
  unsetenv("CLGROUP_CLANG"); /* it would work now, but what was promised to this process holds */
  CHECK(!listed());
}
