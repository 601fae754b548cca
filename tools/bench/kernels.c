/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What `run` measures: tables, and its kernels in OpenCL C. */
#include "bench/run.h"
#include "names/extensions.h"

#include <stdio.h>
#include <string.h>

const struct function functions[FUNCTIONS] = {{"reduce_add", REDUCE, REF_ADD, 0},
                                              {"scan_inclusive_add", SCAN_INCLUSIVE, REF_ADD, 0},
                                              {"scan_exclusive_add", SCAN_EXCLUSIVE, REF_ADD, 0},
                                              {"broadcast", BROADCAST, REF_ADD, 0},
                                              {"all", ALL, REF_LOGICAL_AND, 0},
                                              {"any", ANY, REF_LOGICAL_OR, 0},
                                              {"sub_group_reduce_add", REDUCE, REF_ADD, CLGROUP_HAS(subgroups)},
                                              {"sub_group_shuffle", REVERSE, REF_ADD, CLGROUP_HAS(subgroup_shuffle)},
                                              {"sub_group_rotate", ROTATE, REF_ADD, CLGROUP_HAS(subgroup_rotate)}};

const struct type types[TYPES] = {{"int", REF_INT}, {"long", REF_LONG}, {"float", REF_FLOAT}};

const char *const shape_names[SHAPES] = {"large", "cached", "compute", "user"};

static const char stored[] = "T stored(T x, local T *s) {\n"
                             "  if (get_local_id(0) == get_local_size(0) / 2)\n"
                             "    s[0] = x;\n"
                             "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "  return s[0];\n"
                             "}\n";

