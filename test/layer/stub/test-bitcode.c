/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A device that takes SPIR bitcode alone, as PoCL 3.1's: the layer promises its functions there if clgroup-cc works. */
#define _DEFAULT_SOURCE /* usleep */
#include "harness.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Guarded, so that an application without the functions has its own. */
#define GUARDED                                                                                                        \
  "#ifdef __opencl_c_work_group_collective_functions\n"                                                                \
  "kernel void sum(global int *out) { *out = work_group_reduce_add(*out); } // left out\n"                             \
  "#else\nkernel void fallback(global int *out) {}\n#endif\n"

TEST(bitcode, works) {
  use_bitcode(0);
  CHECK(promised(0));
  BUILD(PLAIN_KERNEL, CL3);
}

/* The driver refuses what clgroup-cc makes of the program (the stub reads no bitcode). Then the program does as it
 * would without the layer, unless it needs the functions. */
TEST(bitcode, falls_back) {
#define LINE "built by the driver alone, without work-group functions, since the layer failed: "
  use_bitcode(0);
  BUILD(GUARDED, CL3, .calls = "binary source build build", .printed = LINE, .log = LINE, .kernels = "fallback");
  CHECK(ends_in(CALL(clCreateProgramWithSource, 0)->text, "#line 1\n" GUARDED));
  CHECK_WORDS(CALL(clCreateProgramWithSource, 0)->text, "!#define __opencl_c_work_group");
  CHECK_TEXT(CALL(clBuildProgram, 1)->text, CL3);
  BUILD(SUM, CL3, CL_INVALID_BINARY, .log = "!" LINE);
  CHECK(CALL(clBuildProgram, 0)->words[0] != (uintptr_t)program); /* a driver may build calls of what it has not */
}

/* An application finds what it would find without the layer. */
TEST(bitcode_without, without) {
  static const char head[] = "clgroup: no way to build work-group functions for ";
  use_bitcode(0);
  CHECK(!promised(0));
  BUILD(GUARDED, CL3, .calls = "build", .kernels = "fallback");
  CHECK_TEXT(CALL(clBuildProgram, 0)->text, CL3);
  CHECK(!strncmp(printed, head, sizeof head - 1) && strchr(printed, '\n') == printed + strlen(printed) - 1);
  /* The programs that called the functions were told. */
  BUILD(SUM, CL3, CL_BUILD_PROGRAM_FAILURE, .printed = "");
}

/* A device that takes nothing: a line says so, once, to who calls the functions, and the list of attempts says why. */
TEST(unserved, takes_nothing) {
#define WHY "the driver accepts neither SPIR-V nor SPIR bitcode nor PTX"
  stub->settings->device[0].il = "";
  CHECK(!promised(0));
  BUILD(PLAIN_KERNEL, CL3, .printed = "!" WHY);
  BUILD(SUM, CL3, CL_BUILD_PROGRAM_FAILURE,
        .printed = "clgroup: no way to build work-group functions for |" WHY
                   "|clgroup: attempts: driver, library for what the driver lacks, since the driver accepts neither");
  BUILD(SUM, CL3, CL_BUILD_PROGRAM_FAILURE, .printed = "!no way to build");
}

/* The user has named a clgroup-cc that is not there. */
TEST(unserved_compiler, is_not_there) {
  be_cpus(POCL, "7.1", true);
  BUILD(SUM, CL3, .printed = "clgroup: clgroup-cc does not build work-group functions for ");
}

/* An answer that takes time to find is kept for a while. */
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
