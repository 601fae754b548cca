#include "compile/strategy.h"

#include "compile/gpu.h"
#include "targets/strategies.h"
#include "targets/targets.h"

#include <string.h>

/* Is the name in a list with ", " between? */
static int is_listed(const char *name, const char *list) {
  const size_t length = strlen(name);
  for (const char *at = list; (at = strstr(at, name)); at++)
    if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ','))
      return 1;
  return 0;
}

/* Two strategies may exchange by the same memory only if one of them is subgroup or vector, which never take the
 * single-buffered kind (generic/scratch.h). */
static int check_other(const struct run *r, const struct clgroup_strategy *other) {
  const struct clgroup_strategy *own = clgroup_strategy_row(r->strategy);
  if (gpu_is_target(r->target))
    return clgroup_refuse(r->s, "target %s has one strategy for all functions: remove '%s' from --strategy",
                          r->target->name, r->lower.exceptions);
  if (!own->shuffles)
    return clgroup_refuse(r->s, "--strategy=%s: only subgroup and vector can have exceptions", r->o->strategy);
  for (const char *e = r->lower.exceptions; *e; e = clgroup_exception_next(e))
    if (clgroup_exception_strategy(e) != other)
      return clgroup_refuse(r->s, "--strategy=%s: all exceptions must have the same strategy", r->o->strategy);
  return 0;
}

int strategy_choose(struct run *r) {
  const char *said = r->o->strategy;
  if (!strcmp(said, "auto"))
    said = r->target->default_strategy;
  r->strategy = clgroup_strategy_row(said)->name;
  const char *exceptions = clgroup_exception_next(said);
  if (!is_listed(r->strategy, r->target->strategies))
    return clgroup_refuse(r->s, "target %s has no strategy %s: use %s", r->target->name, r->strategy,
                          r->target->strategies);
  r->lower.library = clgroup_text(r->s, "%s/%s.%s.bc", r->install.library_dir, r->target->name, r->strategy);
  const struct clgroup_strategy *other = *exceptions ? clgroup_exception_strategy(exceptions) : NULL;
  if (!other)
    return 0;
  r->lower.exceptions = exceptions;
  r->lower.other = clgroup_text(r->s, "%s/%s.%s.bc", r->install.library_dir, r->target->name, other->name);
  return check_other(r, other);
}
