/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How the tests' two made-up drivers, this stub and the executor (test/simt), answer. */
#ifndef CLGROUP_STUB_ANSWERS_H
#define CLGROUP_STUB_ANSWERS_H

#include "layer/base/cl.h"

#include <string.h>

/* The parameters of an entry: STUB_PARAMETERS_clFinish(STUB_DECLARE) and so on (entries.awk). */
#define STUB_DECLARE(type, index) type a##index
#define STUB_WORD(type, index) (uintptr_t) a##index
#define STUB_NAME(type, index) a##index

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

static inline const char *stub_text(const char *text) {
  return text ? text : "";
}

static inline cl_int stub_answer_text(const char *text, size_t size, void *where, size_t *size_ret) {
  return stub_answer(stub_text(text), strlen(stub_text(text)) + 1, size, where, size_ret);
}

/* The answer to `what` among these; each is {what, STUB_VALUE(x)} or {what, STUB_TEXT(x)}. */
#define STUB_ANSWER_OF(...)                                                                                            \
  stub_answer_of((const struct stub_fact[]){__VA_ARGS__, {0, NULL, 0}}, what, size, where, size_ret)
#define STUB_VALUE(value) &(value), sizeof(value)
#define STUB_TEXT(text) stub_text(text), strlen(stub_text(text)) + 1
struct stub_fact {
  cl_uint what;
  const void *value;
  size_t size;
};

static inline cl_int stub_answer_of(const struct stub_fact *fact, cl_uint what, size_t size, void *where,
                                    size_t *size_ret) {
  while (fact->value && fact->what != what)
    fact++;
  return fact->value ? stub_answer(fact->value, fact->size, size, where, size_ret) : CL_INVALID_VALUE;
}

static inline cl_int stub_platform_info(const char *name, const char *version, const char *suffix,
                                        cl_platform_info what, size_t size, void *where, size_t *size_ret) {
  return STUB_ANSWER_OF({CL_PLATFORM_NAME, STUB_TEXT(name)}, {CL_PLATFORM_VENDOR, STUB_TEXT("clgroup")},
                        {CL_PLATFORM_VERSION, STUB_TEXT(version)}, {CL_PLATFORM_PROFILE, STUB_TEXT("FULL_PROFILE")},
                        {CL_PLATFORM_EXTENSIONS, STUB_TEXT("cl_khr_icd")},
                        {CL_PLATFORM_ICD_SUFFIX_KHR, STUB_TEXT(suffix)});
}

/* Ends an entry by its kind (entries.awk); `last` is its last parameter. */
#define STUB_RETURN_STATUS(last, error, object) return error
#define STUB_RETURN_OBJECT(last, error, object)                                                                        \
  do {                                                                                                                 \
    stub_set((cl_int *)(uintptr_t)(last), error);                                                                      \
    return object;                                                                                                     \
  } while (0)
#define STUB_RETURN_POINTER(last, error, object) return object
#define STUB_RETURN_NOTHING(last, error, object) return

/* The error of a call that makes an object. */
static inline void stub_set(cl_int *error, cl_int value) {
  if (error)
    *error = value;
}

#endif
