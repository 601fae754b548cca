/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The results of all work-group and sub-group functions, computed slowly and simply. Shares nothing with the library:
 * identities, order and half arithmetic are implemented here again. A value of any type is passed as its bits in a
 * uint64_t. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The last four are types of sub-group functions alone. */
enum ref_type {
  REF_INT,
  REF_UINT,
  REF_LONG,
  REF_ULONG,
  REF_HALF,
  REF_FLOAT,
  REF_DOUBLE,
  REF_CHAR,
  REF_UCHAR,
  REF_SHORT,
  REF_USHORT,
  REF_TYPES
};
enum ref_op {
  REF_ADD,
  REF_MIN,
  REF_MAX,
  REF_MUL,
  REF_AND,
  REF_OR,
  REF_XOR,
  REF_LOGICAL_AND,
  REF_LOGICAL_OR,
  REF_LOGICAL_XOR,
  REF_OPS
};
enum ref_family { REF_REDUCE, REF_INCLUSIVE, REF_EXCLUSIVE, REF_FAMILIES };

/* By its name in OpenCL C; -1 for a name that the reference does not know. */
int ref_type_by_name(const char *name);
int ref_op_by_name(const char *name);
const char *ref_type_name(enum ref_type type);
/* Of the unsigned integer of its size. */
const char *ref_word(enum ref_type type);
const char *ref_op_name(enum ref_op op);
const char *ref_family_name(enum ref_family family);

size_t ref_bytes(enum ref_type type);
bool ref_is_float(enum ref_type type);
bool ref_is_signed(enum ref_type type);
/* Whether the specification has `op` for `type`. */
bool ref_takes(enum ref_op op, enum ref_type type);

/* Reads and writes element `index` of an array of `type`. */
uint64_t ref_load(enum ref_type type, const void *array, size_t index);
void ref_store(enum ref_type type, void *array, size_t index, uint64_t bits);

/* Numbers to bits and back. An integer type wraps; a floating type rounds to nearest. */
uint64_t ref_from_integer(enum ref_type type, int64_t value);
uint64_t ref_from_real(enum ref_type type, double value);
long double ref_to_real(enum ref_type type, uint64_t bits);
bool ref_is_nan(enum ref_type type, uint64_t bits);
/* The largest finite value and the unit in the last place of 1.0 of a floating type. */
double ref_largest(enum ref_type type);
double ref_epsilon(enum ref_type type);

uint64_t ref_identity(enum ref_op op, enum ref_type type);
/* The value of a single operand: the logical operators see only whether it is not 0. */
uint64_t ref_prepare(enum ref_op op, uint64_t bits);
/* One step on such values: `low` is the operand of lower rank. */
uint64_t ref_combine(enum ref_op op, enum ref_type type, uint64_t low, uint64_t high);

/* The reduction of x[0..n), n > 0, along the documented tree: neighbours first, an odd one out moves up as it is. */
uint64_t ref_reduce(enum ref_op op, enum ref_type type, const uint64_t *x, size_t n);
/* The scan of x[0..n), from left to right, into result[0..n). */
void ref_scan(enum ref_family family, enum ref_op op, enum ref_type type, const uint64_t *x, size_t n,
              uint64_t *result);

/* How a group's results are judged. */
enum {
  REF_STRICT = 0,
  /* Built with -cl-fast-relaxed-math: sums within their bound in any order, zeros without a sign. */
  REF_RELAXED = 1,
};

struct ref_mismatch {
  size_t rank;       /* the first work-item that is wrong */
  uint64_t expected; /* what the reference computes there */
  uint64_t got;
  const char *rule; /* which rule it breaks */
  size_t count;     /* work-items that are wrong */
};

/* Judges the results of one call in a group of n work-items with operands x. Returns whether they are right; else fills
 * *mismatch. */
bool ref_judge(enum ref_family family, enum ref_op op, enum ref_type type, const uint64_t *x, size_t n,
               const uint64_t *got, int mode, struct ref_mismatch *mismatch);

/* Whether a function may give `got` where `wanted` is computed: of floats, another NaN; in min and max another zero. */
bool ref_same(enum ref_op op, enum ref_type type, uint64_t got, uint64_t wanted);
/* The same where up to 128 floats near 1 or -1 were combined in any order. */
bool ref_near(enum ref_op op, enum ref_type type, uint64_t got, uint64_t wanted);

/* The rank of a work-item in a work-group of size[0] x size[1] x size[2]. */
size_t ref_rank(const size_t size[3], size_t x, size_t y, size_t z);

#endif
