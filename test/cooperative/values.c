#include "values.h"

const struct composed composed[COMPOSED] = {
    {"affine4", 2, 4},           {"affine<uchar>", 2, 8},   {"triangle<uchar>", 3, 8}, {"matrix<uchar>", 4, 8},
    {"triangle<ushort>", 3, 16}, {"matrix<ushort>", 4, 16}, {"triangle<uint>", 3, 32}, {"matrix<uint>", 4, 32},
    {"triangle<ulong>", 3, 64},  {"matrix<ulong>", 4, 64},  {"affine<ulong>", 2, 64},  {"bytes<12>", 12, 8},
    {"bytes<5>", 5, 8},          {"bytes<15>", 15, 8},      {"bytes<9>", 9, 8}};

unsigned composed_bytes(const struct composed *type) {
  return type->numbers * type->bits / 8;
}

static uint64_t number(const struct composed *type, const struct value *v, unsigned index) {
  const unsigned at = index * type->bits;
  const uint64_t bits = v->words[at / 64] >> at % 64;
  return type->bits < 64 ? bits & ((1ull << type->bits) - 1) : bits;
}

static void put(const struct composed *type, struct value *v, unsigned index, uint64_t x) {
  const unsigned at = index * type->bits;
  v->words[at / 64] |= (type->bits < 64 ? x & ((1ull << type->bits) - 1) : x) << at % 64;
}

struct value composed_invertible(const struct composed *type, struct value any) {
  struct value made = {{0}};
  for (unsigned i = 0; i < type->numbers; i++) {
    const bool is_pair = type->numbers > 4 && i % 2 == 0 && i + 1 < type->numbers;
    const bool is_diagonal = i == 0 || is_pair || (type->numbers > 2 && type->numbers <= 4 && i == type->numbers - 1);
    const uint64_t x = number(type, &any, i);
    put(type, &made, i, is_diagonal ? x | 1 : type->numbers == 4 && i == 2 ? x & ~1ull : x);
  }
  return made;
}

struct value compose(const struct composed *type, struct value a, struct value b) {
  struct value result = {{0}};
  uint64_t x[32] = {0}, y[32] = {0};
  for (unsigned i = 0; i < type->numbers; i++) {
    x[i] = number(type, &a, i);
    y[i] = number(type, &b, i);
  }
  if (type->numbers == 2) { /* b(a(x)) */
    put(type, &result, 0, y[0] * x[0]);
    put(type, &result, 1, y[0] * x[1] + y[1]);
  } else if (type->numbers == 3) {
    put(type, &result, 0, x[0] * y[0]);
    put(type, &result, 1, x[0] * y[1] + x[1] * y[2]);
    put(type, &result, 2, x[2] * y[2]);
  } else if (type->numbers > 4) {
    for (unsigned i = 0; i + 1 < type->numbers; i += 2) {
      put(type, &result, i, y[i] * x[i]);
      put(type, &result, i + 1, y[i] * x[i + 1] + y[i + 1]);
    }
    if (type->numbers % 2)
      put(type, &result, type->numbers - 1, x[type->numbers - 1] + y[type->numbers - 1]);
  } else {
    put(type, &result, 0, x[0] * y[0] + x[1] * y[2]);
    put(type, &result, 1, x[0] * y[1] + x[1] * y[3]);
    put(type, &result, 2, x[2] * y[0] + x[3] * y[2]);
    put(type, &result, 3, x[2] * y[1] + x[3] * y[3]);
  }
  return result;
}
