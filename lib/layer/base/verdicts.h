/* Whether something works, as it was found out, by a name for it: kept in memory for as long as that holds. No locks:
 * if the application forks meanwhile, the child would wait for one forever. If two threads find out the same, both do.
 */
#ifndef CLGROUP_LAYER_VERDICTS_H
#define CLGROUP_LAYER_VERDICTS_H

#include <stdatomic.h>
#include <stdbool.h>

struct clgroup_verdict {
  struct clgroup_verdict *next;
  _Atomic double until; /* by clgroup_log_clock() */
  atomic_flag told;     /* for who tells a fault once */
  char fault[512];      /* empty: it works */
  char name[];
};

typedef _Atomic(struct clgroup_verdict *) clgroup_verdicts;

/* The verdict of this name that holds; NULL: none does. */
struct clgroup_verdict *clgroup_verdict_find(clgroup_verdicts *all, const char *name);

/* Keeps a verdict for so many milliseconds (INFINITY). The result is valid until the end, however long it holds; NULL:
 * out of memory. */
struct clgroup_verdict *clgroup_verdict_keep(clgroup_verdicts *all, const char *name, const char *fault,
                                             double milliseconds);

/* How long a fault is kept that may have a cause which passes, such as a lack of memory: ten times as long as it took
 * to find, so that looking for it again costs a tenth of the time at most. */
double clgroup_verdict_patience(double milliseconds);

/* Frees all. */
void clgroup_verdicts_end(clgroup_verdicts *all);

#endif
