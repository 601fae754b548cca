#include "operators.h"

/* Of each type of integers: OpenCL C's, and the last of two that is not 0. Then sums of floats, and maps. */
enum { SCALARS_ON_TYPE = 8, LAST = 7, SUMS = 4 * SCALARS_ON_TYPE, MAPS = SUMS + 2 };

struct operator_row operators_row(unsigned row) {
  static const char *const names[] = {"add", "min", "max", "mul", "and", "or", "xor", "last"};
  static const char *const maps[] = {"map_uchar", "map_ushort", "map_uint", "map_ulong"};
  if (row >= MAPS)
    return (struct operator_row){.name = "map",
                                 .type = maps[row - MAPS],
                                 .component = row - MAPS == 3 ? REF_ULONG : REF_UINT,
                                 .parts = 2,
                                 .bits = 8u << (row - MAPS),
                                 .by = OPERATORS};
  const unsigned at = row % SCALARS_ON_TYPE;
  const enum ref_type type = row < SUMS ? (enum ref_type)(row / SCALARS_ON_TYPE) : row == SUMS ? REF_FLOAT : REF_DOUBLE;
  return (struct operator_row){.name = names[row < SUMS ? at : 0],
                               .type = ref_type_name(type),
                               .component = type,
                               .parts = 1,
                               .by = row >= SUMS  ? ADD
                                     : at == LAST ? OPERATORS
                                                  : at,
                               .has_atomic = row < SUMS && type <= REF_UINT && at < LAST && at != MUL};
}

unsigned operators_on(enum ref_type type, unsigned which) {
  unsigned rows[OPERATOR_ROWS] = {0}, count = 0;
  for (unsigned k = 0; k < OPERATOR_ROWS; k++)
    if (operators_row(k).component == type)
      rows[count++] = k;
  return count ? rows[which % count] : OPERATOR_ROWS;
}

static uint64_t narrow(const struct operator_row *o, uint64_t x) {
  return o->bits == 64 ? x : x & ((UINT64_C(1) << o->bits) - 1);
}

struct item operators_item(const struct operator_row *o, union value x, union value y, unsigned k) {
  struct item item = {{x, y}};
  if (o->parts == 2) {
    item.part[0].i = narrow(o, (x.i | 1) + 2 * k);
    item.part[1].i = narrow(o, y.i ^ k);
  } else if (ref_is_float(o->component))
    item.part[0].f += k;
  else
    item.part[0].i = value_wrap(o->component, x.i + 3 * k);
  return item;
}

struct item operators_combine(const struct operator_row *o, struct item a, struct item b) {
  struct item c = b;
  if (o->parts == 2) {
    c.part[0].i = narrow(o, a.part[0].i * b.part[0].i);
    c.part[1].i = narrow(o, a.part[1].i * b.part[0].i + b.part[1].i);
  } else if (o->by < OPERATORS)
    c.part[0] = value_combine(o->component, o->by, a.part[0], b.part[0]);
  else if (!b.part[0].i)
    c = a;
  return c;
}

struct item operators_identity(const struct operator_row *o) {
  struct item item = {{{0}, {0}}};
  if (o->parts == 2)
    item.part[0].i = 1;
  else if (o->by < OPERATORS)
    item.part[0] = value_identity(o->component, o->by);
  return item;
}