/* The halves may be uneven, so that any size works. */
static const char sequential[] = "T sequential(T x, local T *s) {\n"
                                 "  size_t l = get_local_id(0);\n"
                                 "  OWN_GROUP\n"
                                 "  s[l] = x;\n"
                                 "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "  for (size_t n = GROUP_SIZE; n > 1;) {\n"
                                 "    size_t half_n = (n + 1) / 2;\n"
                                 "    if (l + half_n < n)\n"
                                 "      s[l] = OP(s[l], s[l + half_n]);\n"
                                 "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "    n = half_n;\n"
                                 "  }\n"
                                 "  return s[0];\n"
                                 "}\n";

static const char exchange[] = "T exchange(T x, local T *s) {\n"
                               "  size_t l = get_local_id(0), n = GROUP_SIZE;\n"
                               "  OWN_GROUP\n"
                               "  s[l] = x;\n"
                               "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                               "  return s[REVERSED ? n - 1 - l : l + 1 < n ? l + 1 : 0];\n"
                               "}\n";

/* With two buffers, so that a step needs only one barrier. */
static const char hillis_steele[] = "T hillis_steele(T x, local T *s) {\n"
                                    "  size_t l = get_local_id(0), n = get_local_size(0);\n"
                                    "  local T *from = s, *to = s + n;\n"
                                    "  from[l] = x;\n"
                                    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                    "  for (size_t d = 1; d < n; d *= 2) {\n"
                                    "    to[l] = l < d ? from[l] : OP(from[l - d], from[l]);\n"
                                    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                    "    local T *swap = from;\n"
                                    "    from = to;\n"
                                    "    to = swap;\n"
                                    "  }\n"
                                    "  return INCLUSIVE ? from[l] : l ? from[l - 1] : 0;\n"
                                    "}\n";

enum { SCANS = 1 << SCAN_INCLUSIVE | 1 << SCAN_EXCLUSIVE, COMBINES = 1 << REDUCE | 1 << ALL | 1 << ANY };

const struct peer peers[PEERS] = {{"copy", -1, "", NULL},
                                  {"stored", 1 << BROADCAST, stored, NULL},
                                  {"sequential", COMBINES, sequential, NULL},
                                  {"hillis_steele", SCANS, hillis_steele, NULL},
                                  {"exchange", 1 << REVERSE | 1 << ROTATE, exchange, NULL},
                                  {"native", -1, NULL, NULL},
                                  {"compile", -1, NULL, "compile"},
                                  {"link", -1, NULL, "link"}};

static const char kernels[] = "kernel void stream(global const T *in, global T *out SCRATCH) {\n"
                              "  T x = in[get_global_id(0)];\n"
                              "  out[get_global_id(0)] = CALL(x);\n"
                              "}\n"
                              "kernel void compute(global const T *in, global T *out SCRATCH) {\n"
                              "  T a = in[get_global_id(0)], x = a, r = a;\n"
                              "  for (int k = 0; k < CALLS; k++) {\n"
                              "    r = CALL(x);\n"
                              "    x = r > 0 ? a : (T)MIRROR - a;\n"
                              "    BETWEEN_CALLS\n"
                              "  }\n"
                              "  out[get_global_id(0)] = r;\n"
                              "}\n"
                              "kernel void user(global const T *in, global T *out SCRATCH) {\n"
                              "  int i = get_global_id(0), n = get_global_size(0), d = n + GAP;\n"
                              "  T a = in[i], p = in[i + d], q = in[i + 2 * d], u = in[i + 3 * d], v = in[i + 4 * d];\n"
                              "  T r = CALL(a);\n"
                              "  out[i] = r > p ? r : q;\n"
                              "  out[i + n] = r > u ? r : v;\n"
                              "}\n";

const char *shape_kernel(enum shape shape) {
  return shape == COMPUTE ? "compute" : shape == USER ? "user" : "stream";
}

/* With rounds, not a power of two: threads take work-groups by such numbers, and two rounds would work on the same
 * items at the same time. */
size_t shape_items(enum shape shape, size_t size) {
  static const size_t items[SHAPES] = {
      [LARGE] = MAX_ITEMS, [CACHED] = 384 << 10, [COMPUTE] = 64 << 10, [USER] = 96 << 10};
  return items[shape] / size * size;
}

size_t shape_rounds(enum shape shape) {
  return shape == CACHED || shape == USER ? 8 : 1;
}

size_t shape_stores(enum shape shape, size_t items) {
  return shape == USER ? USER_STORES * items : items;
}

/* What the program calls, on x. */
static const char *argument_text(enum form form) {
  switch (form) {
  case BROADCAST:
    return ", get_local_size(0) / 2";
  case REVERSE:
    return ", get_sub_group_size() - 1 - get_sub_group_local_id()";
  case ROTATE:
    return ", 1";
  default:
    return "";
  }
}

char *kernel_text(const struct work *w, const struct peer *peer, size_t width) {
  static const char head[] = "#define T %s\n"
                             "#define CALLS %d\n"
                             "#define GAP %d\n"
                             "#define MIRROR %d\n"
                             "#define INCLUSIVE %d\n"
                             "#define REVERSED %d\n"
                             "#define GROUP_SIZE %s\n"
                             "#define OWN_GROUP %s\n"
                             "#define OP(a, b) ((a) %s (b))\n"
                             "#define CALL(x) %s\n"
                             "#define BETWEEN_CALLS %s\n"
                             "#define SCRATCH %s\n"
                             "%s%s";
  const enum form form = w->function->form;
  const char *by_hand = peer->by_hand ? peer->by_hand : "";
  const size_t room = sizeof head + strlen(by_hand) + sizeof kernels + 512;
  char call[128] = "(x)", group[32] = "get_local_size(0)", *text = take(room);
  const bool is_part = w->function->extension && width;
  if (is_part)
    snprintf(group, sizeof group, "%zu", width);
  if (*by_hand)
    snprintf(call, sizeof call, "%s(x, s)", peer->name);
  else if (!peer->by_hand) /* any nonzero value of a vote is true */
    snprintf(call, sizeof call, "(%s%s(x%s)%s)", w->function->extension ? "" : "work_group_", w->function->name,
             argument_text(form), form >= ALL ? " != 0" : "");
  /* The next call needs a barrier where scratch memory is still being read. */
  snprintf(text, room, head, w->type->name, LOOP_CALLS, USER_GAP, (int)(form >= ALL), form == SCAN_INCLUSIVE,
           form == REVERSE, group, is_part ? "s += l / GROUP_SIZE * GROUP_SIZE; l %= GROUP_SIZE;" : "",
           form == ALL   ? "&&"
           : form == ANY ? "||"
                         : "+",
           call, *by_hand ? "barrier(CLK_LOCAL_MEM_FENCE);" : "", *by_hand ? ", local T *s" : "", by_hand, kernels);
  return text;
}
