/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each allocation fails once. */
#include "check.h"

#include <string.h>

static const char *header(void *context, const char *name, size_t *length) {
  const char *text = strcmp(name, "a.h") ? "work_group_all" : "#include \"b.h\"\n#include \"c.h\"";
  (void)context;
  *length = strlen(text);
  return text;
}

void test_memory(void) {
  static const char source[] = "#include \"a.h\"\nwork_group_any";
  unsigned failures = 0;
  for (long n = 1; n < 100; n++) {
    struct clgroup_options o;
    struct clgroup_scan result = {0};
    fail_allocation(n);
    int error = clgroup_options_parse("-I a -include d/e.h", &o);
    if (!error) {
      error = clgroup_scan_source(&result, source, sizeof source - 1, &o, header, NULL);
      clgroup_options_free(&o);
    }
    fail_allocation(0);
    check(error == 0 || error == -1, "allocation %ld fails: %d", n, error);
    failures += error == -1;
    if (!error) {
      check(!strcmp(found(&result), "all any"), "allocation %ld fails: found '%s'", n, found(&result));
      break;
    }
  }
  check(failures >= 5, "memory ran out %u times", failures);
}
