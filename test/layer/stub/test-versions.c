/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The link route on drivers whose linker wants one SPIR-V version in all modules. */
#include "harness.h"

#include <string.h>

/* Mesa 25's linker takes one SPIR-V version in all modules. */
TEST(version, one_version) {
  static const uint32_t versions[] = {0x10000, 0x10200, 0x10400};
  for (unsigned i = 0; i < 3; i++) {
    stub->settings->one_version = true;
    stub->settings->front_end_version = versions[i];
    BUILD(SUM, CL3, .kernels = "sum");
    CHECK_EQUAL(SEEN(clLinkProgram), 1);
  }
}

#define MESA_25 "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3 SPIR-V_1.4"

/* Mesa 25's compiler writes the oldest version that a source needs, which is too old for strategy subgroup unless the
 * source has a shuffle. An object that the application may link with its own others is not changed, and links at the
 * first attempt. */
TEST(version, newer_version) {
  static const struct {
    const char *platform, *il;
    bool sub_groups, link, shuffles;
  } cases[] = {{"rusticl", MESA_25, true, true, true},
               {"rusticl", MESA_25, true, false, false},
               {"rusticl", MESA_25, false, true, false},
               {"rusticl", MESA_25 " SPIR-V_1.6", true, true, false},
               {"another", MESA_25, true, true, false}};
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct stub_device *d = &stub->settings->device[0];
    stub->settings->platform = cases[i].platform;
    stub->settings->one_version = !cases[i].link;
    if (!cases[i].link)
      stub->settings->front_end_version = 0x10000;
    d->type = CL_DEVICE_TYPE_GPU;
    d->il = cases[i].il;
    d->sub_groups = cases[i].sub_groups;
    BUILD(SUM, CL3, .object = !cases[i].link);
    if (!cases[i].link)
      make_linked(NULL, 1, &program);
    CHECK_EQUAL(SEEN(clLinkProgram), 1);
    const struct stub_call *hidden = CALL(clCreateProgramWithSource, 0);
    REQUIRE(hidden && hidden->text);
    if (cases[i].shuffles != (strstr(hidden->text, "sub_group_shuffle") != NULL))
      failed(__FILE__, __LINE__, "case %u: %s", i, cases[i].shuffles ? "no shuffle" : "a shuffle");
    stub->reset();
  }
}

/* With options that relax comparisons of floats it writes a version that clCreateProgramWithIL refuses. */
TEST(version, relaxed_math) {
  static const char *const rows[][2] = {{MESA_25, CL3 " -D__FAST_RELAXED_MATH__ "},
                                        {MESA_25 " SPIR-V_1.6", CL3 " -cl-fast-relaxed-math -cl-finite-math-only"}};
  stub->settings->platform = "rusticl";
  for (unsigned i = 0; i < 2; i++) {
    stub->settings->device[0].il = rows[i][0];
    BUILD(SUM, CL3 " -cl-fast-relaxed-math -cl-finite-math-only", .kernels = "sum");
    CHECK_TEXT(CALL(clCompileProgram, 0)->text, rows[i][1]);
  }
}

/* Mesa 25 and 26 lose the private memory of functions that they do not inline. So all are inlined: also if the source
 * says noinline, or ends in a backslash. */
TEST(version, inlined_functions) {
  static const char pop[] = "\n\n#pragma clang attribute pop\n";
  static const char *const rows[][2] = {{"rusticl", MESA_25}, {"rusticl", MESA_25 " SPIR-V_1.6"}, {"another", MESA_25}};
  for (unsigned i = 0; i < 3; i++) {
    stub->settings->platform = rows[i][0];
    stub->settings->device[0].il = rows[i][1];
    BUILD(SUM, CL3, .calls = LINKED);
    const struct stub_call *hidden = CALL(clCreateProgramWithSource, 0);
    REQUIRE(hidden && hidden->text);
    const char *end = hidden->text + hidden->text_size - (sizeof pop - 1);
    CHECK_WORDS(hidden->text, i == 2 ? "!#pragma clang attribute push("
                                     : "#pragma clang attribute push(|#define noinline always_inline\n");
    CHECK_EQUAL(!strcmp(end, pop), i < 2);
  }
}

/* A module may claim no more than the device takes, and hold no double where it has none. */
TEST(version, oldest_version) {
  stub->settings->device[0].fp64 = false;
  stub->settings->device[0].il = "SPIR-V_1.0";
  stub->settings->front_end_version = 0x10000;
  BUILD(SUM, CL3, .kernels = "sum");
}
