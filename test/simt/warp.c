/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "warp.h"

#include <math.h>
#include <string.h>

unsigned simt_noise(unsigned *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

uint64_t simt_exp2(uint32_t x, bool flush, unsigned seed) {
  union {
    uint32_t bits;
    float value;
  } u = {.bits = x};
  unsigned state = x + seed;
  double exact = exp2(u.value);
  if (u.value != 0 && exact > 0x1p-140 && exact < 0x1p127)
    exact += ldexp((int)(simt_noise(&state) % 5) - 2, (exact < 0x1p-126 ? -126 : ilogb(exact)) - 23);
  u.value = flush && exact < 0x1p-126 ? 0 : (float)exact;
  return u.bits;
}

static bool active(const struct simt_meeting *m, unsigned lane) {
  return lane < m->target->lanes && m->active >> lane & 1;
}

/* The value that is read from a lane that does not take part: another one each time. */
static uint64_t undefined(struct simt_meeting *m, unsigned lane, unsigned from) {
  m->undefined = true;
  m->read_by = lane;
  m->read_from = from;
  return (uint64_t)simt_noise(m->noise) << 32 | simt_noise(m->noise);
}

static uint64_t read(struct simt_meeting *m, unsigned lane, unsigned from, unsigned operand) {
  return active(m, from) ? m->lanes[from].operands[operand] : undefined(m, lane, from);
}

/* PTX ISA, "shfl.sync": operands are mask, value, b, c. */
static uint64_t shuffle(struct simt_meeting *m, unsigned lane) {
  const uint64_t *o = m->lanes[lane].operands;
  const unsigned b = o[2] & 31, clamp = o[3] & 31, segment = o[3] >> 8 & 31;
  const int last = (int)((lane & segment) | (clamp & ~segment)), first = (int)(lane & segment);
  const enum simt_op op = m->site->op;
  const int from = op == SIMT_SHFL_UP     ? (int)lane - (int)b
                   : op == SIMT_SHFL_DOWN ? (int)(lane + b)
                   : op == SIMT_SHFL_BFLY ? (int)(lane ^ b)
                                          : first | (int)(b & ~segment & 31);
  const bool good = op == SIMT_SHFL_UP ? from >= last : from <= last;
  return (read(m, lane, good ? (unsigned)from : lane, 1) & UINT32_MAX) | (uint64_t)good << 32;
}

/* The lanes whose operand is not zero. */
static uint64_t ballot(const struct simt_meeting *m, unsigned operand) {
  uint64_t mask = 0;
  for (unsigned i = 0; i < m->target->lanes; i++)
    if (active(m, i) && m->lanes[i].operands[operand])
      mask |= UINT64_C(1) << i;
  return mask;
}

static uint64_t same_as(const struct simt_meeting *m, uint64_t value, unsigned operand) {
  uint64_t mask = 0;
  for (unsigned i = 0; i < m->target->lanes; i++)
    if (active(m, i) && m->lanes[i].operands[operand] == value)
      mask |= UINT64_C(1) << i;
  return mask;
}

static uint32_t combine(enum simt_op op, uint32_t a, uint32_t b) {
  switch (op) {
  case SIMT_REDUX_ADD:
    return a + b;
  case SIMT_REDUX_MIN:
    return (int32_t)a < (int32_t)b ? a : b;
  case SIMT_REDUX_MAX:
    return (int32_t)a > (int32_t)b ? a : b;
  case SIMT_REDUX_UMIN:
    return a < b ? a : b;
  case SIMT_REDUX_UMAX:
    return a > b ? a : b;
  case SIMT_REDUX_AND:
    return a & b;
  case SIMT_REDUX_OR:
    return a | b;
  default:
    return a ^ b;
  }
}

static uint32_t redux(const struct simt_meeting *m) {
  uint32_t all = 0;
  bool some = false;
  for (unsigned i = 0; i < m->target->lanes; i++)
    if (active(m, i)) {
      const uint32_t value = (uint32_t)m->lanes[i].operands[0];
      all = some ? combine(m->site->op, all, value) : value;
      some = true;
    }
  return all;
}

static unsigned first_active(const struct simt_meeting *m) {
  unsigned i = 0;
  while (!active(m, i))
    i++;
  return i;
}

static bool is_uniform(const struct simt_meeting *m, unsigned operand) {
  return same_as(m, m->lanes[first_active(m)].operands[operand], operand) == m->active;
}

/* The lane that a DPP control (LLVM, AMDGPUUsage and SIDefines.h, DppCtrl) makes this one read, or -1: none. */
static int dpp_source(const struct simt_target *t, unsigned control, unsigned lane, const char **error) {
  const unsigned row = lane & ~15u, column = lane & 15, n = control & 15;
  const int wave = (int)t->lanes;
  const bool old = t->gfx < 10;
  if (control <= 0xff)
    return (int)((lane & ~3u) | (control >> 2 * (lane & 3) & 3));
  if (control >= 0x101 && control <= 0x10f) /* row_shl */
    return column + n < 16 ? (int)(lane + n) : -1;
  if (control >= 0x111 && control <= 0x11f) /* row_shr */
    return column >= n ? (int)(lane - n) : -1;
  if (control >= 0x121 && control <= 0x12f) /* row_ror */
    return (int)(row | ((column - n) & 15));
  if (control == 0x140) /* row_mirror */
    return (int)(row | (15 - column));
  if (control == 0x141) /* row_half_mirror */
    return (int)((lane & ~7u) | (7 - (lane & 7)));
  if (control >= 0x150 && control <= 0x15f) /* row_share; gfx90a calls it row_newbcast */
    return (int)(row | n);
  if (control >= 0x160 && control <= 0x16f && !old) /* row_xmask */
    return (int)(row | (column ^ n));
  if (old)
    switch (control) {
    case 0x130: /* wave_shl */
      return (int)lane + 1 < wave ? (int)lane + 1 : -1;
    case 0x134: /* wave_rol */
      return ((int)lane + 1) % wave;
    case 0x138: /* wave_shr */
      return (int)lane - 1;
    case 0x13c: /* wave_ror */
      return ((int)lane + wave - 1) % wave;
    case 0x142: /* row_bcast15 */
      return lane >= 16 ? (int)row - 1 : -1;
    case 0x143: /* row_bcast31 */
      return lane >= 32 ? 31 : -1;
    default:
      break;
    }
  *error = "this architecture has no such DPP control";
  return -1;
}

/* The operand of lane `from`; 0 or `old` if there is no such lane. If that lane takes no part: 0 too, and where LLVM's
 * documentation says `old`, the value is unknown, since AMD's emulator of gfx10 and newer gives 0. */
static uint64_t or_bound(struct simt_meeting *m, unsigned lane, int from, unsigned operand, uint64_t old, bool zero) {
  if (from >= 0 && active(m, (unsigned)from))
    return m->lanes[from].operands[operand];
  if (from >= 0 && !zero) {
    m->refused = true;
    return undefined(m, lane, (unsigned)from);
  }
  return zero ? 0 : old;
}

/* Operands: old, value, control, row mask, bank mask, bound_ctrl. */
static uint64_t dpp(struct simt_meeting *m, unsigned lane, const char **error) {
  const uint64_t *o = m->lanes[lane].operands;
  if (!(o[3] >> lane / 16 & 1) || !(o[4] >> lane % 16 / 4 & 1))
    return o[0];
  return or_bound(m, lane, dpp_source(m->target, (unsigned)o[2], lane, error), 1, o[0], o[5]);
}

/* Operands: old, value, two words of selectors, fi, bound_ctrl. */
static uint64_t permlane(struct simt_meeting *m, unsigned lane) {
  const uint64_t *o = m->lanes[lane].operands;
  const unsigned column = lane & 15, row = lane / 16 ^ 1;
  const unsigned from = row * 16 + ((column < 8 ? o[2] : o[3]) >> 4 * (column & 7) & 15);
  return o[4] ? read(m, lane, from, 1) : or_bound(m, lane, (int)from, 1, o[0], o[5]);
}

/* AMD's ISA documents, ds_swizzle_b32: a quad's permutation, or and, or, xor masks of 5 bits. */
static uint64_t swizzle(struct simt_meeting *m, unsigned lane, const char **error) {
  const unsigned offset = (unsigned)m->lanes[lane].operands[1] & 0xffff;
  unsigned from;
  if (offset >= 0xc000 || (offset & 0x8000 && offset & 0x7f00)) {
    *error = "this mode of ds_swizzle is not known to the executor";
    return 0;
  }
  if (offset & 0x8000)
    from = (lane & ~3u) | (offset >> 2 * (lane & 3) & 3);
  else
    from = (lane & ~31u) | ((((lane & 31) & offset) | offset >> 5) ^ offset >> 10) % 32;
  return or_bound(m, lane, (int)from, 0, 0, true);
}

/* The predicate has the numbers of llvm::CmpInst::Predicate. */
static bool icmp(uint64_t a, uint64_t b, uint64_t predicate, unsigned bits) {
  /* Signed numbers are in the order of unsigned ones whose highest bit is the other one. */
  const uint64_t flip = predicate >= 38 ? UINT64_C(1) << (bits - 1) : 0, x = a ^ flip, y = b ^ flip;
  const bool orders[] = {x > y, x >= y, x < y, x <= y};
  return predicate < 34 ? (a == b) == (predicate == 32) : orders[(predicate - 34) % 4];
}

static bool fcmp(uint64_t a, uint64_t b, uint64_t predicate, unsigned bits) {
  double x, y;
  if (bits == 32) {
    float f[2];
    const uint32_t words[2] = {(uint32_t)a, (uint32_t)b};
    memcpy(f, words, sizeof f);
    x = f[0];
    y = f[1];
  } else {
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
  }
  /* Bits of a predicate: equal, greater, less, unordered. */
  return (x == y && predicate & 1) || (x > y && predicate & 2) || (x < y && predicate & 4) ||
         ((x != x || y != y) && predicate & 8);
}

static uint64_t compare(const struct simt_meeting *m, const char **error) {
  uint64_t mask = 0;
  const unsigned bits = m->site->bits;
  if (m->site->op == SIMT_FCMP && bits < 32)
    *error = "fcmp of this type is not known to the executor";
  for (unsigned i = 0; i < m->target->lanes; i++) {
    const uint64_t *o = m->lanes[i].operands;
    if (active(m, i) && (m->site->op == SIMT_ICMP ? icmp : fcmp)(o[0], o[1], o[2], bits))
      mask |= UINT64_C(1) << i;
  }
  return mask;
}

/* The result of one lane. */
static uint64_t result(struct simt_meeting *m, unsigned lane, const char **error) {
  const uint64_t *o = m->lanes[lane].operands;
  const unsigned lanes = m->target->lanes;
  switch (m->site->op) {
  case SIMT_SHFL_IDX:
  case SIMT_SHFL_UP:
  case SIMT_SHFL_DOWN:
  case SIMT_SHFL_BFLY:
    return shuffle(m, lane);
  case SIMT_VOTE_BALLOT:
    return ballot(m, 1);
  case SIMT_MATCH_ANY:
    return same_as(m, o[1], 1);
  case SIMT_MATCH_ALL:
    return is_uniform(m, 1) ? m->active | UINT64_C(1) << 32 : 0;
  case SIMT_REDUX_ADD:
  case SIMT_REDUX_MIN:
  case SIMT_REDUX_MAX:
  case SIMT_REDUX_UMIN:
  case SIMT_REDUX_UMAX:
  case SIMT_REDUX_AND:
  case SIMT_REDUX_OR:
  case SIMT_REDUX_XOR:
    return redux(m);
  case SIMT_ACTIVEMASK:
  case SIMT_EXEC:
    return m->active;
  case SIMT_DPP:
    return dpp(m, lane, error);
  case SIMT_PERMLANEX16:
    return permlane(m, lane);
  case SIMT_READLANE:
    if (!is_uniform(m, 1))
      *error = "its lane is not the same for all lanes";
    return read(m, lane, o[1] & (lanes - 1), 0);
  case SIMT_READFIRSTLANE:
    return m->lanes[first_active(m)].operands[0];
  case SIMT_DS_BPERMUTE:
    return or_bound(m, lane, (int)(o[0] / 4 % lanes), 1, 0, true);
  case SIMT_DS_SWIZZLE:
    return swizzle(m, lane, error);
  case SIMT_BALLOT:
    return ballot(m, 0);
  case SIMT_ICMP:
  case SIMT_FCMP:
    return compare(m, error);
  default: /* BAR_WARP, WAVE_BARRIER */
    return 0;
  }
}

const char *simt_meet(struct simt_meeting *m) {
  const char *error = NULL;
  for (unsigned i = 0; i < m->target->lanes; i++)
    if (active(m, i))
      m->lanes[i].result = result(m, i, &error);
  return error;
}
