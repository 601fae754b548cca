/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-scan-test: the tests; with `--print OPTIONS` what a scan of standard input finds with these build options. */
#include "check.h"

#include "names/names.h"
#include "tool/output.h"

#include <stdio.h>
#include <string.h>

const char *found(const struct clgroup_scan *scan) {
  static char text[4096];
  static const char *const families[] = {"work_group_reduce_", "work_group_scan_inclusive_",
                                         "work_group_scan_exclusive_"};
  uint64_t names = scan->names;
  text[0] = 0;
  if (names == clgroup_names_all(true)) {
    strcat(text, " *");
    names = 0;
  }
  for (unsigned i = 0; i < 3; i++) {
    uint64_t family = clgroup_names_beginning(families[i], strlen(families[i]));
    if ((names & family) != family)
      continue;
    sprintf(text + strlen(text), " %s*", families[i] + strlen("work_group_"));
    names &= ~family;
  }
  for (unsigned i = 0; i < clgroup_name_count; i++)
    if (names >> i & 1)
      sprintf(text + strlen(text), " %s", clgroup_names[i].text + strlen("work_group_"));
  strcat(text, scan->feature ? " FEATURE" : "");
  strcat(text, scan->extension ? " EXTENSION" : "");
  strcat(text, scan->defines ? " DEFINES" : "");
  strcat(text, scan->unknown ? " UNKNOWN" : "");
  strcat(text, scan->header ? " HEADER" : "");
  return text[0] ? text + 1 : text;
}

static int print(const char *text) {
  static char source[1 << 20];
  size_t length = fread(source, 1, sizeof source, stdin);
  struct clgroup_options options;
  struct clgroup_scan scan = {0};
  if (clgroup_options_parse(text, &options) || clgroup_scan_source(&scan, source, length, &options, NULL, NULL))
    return 1;
  clgroup_options_free(&options);
  puts(found(&scan));
  return 0;
}

int main(int count, char **arguments) {
  output_must_arrive();
  if (count == 3 && !strcmp(arguments[1], "--print"))
    return print(arguments[2]);
  test_attempts();
  test_names();
  test_options();
  test_texts();
  test_files();
  test_hostile();
  test_memory();
  return check_counts();
}
