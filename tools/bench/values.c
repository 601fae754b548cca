/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inputs and expected results. */

#include "bench/bench.h"
#include "splitmix.h"

#include <stdlib.h>
#include <string.h>

static uint32_t hash(uint64_t i) {
  return (uint32_t)random_next(&i);
}

static int value(const struct work *w, size_t i) {
  const uint32_t h = hash(i);
  if (w->function->form >= ALL) { /* rare values decide a vote; half of the blocks of 4096 items have none */
    const bool rare = h % 256 == 0 && hash(i / 4096) % 2;
    return rare == (w->function->form == ANY);
  }
  return (int)(h % 7) - 3;
}

static uint64_t bits(enum ref_type type, int value) {
  return ref_is_float(type) ? ref_from_real(type, value) : ref_from_integer(type, value);
}

void values_fill(const struct work *w, void *in, size_t count) {
  for (size_t i = 0; i < count; i++)
    ref_store(w->type->ref, in, i, bits(w->type->ref, value(w, i)));
}

void group_results(enum form form, enum ref_op op, enum ref_type type, size_t size, const uint64_t *x, uint64_t *r) {
  if (form == SCAN_INCLUSIVE || form == SCAN_EXCLUSIVE) {
    ref_scan(form == SCAN_INCLUSIVE ? REF_INCLUSIVE : REF_EXCLUSIVE, op, type, x, size, r);
    return;
  }
  for (size_t i = 0; i < size && (form == REVERSE || form == ROTATE); i++)
    r[i] = x[form == REVERSE ? size - 1 - i : (i + 1) % size];
  if (form == REVERSE || form == ROTATE)
    return;
  const uint64_t one = form == BROADCAST ? x[size / 2] : ref_reduce(op, type, x, size);
  for (size_t i = 0; i < size; i++)
    r[i] = one;
}

/* In groups of `group` work-items. */
static void call(const struct work *w, size_t group, bool copy, size_t size, const uint64_t *x, uint64_t *r) {
  if (copy)
    memcpy(r, x, size * sizeof *r);
  for (size_t i = 0; i < size && !copy; i += group)
    group_results(w->function->form, w->function->op, w->type->ref, group, x + i, r + i);
}

void values_expect(const struct work *w, size_t width, bool copy, const struct shape *shape, size_t size, size_t items,
                   void *out) {
  const enum ref_type type = w->type->ref;
  const int mirror = w->function->form >= ALL;
  const size_t step = items + USER_GAP, group = w->function->extension && width ? width : size;
  uint64_t *x = take(2 * size * sizeof *x), *r = x + size;
  for (size_t base = 0; base < items; base += size) {
    for (size_t i = 0; i < size; i++)
      x[i] = bits(type, value(w, base + i));
    call(w, group, copy, size, x, r);
    for (size_t k = 1; k < shape->calls; k++) {
      for (size_t i = 0; i < size; i++) {
        const int a = value(w, base + i);
        x[i] = bits(type, ref_to_real(type, r[i]) > 0 ? a : mirror - a);
      }
      call(w, group, copy, size, x, r);
    }
    for (size_t i = 0; i < size; i++)
      for (size_t part = 0; part < shape->stores; part++) {
        const size_t at = base + i, other = at + (2 * part + 1) * step;
        const bool own = shape->stores == 1 || ref_to_real(type, r[i]) > value(w, other);
        ref_store(type, out, at + part * items, own ? r[i] : bits(type, value(w, other + step)));
      }
  }
  free(x);
}

bool values_equal(enum ref_type type, const void *got, const void *wanted, size_t count, char *why, size_t why_size) {
  if (!memcmp(got, wanted, count * ref_bytes(type)))
    return true;
  for (size_t i = 0; i < count; i++) {
    const long double is = ref_to_real(type, ref_load(type, got, i)),
                      other = ref_to_real(type, ref_load(type, wanted, i));
    if (!(is == other)) {
      snprintf(why, why_size, "item %zu is %Lg, not %Lg", i, is, other);
      return false;
    }
  }
  return true;
}
