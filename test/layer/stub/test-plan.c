/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Who builds a program, and why: the decisions of lib/layer/decide/attempts.c, by the words that each row logs. */
#include "harness.h"

#include "make-module.h"

#define SUB_GROUP "kernel void k(global int *p) { *p = sub_group_reduce_add(*p); }\n"
#define DECIDES(words) .printed = "attempts: " words

/* A device that lacks the functions. */
TEST(plan, lacks) {
  BUILD(SUB_GROUP, CL3, DECIDES("compile (tree), driver, since it uses extensions that clgroup-cc provides"));
  BUILD(PLAIN_KERNEL, CL3, DECIDES("driver, library for what the driver lacks, since it calls no work-group function"));
  BUILD(SUM, "", DECIDES("driver, link (tree), since the functions may be the program's own"));
  BUILD(SUM, CL3, DECIDES("link (tree), driver, since it calls functions"));
}

TEST(plan, has) {
  stub->settings->device[0].has_functions = true;
  BUILD(HEADER PLAIN_KERNEL, CL3, DECIDES("driver, compile (tree), link (tree), since only clgroup-cc has the header"));
  BUILD(SUM, CL3, DECIDES("driver, library for what the driver lacks, since the driver's functions are right"));
}

/* One that has some that the layer replaces. */
TEST(plan, has_wrong) {
  be_cpus(INTEL, "2026.22.10.0", true);
  BUILD(HEADER ALL, "-cl-std=CL1.2", CL_BUILD_PROGRAM_FAILURE,
        DECIDES("driver, compile (tree), link (serial), since only clgroup-cc has the header"));
  BUILD(ALL, "-cl-std=CL1.2", DECIDES("driver, library for what the driver lacks, since in OpenCL C 1.x"));
  BUILD(ALL, "", DECIDES("link (serial), driver, since the driver would take functions"));
  BUILD(ALL, CL3, DECIDES("link (serial), driver, since it calls functions"));
}

/* Both devices share the rewritten module, which the first one could have read as it was. */
TEST(plan, of_modules) {
  static const char *const why[] = {"the SPIR-V calls functions",
                                    "the SPIR-V was rewritten for another device of its context"};
  stub->settings->device[0].has_functions = true;
  open_context(2);
  program = make_il(MODULE_GROUP_ADD);
  for (unsigned alone = 0; alone < 2; alone++) {
    cl_int error;
    CHECK_WORDS(HEARD(error = alone ? build_on(program, 0, "") : build_program(program, "")), why[alone]);
    CHECK_WORDS(printed, "attempts: link (tree), driver, since ");
    CHECK_EQUAL(error, CL_SUCCESS);
  }
}

/* clLinkProgram's lists: each row of its decisions. */
TEST(plan, of_links) {
  static const struct {
    bool wrong; /* the driver's functions, on PoCL */
    const char *text, *options, *printed;
  } rows[] = {
      {false, HEADER SUM, "",
       "attempts: compile (tree), since clgroup-cc made an object\n|linked by route compile: 0\n"},
      {false, SUM, "-create-library", "attempts: driver, since what a library calls is added when it is linked\n"},
      {false, SUM, "", "attempts: link (tree), since an object may call functions\n|linked by route link: 0\n"},
      {false, PLAIN_KERNEL, "", "attempts: driver, since no object calls functions that the layer serves\n"},
      {true, SUM, "",
       "attempts: compile (serial), link (serial), since the driver's compiler may be wrong\n|linked by route compile: "
       "0\n"},
      {true, SUM, "-create-library", "attempts: driver, since what a library calls is added when it is linked\n"},
      {true, PLAIN_KERNEL, "", "attempts: driver, since no object calls functions that the layer serves\n"},
  };
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (rows[i].wrong)
      be_cpus(POCL, "7.1", true);
    open_context(1);
    cl_program object = make_object(rows[i].text, CL3);
    make_linked(rows[i].options, 1, &object);
    CHECK_WORDS(printed, rows[i].printed);
  }
}

/* Where the linker does not make one program for both, the driver builds for the second, and the first one's is lost,
 * which is said. */
TEST(plan, lost) {
  stub->settings->device[1].has_functions = true;
  build_first(SUM, CL3);
  stub->fail(STUB_SLOT(clLinkProgram), 0, CL_LINK_PROGRAM_FAILURE);
  build_second(CL3, false);
  CHECK_WORDS(printed, "attempts: link (tree), driver, since one program is to serve another device, too\n");
  check_kernel(program, "sum");
}
