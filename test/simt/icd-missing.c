/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The OpenCL functions that the executor does not have: each says so. A definition in another file replaces the weak
 * one here. */
#include "icd.h"

#include <stdio.h>

#pragma GCC diagnostic ignored "-Wunused-parameter"

static void missing(const char *name) {
  fprintf(stderr, "clgroup executor: error: it has no %s: write it in test/simt/icd-*.c\n", name);
}

#define STUB_ENTRY(name, kind, result, last, count)                                                                    \
  __attribute__((weak)) result CL_API_CALL icd_##name(STUB_PARAMETERS_##name(STUB_DECLARE)) {                          \
    missing(#name);                                                                                                    \
    STUB_RETURN_##kind(last, CL_INVALID_OPERATION, NULL);                                                              \
  }
#define STUB_UNTYPED(name)
#include "layer/stub/entries.inc"
