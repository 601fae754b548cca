/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "names/strategies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct clgroup_strategy clgroup_strategy_rows[CLGROUP_STRATEGY_COUNT] = {CLGROUP_STRATEGY_ROWS};

const struct clgroup_strategy *clgroup_strategy_find(const char *name) {
  const size_t length = strcspn(name, ", ");
  for (unsigned i = 0; i < CLGROUP_STRATEGY_COUNT; i++)
    if (strlen(clgroup_strategy_rows[i].name) == length && !memcmp(clgroup_strategy_rows[i].name, name, length))
      return &clgroup_strategy_rows[i];
  return NULL;
}

const struct clgroup_strategy *clgroup_strategy_row(const char *name) {
  const struct clgroup_strategy *row = clgroup_strategy_find(name);
  if (row)
    return row;
  fprintf(stderr, "clgroup: internal error: there is no strategy '%s'\n", name);
  abort();
}

bool clgroup_strategy_shuffles(const char *name) {
  const struct clgroup_strategy *row = clgroup_strategy_find(name);
  return row && row->shuffles;
}

const char *clgroup_exception_next(const char *exception) {
  exception += strcspn(exception, ", ");
  return exception + strspn(exception, ", ");
}

const struct clgroup_strategy *clgroup_exception_strategy(const char *exception) {
  const size_t length = strcspn(exception, "=, ");
  return length && exception[length] == '=' ? clgroup_strategy_find(exception + length + 1) : NULL;
}

bool clgroup_exception_fits(const char *exception, const char *function, size_t length, const char *type) {
  static const char family[] = "work_group_";
  const size_t skipped = sizeof family - 1, name = strcspn(exception, "/="), end = strcspn(exception, "=");
  const bool is_beginning = name && exception[name - 1] == '*';
  const size_t own = name - is_beginning;
  if (length < skipped + own || (!is_beginning && length != skipped + own) ||
      memcmp(exception, function + skipped, own) != 0)
    return false;
  return name == end || (type && strlen(type) == end - name - 1 && !memcmp(exception + name + 1, type, end - name - 1));
}

const struct clgroup_strategy *clgroup_exception_find(const char *exceptions, const char *function, size_t length,
                                                      const char *type) {
  for (const char *e = exceptions; *e; e = clgroup_exception_next(e))
    if (clgroup_exception_fits(e, function, length, type))
      return clgroup_exception_strategy(e);
  return NULL;
}
