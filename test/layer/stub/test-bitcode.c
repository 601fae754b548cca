/* A device that takes SPIR bitcode alone, as PoCL 3.1's: the layer promises its functions there if clgroup-cc works. */
#define _DEFAULT_SOURCE /* usleep */
#include "harness.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Guarded, so that an application without the functions has its own. */
#define GUARDED                                                                                                        \
  "#ifdef __opencl_c_work_group_collective_functions\n" SUM "#else\nkernel void fallback(global int *out) "            \
  "{}\n#endif\n"

TEST(bitcode, works) {
  cl_program program;
  use_bitcode(0);
  CHECK(promised(0));
  CHECK_EQUAL(try_build(1, PLAIN_KERNEL, CL3, &program), CL_SUCCESS);
}

/* The driver refuses what clgroup-cc makes of the program (the stub reads no bitcode). Then the program does as it
 * would without the layer, unless it needs the functions. */
TEST(bitcode, falls_back) {
  static const char line[] = "built by the driver alone, without work-group functions, since the layer failed: ";
  use_bitcode(0);
  cl_program program;
  CHECK_EQUAL(try_build(1, GUARDED, CL3, &program), CL_SUCCESS);
  CHECK(strstr(said, line));
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
  static const char head[] = "clgroup: no way to build work-group functions for ";
  cl_program program;
  use_bitcode(0);
  CHECK(!promised(0));
  CHECK_EQUAL(try_build(1, GUARDED, CL3, &program), CL_SUCCESS);
  CHECK(!strncmp(said, head, sizeof head - 1) && strchr(said, '\n') == said + strlen(said) - 1);
  CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "fallback");
  CHECK_EQUAL(SEEN(clBuildProgram), 1);
  CHECK_EQUAL(SEEN(clCreateProgramWithBinary) + SEEN(clCompileProgram), 0);
  /* Who called the functions has heard of it. */
  CHECK_EQUAL(try_build(1, SUM, CL3, &program), CL_BUILD_PROGRAM_FAILURE);
  CHECK_TEXT(said, "");
}

/* A device that takes nothing: a line says so, once, to who calls the functions, and the list of attempts says why. */
TEST(unserved, takes_nothing) {
  static const char why[] = "the driver accepts neither SPIR-V nor SPIR bitcode nor PTX";
  cl_program program;
  stub->settings->device[0].il = "";
  CHECK(!promised(0));
  CHECK_EQUAL(try_build(1, PLAIN_KERNEL, CL3, &program), CL_SUCCESS);
  CHECK(!strstr(said, why));
  CHECK_EQUAL(try_build(1, SUM, CL3, &program), CL_BUILD_PROGRAM_FAILURE);
  CHECK(strstr(said, "clgroup: no way to build work-group functions for ") && strstr(said, why));
  CHECK(strstr(said, "clgroup: attempts: driver, library for what the driver lacks, since the driver accepts neither"));
  CHECK_EQUAL(try_build(1, SUM, CL3, &program), CL_BUILD_PROGRAM_FAILURE);
  CHECK(!strstr(said, "no way to build"));
}

/* The user has named a clgroup-cc that is not there. */
TEST(unserved_compiler, is_not_there) {
  cl_program program;
  be_cpus(POCL, "7.1", true);
  CHECK_EQUAL(try_build(1, SUM, CL3, &program), CL_SUCCESS);
  CHECK(strstr(said, "clgroup: route link, not compile, builds work-group functions for "));
}

/* What costs time to find is kept for a while. */
TEST(bitcode_late, recovers_later) {
  use_bitcode(0);
  CHECK(!promised(0));
  unsetenv("CLGROUP_CLANG");
  CHECK(!promised(0));
  for (unsigned i = 0; i < 6000 && !promised(0); i++)
    usleep(10000);
  CHECK(promised(0));
  setenv("CLGROUP_CLANG", "/nowhere/clang", 1); /* what was promised to this process holds */
  CHECK(promised(0));
}
