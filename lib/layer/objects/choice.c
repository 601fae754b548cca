#include "layer/objects/choice.h"

#include "layer/base/names.h"
#include "targets/strategies.h"

#include <string.h>

/* Is the name the item's: equal to it, or beginning with it where it ends in *? */
static bool fits(const char *item, size_t length, const char *name, size_t name_length) {
  const bool is_beginning = length && item[length - 1] == '*';
  length -= is_beginning;
  return (is_beginning ? name_length >= length : name_length == length) && !memcmp(item, name, length);
}

static const char *find(const struct clgroup_choice *choice, const struct clgroup_function_name *function) {
  static const char family[] = "work_group_";
  const char *name = function->name + sizeof family - 1;
  const size_t length = function->length - (sizeof family - 1);
  for (const char *item = choice->exceptions, *end; *item; item = end + strspn(end, " ")) {
    end = item + strcspn(item, " ");
    const size_t its = strcspn(item, "/="), type = item[its] == '/' ? its + 1 : its;
    const char *equals = item + strcspn(item, "=");
    const size_t type_length = (size_t)(equals - item) - type;
    const bool of_type = !type_length || (function->type && strlen(function->type) == type_length &&
                                          !memcmp(item + type, function->type, type_length));
    for (unsigned s = 0; s < CLGROUP_STRATEGY_COUNT && of_type && fits(item, its, name, length); s++)
      if (fits(equals + 1, (size_t)(end - equals) - 1, clgroup_strategy_rows[s].name,
               strlen(clgroup_strategy_rows[s].name)))
        return clgroup_strategy_rows[s].name;
  }
  return choice->strategy;
}

const char *clgroup_choice_of_symbol(const struct clgroup_choice *choice, const char *symbol) {
  const struct clgroup_function_name function = clgroup_symbols_read(symbol);
  return find(choice, &function);
}

const char *clgroup_choice_of_names(const struct clgroup_choice *choice, uint64_t names) {
  const char *strategy = NULL;
  for (unsigned i = 0; i < clgroup_name_count; i++) {
    if (!(names >> i & 1))
      continue;
    const struct clgroup_function_name function = {clgroup_names[i].text, strlen(clgroup_names[i].text), NULL};
    const char *its = find(choice, &function);
    if (strategy && strcmp(strategy, its))
      return choice->strategy;
    strategy = its;
  }
  return strategy ? strategy : choice->strategy;
}

int clgroup_choice_part(const struct clgroup_choice *choice, const struct clgroup_symbols *functions,
                        const char *strategy, struct clgroup_symbols *part) {
  for (size_t i = 0; i < functions->count; i++)
    if (!strcmp(clgroup_choice_of_symbol(choice, functions->names[i]), strategy) &&
        clgroup_symbols_add_one(part, functions->names[i]))
      return -1;
  return 0;
}

bool clgroup_choice_same(const struct clgroup_choice *a, const struct clgroup_choice *b) {
  return !strcmp(a->strategy, b->strategy) && !strcmp(a->exceptions, b->exceptions);
}
