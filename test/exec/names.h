/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The library's types and operators, by name. The names come from its own lists, so that a new one is tested at once;
 * what they mean comes from the reference alone. */
#ifndef EXEC_NAMES_H
#define EXEC_NAMES_H

#include "reference.h"

/* Whether the reference knows every name; else says on stderr which one it does not. */
bool names_check(void);

/* Whether the library has this type, and this operator for it. */
bool names_have_type(enum ref_type type);
bool names_have(enum ref_op op, enum ref_type type);
/* Whether the operator is one of cl_khr_work_group_uniform_arithmetic. */
bool names_is_extension(enum ref_op op);

#endif
