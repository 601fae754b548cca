/* Inputs and expected results. Everything is computed in double, and exact there; an infinity stands for the largest or
 * smallest value of an integer type. */
#include "bench/cases.h"
#include "bench/bench.h"
#include "reference.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_vote(const struct work *w) {
  return w->function == ALL || w->function == ANY;
}

static bool is_scan(const struct work *w) {
  return w->function == SCAN_INCLUSIVE || w->function == SCAN_EXCLUSIVE;
}

static bool is_sum(const struct work *w) {
  return function_has_op(w->function) && w->op == ADD;
}

int work_middle(const struct work *w) {
  return w->type == UINT && !is_sum(w) ? 1000 : 0;
}

int work_mirror(const struct work *w) {
  return is_vote(w) ? 1 : 2 * work_middle(w);
}

static uint32_t hash(size_t i) {
  uint32_t h = (uint32_t)i * 2654435761u;
  h = (h ^ h >> 15) * 0x85ebca6bu;
  h = (h ^ h >> 13) * 0xc2b2ae35u;
  return h ^ h >> 16;
}

static double value(const struct work *w, size_t i) {
  uint32_t h = hash(i);
  if (is_vote(w)) { /* rare values decide a vote; half of the blocks of 4096 items have none */
    bool rare = h % 256 == 0 && hash(i / 4096) % 2;
    return rare == (w->function == ANY);
  }
  if (is_sum(w)) /* integers up to 2048 are exact in a half */
    return w->type == HALF ? (h % 4 ? 0 : h % 8 ? 1 : -1) : (int)(h % 7) - 3;
  return (int)(h % 2001) - 1000 + work_middle(w);
}

static enum ref_type ref_of(enum type type) {
  static const enum ref_type types[TYPES] = {REF_INT, REF_UINT, REF_LONG, REF_FLOAT, REF_DOUBLE, REF_HALF};
  return types[type];
}

size_t type_size(enum type type) {
  return ref_bytes(ref_of(type));
}

static void store(enum type type, void *to, size_t i, double v) {
  const enum ref_type t = ref_of(type);
  ref_store(t, to, i,
            ref_is_float(t) ? ref_from_real(t, v)
            : isinf(v)      ? ref_identity(v > 0 ? REF_MIN : REF_MAX, t)
                            : ref_from_integer(t, (int64_t)v));
}

static long double load(enum type type, const void *from, size_t i) {
  return ref_to_real(ref_of(type), ref_load(ref_of(type), from, i));
}

void values_fill(const struct work *w, void *in, size_t count) {
  for (size_t i = 0; i < count; i++)
    store(w->type, in, i, value(w, i));
}

static double combine(const struct work *w, double a, double b) {
  if (is_vote(w))
    return w->function == ALL ? a != 0 && b != 0 : a != 0 || b != 0;
  return w->op == ADD ? a + b : w->op == MIN ? fmin(a, b) : fmax(a, b);
}

/* The results of the function for the x of a work-group. */
static void group_results(const struct work *w, size_t size, const double *x, double *r) {
  double so_far = w->op == ADD ? 0 : w->op == MIN ? (double)INFINITY : -(double)INFINITY;
  if (is_vote(w))
    so_far = w->function == ALL;
  for (size_t i = 0; i < size; i++) {
    double with = combine(w, so_far, x[i]);
    r[i] = w->function == SCAN_EXCLUSIVE ? so_far : with;
    so_far = with;
  }
  for (size_t i = 0; i < size; i++)
    if (w->function == BROADCAST)
      r[i] = x[size / 2];
    else if (!is_scan(w))
      r[i] = so_far;
}

/* The results of a work-group for its x. */
static void call_results(const struct work *w, enum peer_kind kind, size_t size, const double *x, double *r) {
  if (kind == COPY)
    memcpy(r, x, size * sizeof *r);
  else
    group_results(w, size, x, r);
}

void values_expect(const struct work *w, enum peer_kind kind, enum shape shape, size_t size, size_t items, void *out) {
  double *x = malloc(2 * size * sizeof *x), middle = work_middle(w), mirror = work_mirror(w);
  size_t step = items + USER_GAP;
  if (!x)
    die("out of memory");
  double *r = x + size;
  for (size_t base = 0; base < items; base += size) {
    for (size_t i = 0; i < size; i++)
      x[i] = value(w, base + i);
    call_results(w, kind, size, x, r);
    for (int call = 1; shape == COMPUTE && call < LOOP_CALLS; call++) {
      for (size_t i = 0; i < size; i++) {
        double a = value(w, base + i);
        x[i] = r[i] > middle ? a : mirror - a;
      }
      call_results(w, kind, size, x, r);
    }
    for (size_t i = 0; i < size; i++) {
      size_t at = base + i;
      if (shape != USER) {
        store(w->type, out, at, r[i]);
        continue;
      }
      store(w->type, out, at, r[i] > value(w, at + step) ? r[i] : value(w, at + 2 * step));
      store(w->type, out, at + items, r[i] > value(w, at + 3 * step) ? r[i] : value(w, at + 4 * step));
    }
  }
  free(x);
}

bool values_equal(enum type type, const void *got, const void *wanted, size_t count, char *why, size_t why_size) {
  if (!memcmp(got, wanted, count * type_size(type)))
    return true;
  for (size_t i = 0; i < count; i++)
    if (!(load(type, got, i) == load(type, wanted, i))) {
      snprintf(why, why_size, "item %zu is %Lg, not %Lg", i, load(type, got, i), load(type, wanted, i));
      return false;
    }
  return true;
}
