/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The operators and types that the tests of <clgroup/operator.h> use. */
#ifndef SCANS_OPERATORS_H
#define SCANS_OPERATORS_H

#include "algebra.h"

struct op {
  const char *name;       /* with the type's name, of the tests; unless `declares` says otherwise, of the operator */
  struct algebra algebra; /* whose type is a word */
  bool is_quick;          /* tested with --quick too */
  bool has_atomic;        /* scan_update is tested */
  bool is_standard;       /* one of OpenCL C's */
  const char *extension;  /* that the type needs; or NULL */
};

extern const struct op operators[];
extern const unsigned operator_count;

/* Adds what precedes the inclusion of operator.h. */
void operator_declare(const struct op *op, char **text);

#endif
