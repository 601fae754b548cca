/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The option parser. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lists as "a|b|c". */
static void join(char *text, size_t size, const char *const *list, size_t count) {
  text[0] = 0;
  for (size_t i = 0; i < count; i++)
    snprintf(text + strlen(text), size - strlen(text), "%s%s", i ? "|" : "", list[i]);
}

static void expect(const char *text, const char *words, const char *definitions, const char *dirs, const char *files) {
  struct clgroup_options o;
  char got[4][512];
  check(!clgroup_options_parse(text, &o), "options '%s': taken", text);
  join(got[0], sizeof got[0], (const char *const *)o.words, o.count);
  join(got[1], sizeof got[1], o.definitions, o.definition_count);
  join(got[2], sizeof got[2], o.include_dirs, o.include_dir_count);
  join(got[3], sizeof got[3], o.include_files, o.include_file_count);
  check(!strcmp(got[0], words), "options '%s': words %s", text, got[0]);
  check(!strcmp(got[1], definitions), "options '%s': definitions %s", text, got[1]);
  check(!strcmp(got[2], dirs), "options '%s': folders %s", text, got[2]);
  check(!strcmp(got[3], files), "options '%s': files %s", text, got[3]);
  check(!o.words[o.count], "options '%s': the list has an end", text);
  clgroup_options_free(&o);
}

static void expect_standard(const char *text, enum clgroup_standard standard) {
  struct clgroup_options o;
  clgroup_options_parse(text, &o);
  check(o.standard == standard, "options '%s': standard %d", text, o.standard);
  clgroup_options_free(&o);
}

static void expect_flags(const char *text, bool create_library, bool arg_info) {
  struct clgroup_options o;
  clgroup_options_parse(text, &o);
  check(o.create_library == create_library, "options '%s': create_library %d", text, o.create_library);
  check(o.arg_info == arg_info, "options '%s': arg_info %d", text, o.arg_info);
  clgroup_options_free(&o);
}

static void expect_text(const char *what, char *got, const char *text, const char *expected) {
  check(got && !strcmp(got, expected), "options '%s': %s '%s'", text ? text : "NULL", what, got ? got : "NULL");
  free(got);
}
#define expect_precise(text, expected)                                                                                 \
  expect_text("without relaxed arithmetic", clgroup_options_precise(text), text, expected)
#define expect_newer(text, expected)                                                                                   \
  expect_text("for a device without OpenCL C 2.0", clgroup_options_newer(text), text, expected)

