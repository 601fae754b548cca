/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/base/verdicts.h"

#include "layer/base/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct clgroup_verdict *clgroup_verdict_find(clgroup_verdicts *all, const char *name) {
  const double now = clgroup_log_clock();
  struct clgroup_verdict *v = atomic_load(all);
  while (v && (strcmp(v->name, name) || atomic_load(&v->until) <= now))
    v = v->next;
  return v;
}

struct clgroup_verdict *clgroup_verdict_keep(clgroup_verdicts *all, const char *name, const char *fault,
                                             double milliseconds) {
  const double until = clgroup_log_clock() + milliseconds;
  struct clgroup_verdict *first = atomic_load(all), *v = first;
  while (v && (strcmp(v->name, name) || strcmp(v->fault, fault)))
    v = v->next;
  if (v) { /* the same fault again */
    atomic_store(&v->until, until);
    return v;
  }
  const size_t size = strlen(name) + 1;
  if (!(v = calloc(1, sizeof *v + size)))
    return NULL;
  memcpy(v->name, name, size);
  snprintf(v->fault, sizeof v->fault, "%s", fault);
  atomic_init(&v->until, until);
  v->next = first;
  while (!atomic_compare_exchange_weak(all, &v->next, v)) {
  }
  return v;
}

double clgroup_verdict_patience(double milliseconds) {
  return 10 * milliseconds;
}

void clgroup_verdicts_end(clgroup_verdicts *all) {
  for (struct clgroup_verdict *v = atomic_exchange(all, NULL), *next; v; v = next) {
    next = v->next;
    free(v);
  }
}
