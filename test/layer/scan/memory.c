/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each allocation fails once. The linker sends the scanner's allocations here (--wrap). */
#include "check.h"

#include <string.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);

static unsigned left = -1u;

void *__wrap_malloc(size_t size) {
  return left && left-- ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size) {
  return left && left-- ? __real_calloc(count, size) : NULL;
}

static const char *header(void *context, const char *name, size_t *length) {
  const char *text = strcmp(name, "a.h") ? "work_group_all" : "#include \"b.h\"\n#include \"c.h\"";
  (void)context;
  *length = strlen(text);
  return text;
}

void test_memory(void) {
  static const char source[] = "#include \"a.h\"\nwork_gr\\\noup_any";
  unsigned failures = 0;
  for (unsigned allocations = 0; allocations < 100; allocations++) {
    struct clgroup_options o;
    struct clgroup_scan result = {0};
    left = allocations;
    int error = clgroup_options_parse("-I a -include d/e.h", &o);
    if (!error) {
      error = clgroup_scan_source(&result, source, sizeof source - 1, &o, header, NULL);
      clgroup_options_free(&o);
    }
    left = -1u;
    check(error == 0 || error == -1, "after %u allocations: %d", allocations, error);
    failures += error == -1;
    if (!error) {
      check(!strcmp(found(&result), "all any"), "after %u allocations: found '%s'", allocations, found(&result));
      break;
    }
  }
  check(failures >= 6, "memory ran out %u times", failures);
}
