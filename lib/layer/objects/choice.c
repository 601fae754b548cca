/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/objects/choice.h"

#include "names/names.h"
#include "names/strategies.h"

#include <string.h>

const char clgroup_choice_extensions[] = "extensions";

/* The strategy of a function, by its mangled name. */
static const char *strategy_of(const struct clgroup_choice *choice, const char *symbol) {
  const struct clgroup_function_name f = clgroup_symbols_read(symbol);
  if (!clgroup_name_find(f.name, f.length))
    return clgroup_choice_extensions;
  const struct clgroup_strategy *other = clgroup_exception_find(choice->exceptions, f.name, f.length, f.type);
  return other ? other->name : choice->strategy;
}

const char *clgroup_choice_instead(const struct clgroup_choice *choice) {
  return *choice->exceptions ? clgroup_exception_strategy(choice->exceptions)->name
                             : clgroup_strategy_row(choice->strategy)->instead;
}

int clgroup_choice_part(const struct clgroup_choice *choice, const struct clgroup_symbols *functions,
                        const char *strategy, struct clgroup_symbols *part) {
  for (size_t i = 0; i < functions->count; i++)
    if (!strcmp(strategy_of(choice, functions->names[i]), strategy) &&
        clgroup_symbols_add_one(part, functions->names[i]))
      return -1;
  return 0;
}

bool clgroup_choice_same(const struct clgroup_choice *a, const struct clgroup_choice *b) {
  return !strcmp(a->strategy, b->strategy) && !strcmp(a->exceptions, b->exceptions);
}

void clgroup_choice_print(const struct clgroup_choice *choice, struct clgroup_buffer *text) {
  clgroup_buffer_add(text, "%s%s%s", choice->strategy, *choice->exceptions ? "," : "", choice->exceptions);
}
