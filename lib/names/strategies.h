/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The strategies of the device library, and lists of exceptions to one. */
#ifndef CLGROUP_STRATEGIES_H
#define CLGROUP_STRATEGIES_H

#include "targets/strategies.h"

#include <stdbool.h>
#include <stddef.h>

struct clgroup_strategy {
  const char *name;
  unsigned spirv_minor; /* its modules need SPIR-V 1.this */
  bool shuffles;        /* and cl_khr_subgroup_shuffle */
  const char *instead;  /* replaces it on devices where it cannot be used; the same name: nothing does */
};
extern const struct clgroup_strategy clgroup_strategy_rows[CLGROUP_STRATEGY_COUNT];

/* The row of that name; exceptions may follow the name after a comma. NULL: there is none. */
const struct clgroup_strategy *clgroup_strategy_find(const char *name);

/* The same for a name that is known to be one: any other ends the program. */
const struct clgroup_strategy *clgroup_strategy_row(const char *name);

/* Does the strategy, which exceptions may follow, need sub-groups and their shuffles? False also if there is none of
 * that name. */
bool clgroup_strategy_shuffles(const char *name);

/* Exceptions are functions that another strategy makes: FUNCTION[/TYPE]=STRATEGY, separated by blanks or commas.
 * FUNCTION is a name without work_group_, or the beginning of names followed by *. */

/* The text after the exception, where the next one begins or the list ends. */
const char *clgroup_exception_next(const char *exception);

/* The exception's strategy; NULL: the text is not an exception. */
const struct clgroup_strategy *clgroup_exception_strategy(const char *exception);

/* Is this function, such as "work_group_reduce_add", with this operand type ("float"; NULL: any) one of the
 * exception's? */
bool clgroup_exception_fits(const char *exception, const char *function, size_t length, const char *type);

/* The strategy of a function that is an exception; NULL: it is not one. */
const struct clgroup_strategy *clgroup_exception_find(const char *exceptions, const char *function, size_t length,
                                                      const char *type);

#endif
