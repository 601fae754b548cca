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
  const char *instead;  /* what takes its place where it cannot be used; its own name: nothing does */
};
extern const struct clgroup_strategy clgroup_strategy_rows[CLGROUP_STRATEGY_COUNT];

/* The row of that name, which exceptions may follow after a comma; NULL: there is none. */
const struct clgroup_strategy *clgroup_strategy_find(const char *name);

/* The same of a name that must be one of them: another one ends the program. */
const struct clgroup_strategy *clgroup_strategy_row(const char *name);

/* Does the strategy, which exceptions may follow, need sub-groups and their shuffles? false: it does not, or there is
 * none of that name. */
bool clgroup_strategy_shuffles(const char *name);

/* Exceptions are functions that another strategy makes: FUNCTION[/TYPE]=STRATEGY, with blanks or commas between, where
 * FUNCTION is a name without work_group_, or the beginning of names followed by *. */

/* The text after the exception, where the next one begins or the list ends. */
const char *clgroup_exception_next(const char *exception);

/* The exception's strategy; NULL: it is not well-formed. */
const struct clgroup_strategy *clgroup_exception_strategy(const char *exception);

/* Is the function of this name, "work_group_reduce_add", and operand type ("float"; NULL: any) the exception's? */
bool clgroup_exception_fits(const char *exception, const char *function, size_t length, const char *type);

/* The strategy of a function that is an exception; NULL: it is none. */
const struct clgroup_strategy *clgroup_exception_find(const char *exceptions, const char *function, size_t length,
                                                      const char *type);

#endif
