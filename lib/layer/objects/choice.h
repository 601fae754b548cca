/* Which strategy makes each function: one for all but some. */
#ifndef CLGROUP_LAYER_CHOICE_H
#define CLGROUP_LAYER_CHOICE_H

#include "layer/objects/symbols.h"

struct clgroup_choice {
  const char *strategy;
  const char *exceptions; /* FUNCTION[/TYPE]=STRATEGY, separated by blanks; or "". FUNCTION is a name without
                             work_group_, or the beginning of names followed by *; the first that fits is used */
};

/* The strategy of a function, by its mangled name. */
const char *clgroup_choice_of_symbol(const struct clgroup_choice *choice, const char *symbol);

/* The strategy of a program that calls these functions (a mask of names.h), where it has one: that of all of them,
 * whatever their types, or else choice->strategy. */
const char *clgroup_choice_of_names(const struct clgroup_choice *choice, uint64_t names);

/* Adds the functions whose strategy that is to *part. Returns 0, or -1 when out of memory. */
int clgroup_choice_part(const struct clgroup_choice *choice, const struct clgroup_symbols *functions,
                        const char *strategy, struct clgroup_symbols *part);

bool clgroup_choice_same(const struct clgroup_choice *a, const struct clgroup_choice *b);

#endif
