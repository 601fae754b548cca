/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs SPIRV-Tools' validator: some drivers abort the application on an invalid module. */
#ifndef CLGROUP_COMPILE_VALIDATE_H
#define CLGROUP_COMPILE_VALIDATE_H

#include "compile/process.h"

/* Is this SPIR-V valid, apart from its debug information? Returns NULL, or one line that says what is wrong. */
const char *clgroup_find_invalid(struct clgroup_session *s, const struct clgroup_bytes *module);

#endif
