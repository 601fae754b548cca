/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How the tests' two made-up drivers, this stub and the executor (test/simt), answer. */
#ifndef CLGROUP_STUB_ANSWERS_H
#define CLGROUP_STUB_ANSWERS_H

#include "layer/base/cl.h"

#include <string.h>

/* The answer of a query. */
static inline cl_int stub_answer(const void *value, size_t value_size, size_t size, void *where, size_t *size_ret) {
  if (where && size < value_size)
    return CL_INVALID_VALUE;
  if (where)
    memcpy(where, value, value_size);
  if (size_ret)
    *size_ret = value_size;
  return CL_SUCCESS;
}

static inline cl_int stub_answer_text(const char *text, size_t size, void *where, size_t *size_ret) {
  return stub_answer(text ? text : "", text ? strlen(text) + 1 : 1, size, where, size_ret);
}

static inline cl_int stub_platform_info(const char *name, const char *version, const char *suffix,
                                        cl_platform_info what, size_t size, void *where, size_t *size_ret) {
  switch (what) {
  case CL_PLATFORM_NAME:
    return stub_answer_text(name, size, where, size_ret);
  case CL_PLATFORM_VENDOR:
    return stub_answer_text("clgroup", size, where, size_ret);
  case CL_PLATFORM_VERSION:
    return stub_answer_text(version, size, where, size_ret);
  case CL_PLATFORM_PROFILE:
    return stub_answer_text("FULL_PROFILE", size, where, size_ret);
  case CL_PLATFORM_EXTENSIONS:
    return stub_answer_text("cl_khr_icd", size, where, size_ret);
  case CL_PLATFORM_ICD_SUFFIX_KHR:
    return stub_answer_text(suffix, size, where, size_ret);
  default:
    return CL_INVALID_VALUE;
  }
}

/* The error of a call that makes an object. */
static inline void stub_set(cl_int *error, cl_int value) {
  if (error)
    *error = value;
}

#endif
