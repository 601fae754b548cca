/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Preprocessed, never compiled: yields a line per type and per operator of a type, from the library's tables. */
#define CLGROUP_TYPE_BODY "type.inc"
#define CLGROUP_OP_BODY "op.inc"
#include <types.inc>
