/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The arguments of compile/lowering.inc, read by programs that have no more of lib/compile. */
#ifndef CLGROUP_COMPILE_LOWERING_ARGUMENT_H
#define CLGROUP_COMPILE_LOWERING_ARGUMENT_H

#include "clgroup/clgroup-llvm.h"

#include <stdlib.h>
#include <string.h>

/* Sets the field of a FIELD=VALUE; returns whether it is one. */
static inline bool lowering_take_argument(const char *argument, struct clgroup_llvm_options *o) {
#define TEXT(field)                                                                                                    \
  if (!strncmp(argument, #field "=", sizeof #field))                                                                   \
    return (o->field = argument + sizeof #field) != NULL;
#define NUMBER(field)                                                                                                  \
  if (!strncmp(argument, #field "=", sizeof #field))                                                                   \
    return (o->field = (unsigned)strtoul(argument + sizeof #field, NULL, 10)) || true;
#include "compile/lowering.inc"
  return false;
}

#endif
