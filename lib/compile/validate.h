/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs SPIRV-Tools' validator: some drivers abort the application on an invalid module. */
#ifndef CLGROUP_COMPILE_VALIDATE_H
#define CLGROUP_COMPILE_VALIDATE_H

#include "compile/process.h"

#include <stdbool.h>

/* Is this SPIR-V valid, apart from its debug information, and, if it was given to us, from the order of its blocks and
 * the places of OpLoopMerge? Returns NULL, or one line that says what is wrong. */
const char *clgroup_find_invalid(struct clgroup_session *s, const struct clgroup_bytes *module, bool given);

#endif
