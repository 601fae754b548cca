/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls that follow one another: the exchanges of one must not disturb those of the next. */
#include "functions.h"

/* What the lanes have; undefined where `known` is false. */
struct wave {
  uint64_t v[MAX_LANES];
  bool known[MAX_LANES];
};

static struct wave begin(const struct lanes *s) {
  struct wave w = {.known = {false}};
  for (unsigned i = 0; i < s->size; i++) {
    w.v[i] = s->x[i][0];
    w.known[i] = true;
  }
  return w;
}

/* Each lane gets the value of lane from(i). */
#define EXCHANGE(s, w, from)                                                                                           \
  do {                                                                                                                 \
    const struct wave before = *(w);                                                                                   \
    for (unsigned i = 0; i < (s)->size; i++) {                                                                         \
      const uint64_t source = (from);                                                                                  \
      (w)->known[i] = source < (s)->size && before.known[source];                                                      \
      (w)->v[i] = (w)->known[i] ? before.v[source] : 0;                                                                \
    }                                                                                                                  \
  } while (0)
#define EACH(s, statement)                                                                                             \
  for (unsigned i = 0; i < (s)->size; i++)                                                                             \
  statement

static unsigned turned(const struct lanes *s, unsigned lane, int by) {
  const int full = (int)s->full, place = ((int)lane + by) % full;
  return (unsigned)(place < 0 ? place + full : place);
}

const char flow_helpers[] = "ulong turn(ulong v, uint n) {\n"
                            "  return sub_group_shuffle(v, (get_sub_group_local_id() + n) % get_sub_group_size());\n"
                            "}\n"
                            "ulong turns(ulong v, uint n) {\n"
                            "  for (uint k = 0; k < n; k++)\n"
                            "    v = turn(turn(v, k + 1) * 5, 2);\n"
                            "  return v;\n"
                            "}\n";

#define FLOW(name)                                                                                                     \
  static void flow_##name(const struct lanes *s, struct wave *w);                                                      \
  static bool expect_##name(const struct function *f, const struct lanes *s, lane_set members, unsigned lane,          \
                            uint64_t *value) {                                                                         \
    struct wave w = begin(s);                                                                                          \
    (void)f, (void)members;                                                                                            \
    flow_##name(s, &w);                                                                                                \
    *value = w.v[lane];                                                                                                \
    return w.known[lane];                                                                                              \
  }                                                                                                                    \
  static void flow_##name(const struct lanes *s, struct wave *w)

FLOW(loop) {
  for (unsigned k = 0; k < 6; k++) {
    EXCHANGE(s, w, (i * 3 + k * 7 + 1) % s->size);
    EACH(s, w->v[i] = w->v[i] * 3 + k;)
  }
}

FLOW(uniform_loop) {
  for (unsigned k = 0; k < s->items % 5 + 1; k++) {
    EXCHANGE(s, w, turned(s, i, (int)k - 2));
    EACH(s, w->v[i] += k;)
  }
}

FLOW(branch) {
  if (s->items % 3)
    EXCHANGE(s, w, turned(s, i, 3));
  else
    EXCHANGE(s, w, i ^ 1);
  EXCHANGE(s, w, s->size - 1 - i);
}

FLOW(skips) {
  for (unsigned k = 0; k < 4; k++) {
    if (k == s->items % 4)
      continue;
    struct wave own = *w;
    EXCHANGE(s, w, i + 1 < s->size ? i + 1 : i);
    EACH(s, w->v[i] += own.v[i] * k;)
  }
}

FLOW(helper) {
  for (unsigned k = 0; k < s->items % 3 + 2; k++) {
    EXCHANGE(s, w, (i + k + 1) % s->size);
    EACH(s, w->v[i] *= 5;)
    EXCHANGE(s, w, (i + 2) % s->size);
  }
}

FLOW(sequence) {
  struct wave up;
  uint64_t sum = 0;
  EXCHANGE(s, w, s->a[i] % s->size);
  up = *w;
  EXCHANGE(s, &up, (uint64_t)i - 1);
  EACH(s, sum += w->v[i];)
  const uint64_t one = w->v[s->shared % s->size];
  EACH(s, w->v[i] = w->v[i] * 31 + sum + one + (i ? up.v[i] : 0);)
  uint64_t before = 0;
  for (unsigned i = 0; i < s->size; i++) {
    const uint64_t own = w->v[i];
    w->v[i] = before;
    before += own;
  }
  EXCHANGE(s, w, s->size - 1 - i);
}