void test_options(void) {
  expect("", "", "", "", "");
  expect(" \t\r\n\v\f ", "", "", "", "");
  expect("-w", "-w", "", "", "");
  expect("  -w\t-g \n", "-w|-g", "", "", "");
  expect("-D A -DB -D C=1 -DD=2", "-D|A|-DB|-D|C=1|-DD=2", "A|B|C=1|D=2", "", "");
  expect("-DA=\"b c\"", "-DA=b c", "A=b c", "", "");
  expect("\"-DA=b c\" -w", "-DA=b c|-w", "A=b c", "", "");
  expect("-D \"A=b c\"", "-D|A=b c", "A=b c", "", "");
  expect("-DA=\\\"b\\\"", "-DA=\"b\"", "A=\"b\"", "", "");
  expect("-DA=\"\\\"b c\\\"\"", "-DA=\"b c\"", "A=\"b c\"", "", "");
  expect("-DA=b\\ c", "-DA=b c", "A=b c", "", "");
  expect("-DA=\\\\", "-DA=\\", "A=\\", "", "");
  expect("-DA=\\n", "-DA=\\n", "A=\\n", "", "");
  expect("-DA=\\", "-DA=\\", "A=\\", "", "");
  expect("-DA='b c'", "-DA='b|c'", "A='b", "", "");
  expect("-I a -Ib -I\"c d\" -I \"e f\" \"-Ig h\"", "-I|a|-Ib|-Ic d|-I|e f|-Ig h", "", "a|b|c d|e f|g h", "");
  expect("-isystem a", "-isystem|a", "", "a", "");
  expect("-include a.h -imacros b.h", "-include|a.h|-imacros|b.h", "", "", "a.h|b.h");
  expect("-D", "-D", "", "", "");
  expect("-I", "-I", "", "", "");
  expect("-I -D A", "-I|-D|A", "", "-D", "");
  expect("\"\" -w", "|-w", "", "", "");
  expect("-w \"open -DA", "-w|open -DA", "", "", "");
  expect("\"", "", "", "", "");
  struct clgroup_options o;
  clgroup_options_parse("-w \"open -DA", &o);
  check(o.other_count == 1 && !strcmp(o.others[0], "open -DA"), "options: a word of no option");
  clgroup_options_free(&o);
  check(!clgroup_options_parse(NULL, &o) && !o.count && !o.words[0], "options: none");
  clgroup_options_free(&o);
  clgroup_options_free(&o);
  clgroup_options_parse("\"\"", &o);
  check(o.count == 1 && !*o.words[0], "options: an empty word is one");
  clgroup_options_free(&o);

  expect_standard("-w", CLGROUP_STANDARD_DEFAULT);
  expect_standard("-cl-std=CL1.0", CLGROUP_STANDARD_1);
  expect_standard("-cl-std=CL1.2", CLGROUP_STANDARD_1);
  expect_standard(" -cl-std=CL2.0 ", CLGROUP_STANDARD_2);
  expect_standard("-w -cl-std=CL3.0 -w", CLGROUP_STANDARD_3);
  expect_standard("-cl-std=CL3.1", CLGROUP_STANDARD_3);
  expect_standard("-cl-std=cl2.0", CLGROUP_STANDARD_2);
  expect_standard("-cl-std=CLC++", CLGROUP_STANDARD_CPP);
  expect_standard("-cl-std=CLC++2021", CLGROUP_STANDARD_CPP);
  expect_standard("-cl-std=clc++1.0", CLGROUP_STANDARD_CPP);
  expect_standard("-cl-std=CL9.0", CLGROUP_STANDARD_OTHER);
  expect_standard("-cl-std=", CLGROUP_STANDARD_OTHER);
  expect_standard("-cl-std=CL1.2 -cl-std=CL3.0", CLGROUP_STANDARD_3);
  expect_standard("-cl-std=CL3.0 -cl-std=CL1.2", CLGROUP_STANDARD_1);
  expect_standard("\"-cl-std=CL3.0\"", CLGROUP_STANDARD_3);
  expect_standard("-D -cl-std=CL3.0", CLGROUP_STANDARD_DEFAULT);
  expect_standard("-DA=-cl-std=CL3.0", CLGROUP_STANDARD_DEFAULT);

  expect_flags("", false, false);
  expect_flags("-create-library -enable-link-options", true, false);
  expect_flags("-create-librarys", false, false);
  expect_flags("-x -create-library -spir-std=1.2", false, false);
  expect_flags("-x", false, false);
  expect_flags("-D -create-library", false, false);
  expect_flags("-w -cl-kernel-arg-info", false, true);
  expect_flags("-cl-kernel-arg-infos -D -cl-kernel-arg-info", false, false);
  expect_newer(NULL, "");
  expect_newer("-w -cl-std=CL3.0 -cl-std=CL1.2", "-w -cl-std=CL3.0 -cl-std=CL1.2");
  expect_newer("-cl-std=CL2.0", "-cl-std=CL3.0");
  expect_newer("-w \"-cl-std=cl2.0\" -DA=2.0", "-w \"-cl-std=CL3.0\" -DA=2.0");
  expect_newer("-cl-std=CLC++ -cl-std=CLC++1.0 -cl-std=CLC++2021 -w",
               "-cl-std=CLC++2021 -cl-std=CLC++2021 -cl-std=CLC++2021 -w");
  expect_newer("-DA=-cl-std=CL2.0 -cl-std=CL2.01 -cl-std=", "-DA=-cl-std=CL2.0 -cl-std=CL2.01 -cl-std=");
  expect_precise(NULL, "");
  expect_precise("", "");
  expect_precise("-DA=1 -w", "-DA=1 -w");
  expect_precise("-cl-fast-relaxed-math", "-D__FAST_RELAXED_MATH__");
  expect_precise("-w -cl-finite-math-only -cl-no-signed-zeros\t-cl-unsafe-math-optimizations -DA", "-w  \t -DA");
  expect_precise("-cl-finite-math-only-1 -DA=-cl-no-signed-zeros", "-cl-finite-math-only-1 -DA=-cl-no-signed-zeros");
  expect_precise("-DA=\"b -cl-finite-math-only c\" -cl-finite-math-only", "-DA=\"b -cl-finite-math-only c\" ");
  expect_precise("-DA=\\\"b -cl-finite-math-only", "-DA=\\\"b ");
  expect_precise("-DA=b\\ -cl-finite-math-only", "-DA=b\\ -cl-finite-math-only");
}
