/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The layer's clgroup-cc: the cache of its results, and whether it works. */
#ifndef CLGROUP_LAYER_TOOLCHAIN_H
#define CLGROUP_LAYER_TOOLCHAIN_H

#include "layer/compile/compiler-job.h"

/* Opened by the first call. NULL: disabled by the settings, or the folder cannot be used now, which is logged once. */
struct clgroup_cache *clgroup_toolchain_cache(void);

/* The target of programs of this form, for devices with addresses of this many bits. */
const char *clgroup_toolchain_target(enum clgroup_form form, unsigned address_bits);

/* Why clgroup-cc cannot compile for this target, and provide these extensions, a line that stays valid; NULL: it can.
 * Compiles a small kernel with this installation, unless the cache has the result of an earlier process. A success
 * holds until the process ends, so that builds do what device queries promised. A failure of the compiler holds for a
 * while. If the compiler could not even be started, since the system may lack memory or descriptors now, the next call
 * tries again. */
const char *clgroup_toolchain_fault(enum clgroup_form form, unsigned address_bits, const char *strategy,
                                    unsigned provide);

/* Forgets all of this. No other thread may use it any more. */
void clgroup_toolchain_end(void);

#endif