FLOW(widths) {
  struct wave far = *w, next = *w;
  EXCHANGE(s, w, s->a[i] % s->size);
  EXCHANGE(s, &next, (i + 1) % s->size);
  EXCHANGE(s, &far, s->size - 1 - i);
  EACH(s, w->v[i] = (w->v[i] & 255) + ((next.v[i] & 65535) << 8) + ((far.v[i] & ~0u) << 24) + next.v[i];)
}

FLOW(scan) {
  for (unsigned i = 1; i < s->size; i++)
    w->v[i] += w->v[i - 1];
}

/* Lanes that rise or fall with the own one, some of which do not exist. */
FLOW(neighbours) {
  for (unsigned k = 0; k < 4; k++) {
    struct wave first = *w, next = *w;
    EXCHANGE(s, w, s->size - 1 - i);
    EXCHANGE(s, &first, (uint64_t)k - i);
    EXCHANGE(s, &next, i + 1);
    EACH(s, w->v[i] = w->v[i] * 3 + (i <= k && k < s->size ? first.v[i] : k) + next.v[i];)
  }
  struct wave up = *w;
  EXCHANGE(s, &up, (uint64_t)i - 1);
  EACH(s, w->v[i] += up.v[i];)
}

#define ROW(name, statements)                                                                                          \
  { "flow_" #name, "v", .expect = expect_##name, .before = "  ulong v = x;\n" statements }
const struct function flows[] = {
    ROW(loop, "  for (uint k = 0; k < 6; k++)\n    v = sub_group_shuffle(v, (lane * 3 + k * 7 + 1) % size) * 3 + k;\n"),
    ROW(uniform_loop, "  for (uint k = 0; k < items % 5 + 1; k++)\n    v = sub_group_rotate(v, (int)k - 2) + k;\n"),
    ROW(branch, "  if (items % 3)\n    v = sub_group_rotate(v, 3);\n  else\n    v = sub_group_shuffle_xor(v, 1);\n"
                "  v = sub_group_shuffle(v, size - 1 - lane);\n"),
    ROW(skips, "  for (uint k = 0; k < 4; k++) {\n    if (k == items % 4)\n      continue;\n"
               "    ulong next = sub_group_shuffle_down(v, lane + 1 < size);\n    v = next + v * k;\n  }\n"),
    ROW(helper, "  v = turns(v, items % 3 + 2);\n"),
    ROW(sequence, "  v = sub_group_shuffle(v, index);\n  ulong up = sub_group_shuffle_up(v, 1);\n"
                  "  v = v * 31 + sub_group_reduce_add(v) + sub_group_broadcast(v, shared_index) + (lane ? up : 0);\n"
                  "  v = sub_group_shuffle(sub_group_scan_exclusive_add(v), size - 1 - lane);\n"),
    ROW(widths,
        "  v = sub_group_shuffle((uchar)v, index) + ((ulong)sub_group_shuffle((ushort)v, (lane + 1) % size) << 8) +\n"
        "      ((ulong)sub_group_shuffle((uint)v, size - 1 - lane) << 24) + sub_group_shuffle(v, (lane + 1) % "
        "size);\n"),
    ROW(scan, "  for (uint n = 1; n < size; n *= 2) {\n    ulong before = sub_group_shuffle_up(v, n);\n"
              "    v += lane >= n ? before : 0;\n  }\n"),
    ROW(neighbours, "  for (uint k = 0; k < 4; k++) {\n"
                    "    ulong last = sub_group_shuffle(v, size - 1 - lane), first = sub_group_shuffle(v, k - lane);\n"
                    "    ulong next = sub_group_shuffle(v, lane + 1);\n"
                    "    v = last * 3 + (lane <= k && k < size ? first : k) + (lane + 1 < size ? next : 0);\n  }\n"
                    "  ulong before = sub_group_shuffle(v, lane - 1);\n  v += lane ? before : 0;\n"),
    {.name = ""},
};
