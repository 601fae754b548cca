/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which strategy makes each function: one strategy, with exceptions. */
#ifndef CLGROUP_LAYER_CHOICE_H
#define CLGROUP_LAYER_CHOICE_H

#include "base/buffer.h"
#include "names/symbols.h"

struct clgroup_choice {
  const char *strategy;
  const char *exceptions; /* as names/strategies.h describes them; or "" */
};

/* The library's module of the functions of extensions, in the place of a strategy. */
extern const char clgroup_choice_extensions[];

/* The strategy of all functions on a device that lacks what the choice's own strategy needs: that of its exceptions,
 * which needs nothing; without exceptions, the strategy's replacement for any device. */
const char *clgroup_choice_instead(const struct clgroup_choice *choice);

/* Adds to *part the functions that this strategy makes. Returns 0, or -1 when out of memory. */
int clgroup_choice_part(const struct clgroup_choice *choice, const struct clgroup_symbols *functions,
                        const char *strategy, struct clgroup_symbols *part);

/* Adds the choice in the form of clgroup-cc --strategy=. */
void clgroup_choice_print(const struct clgroup_choice *choice, struct clgroup_buffer *text);

bool clgroup_choice_same(const struct clgroup_choice *a, const struct clgroup_choice *b);

#endif
