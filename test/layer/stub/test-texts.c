/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What compilers skip, or end at, in the text of a program, where the layer puts lines of its own in front of that. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

#define MARK "\xEF\xBB\xBF"
#define SCALED "#define X out\n" SUM

/* Two strings, their lengths (0: up to the zero byte), and the text that the driver's compiler gets, behind the layer's
 * lines, of which the last counts the next one as the first. */
static const struct {
  const char *strings[2];
  size_t lengths[2];
  const char *end;
} cases[] = {
    {{MARK SUM, ""}, {0}, SUM},
    {{"", MARK SUM}, {0}, SUM},
    {{MARK, SUM}, {0, sizeof SUM - 1}, SUM},
    {{"\xEF\xBB", "\xBF" SUM}, {0}, SUM},
    {{MARK MARK SUM, ""}, {0}, MARK SUM}, /* an error anywhere */
    {{SUM, MARK}, {0}, SUM MARK},
    {{SUM, ""}, {sizeof SUM, 1}, SUM},
    {{SUM "\0 rest", PLAIN_KERNEL}, {sizeof(SUM "\0 rest"), sizeof PLAIN_KERNEL}, SUM PLAIN_KERNEL},
    {{MARK SUM "\0 rest", ""}, {sizeof(MARK SUM "\0 rest"), 0}, SUM},
    {{"\xFF\xFE", SUM}, {0}, "\xFF\xFE" SUM},
    {{SCALED, "// \\"}, {0}, SCALED "// \\"},
};

static void build_of_strings(unsigned i) {
  cl_int error;
  open_context(1);
  program = keep(cl->clCreateProgramWithSource(context, 2, (const char **)cases[i].strings, cases[i].lengths, &error));
  CHECK_EQUAL(error, CL_SUCCESS);
  CHECK_EQUAL(build_program(program, CL3), CL_SUCCESS);
}

TEST(text, of_strings) {
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    char tail[512];
    build_of_strings(i);
    const struct stub_call *hidden = CALL(clCreateProgramWithSource, 1);
    REQUIRE(hidden && hidden->text);
    snprintf(tail, sizeof tail, "#line 1\n%s", cases[i].end);
    if (!ends_in(hidden->text, tail) || strlen(hidden->text) != hidden->text_size)
      failed(__FILE__, __LINE__, "case %u: '%s'", i, hidden->text);
    check_kernel(program, "sum");
  }
}

/* clgroup-cc's clang refuses a mark that is not the first thing. */
TEST(text, compiled) {
  be_cpus(POCL, "7.1", true);
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    const bool good = !strncmp(cases[i].end, SUM, strlen(SUM)) || !strncmp(cases[i].end, SCALED, strlen(SCALED));
    build_of_strings(i);
    CHECK_EQUAL(SEEN(clCreateProgramWithIL), good && !strstr(cases[i].end, MARK));
  }
}

/* So it is with headers of clCompileProgram. */
TEST(text, of_headers) {
  static const char *const texts[] = {MARK "#define VALUE work_group_reduce_add\n", "#define VALUE work_group_all\n"};
  const char *name = "value.h";
  for (unsigned i = 0; i < 4; i++) {
    if (i & 1)
      use_bitcode(0);
    open_context(1);
    cl_program header = make_program(texts[i / 2]);
    program = make_program(MARK "#include \"value.h\"\nkernel void k(global int *p) { *p = VALUE(*p); }\n");
    CHECK_EQUAL(cl->clCompileProgram(program, 0, NULL, CL3, 1, &header, &name, NULL, NULL), CL_SUCCESS);
    CHECK_TEXT(build_log(program, device), "");
    stub->reset();
  }
}
