/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Verdicts: whether something works, as a trial found, each under a name, kept in memory for as long as it holds. No
 * locks: if the application forks meanwhile, the child would wait for one forever. Two threads may find out the same at
 * the same time; both then keep it. */
#ifndef CLGROUP_LAYER_VERDICTS_H
#define CLGROUP_LAYER_VERDICTS_H

#include <stdatomic.h>

struct clgroup_verdict {
  struct clgroup_verdict *next;
  _Atomic double until; /* by clgroup_log_clock() */
  atomic_flag told;     /* set by the caller that reports the fault, so that it is reported once */
  char fault[512];      /* empty: it works */
  char name[];
};

typedef _Atomic(struct clgroup_verdict *) clgroup_verdicts;

/* The verdict of this name that still holds; NULL: there is none. */
struct clgroup_verdict *clgroup_verdict_find(clgroup_verdicts *all, const char *name);

/* Keeps a verdict for so many milliseconds (INFINITY: always). The result remains valid until the end, however long the
 * verdict holds; NULL: out of memory. */
struct clgroup_verdict *clgroup_verdict_keep(clgroup_verdicts *all, const char *name, const char *fault,
                                             double milliseconds);

/* How long to keep a fault whose cause may pass, such as a lack of memory: ten times as long as it took to find it. So
 * looking for it again takes a tenth of the time at most. */
double clgroup_verdict_patience(double milliseconds);

/* Frees all. */
void clgroup_verdicts_end(clgroup_verdicts *all);

#endif
