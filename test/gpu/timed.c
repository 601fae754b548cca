/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "run.h"

#include <stdio.h>

static const char *const functions[] = {"reduce_add", "scan_inclusive_add", "scan_exclusive_add"};
static const unsigned sizes[TIMED_SIZES] = {128, 256, 512, 1024};

struct timed timed_case(unsigned index) {
  static const struct {
    const char *name;
    unsigned bytes;
  } types[] = {{"int", 4}, {"float", 4}, {"long", 8}};
  unsigned type = index / TIMED_SIZES % 3;
  return (struct timed){functions[index / TIMED_SIZES / 3], types[type].name, types[type].bytes,
                        sizes[index % TIMED_SIZES]};
}

void timed_name(const struct timed *t, bool repeats, char name[64]) {
  snprintf(name, 64, "%s%s_%s_%u", repeats ? "repeat_" : "", t->function, t->type, t->size);
}

struct timed_work timed_work(const struct timed *t, bool repeats, unsigned processors, bool quick) {
  if (quick)
    return (struct timed_work){2 * (size_t)t->size, 2, 1};
  /* To time memory: 128 MiB in and out, far more than caches hold. To time calls: as many work-groups as run at once.
   */
  if (!repeats)
    return (struct timed_work){((size_t)64 << 20) / t->bytes, 1, 4};
  return (struct timed_work){(size_t)processors * (1536 / t->size) * t->size, 512, 1};
}

double timed_median(double *values, unsigned count) {
  for (unsigned i = 1; i < count; i++)
    for (unsigned k = i; k && values[k] < values[k - 1]; k--) {
      double swap = values[k];
      values[k] = values[k - 1];
      values[k - 1] = swap;
    }
  return values[count / 2];
}
