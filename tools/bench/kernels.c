/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What `run` measures: tables, and its kernels in OpenCL C. */
#include "base/buffer.h"
#include "bench/bench.h"
#include "names/extensions.h"

const struct function functions[FUNCTIONS] = {
    {"reduce_add", REDUCE, REF_ADD, 0, ""},
    {"scan_inclusive_add", SCAN_INCLUSIVE, REF_ADD, 0, ""},
    {"scan_exclusive_add", SCAN_EXCLUSIVE, REF_ADD, 0, ""},
    {"broadcast", BROADCAST, REF_ADD, 0, ", get_local_size(0) / 2"},
    {"all", ALL, REF_LOGICAL_AND, 0, ""},
    {"any", ANY, REF_LOGICAL_OR, 0, ""},
    {"sub_group_reduce_add", REDUCE, REF_ADD, CLGROUP_HAS(subgroups), ""},
    {"sub_group_shuffle", REVERSE, REF_ADD, CLGROUP_HAS(subgroup_shuffle),
     ", get_sub_group_size() - 1 - get_sub_group_local_id()"},
    {"sub_group_rotate", ROTATE, REF_ADD, CLGROUP_HAS(subgroup_rotate), ", 1"}};

const struct type types[TYPES] = {{"int", REF_INT}, {"long", REF_LONG}, {"float", REF_FLOAT}};

/* With rounds, not a power of two: threads take work-groups by such numbers, and two rounds would work on the same
 * items at the same time. */
const struct shape shapes[SHAPES] = {{"large", "stream", MAX_ITEMS, 1, 1, 1},
                                     {"cached", "stream", 384 << 10, 8, 1, 1},
                                     {"compute", "compute", 64 << 10, 1, LOOP_CALLS, 1},
                                     {"user", "user", 96 << 10, 8, 1, 2}};

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

char *kernel_text(const struct work *w, const struct peer *peer, size_t width) {
  const struct function *f = w->function;
  const bool calls = !peer->by_hand, by_hand = !calls && *peer->by_hand, is_part = f->extension && width;
  const char *name = calls ? f->name : by_hand ? peer->name : "";
  const char *argument = calls ? f->argument : by_hand ? ", s" : "";
  const char *sign = f->form == ALL ? "&&" : f->form == ANY ? "||" : "+";
  struct clgroup_buffer text = {0};
  /* Any nonzero value of a vote is true. The next call needs a barrier where scratch memory is still being read. */
  clgroup_buffer_add(&text,
                     "#define T %s\n"
                     "#define CALLS %d\n"
                     "#define GAP %d\n"
                     "#define MIRROR %d\n"
                     "#define INCLUSIVE %d\n"
                     "#define REVERSED %d\n"
                     "#define WIDTH %zu\n"
                     "#define GROUP_SIZE %s\n"
                     "#define OWN_GROUP %s\n"
                     "#define OP(a, b) ((a) %s (b))\n"
                     "#define CALL(x) (%s%s(x%s)%s)\n"
                     "#define BETWEEN_CALLS %s\n"
                     "#define SCRATCH %s\n"
                     "%s%s",
                     w->type->name, LOOP_CALLS, USER_GAP, f->form >= ALL, f->form == SCAN_INCLUSIVE, f->form == REVERSE,
                     width, is_part ? "WIDTH" : "get_local_size(0)",
                     is_part ? "s += l / GROUP_SIZE * GROUP_SIZE; l %= GROUP_SIZE;" : "", sign,
                     calls && !f->extension ? "work_group_" : "", name, argument,
                     calls && f->form >= ALL ? " != 0" : "", by_hand ? "barrier(CLK_LOCAL_MEM_FENCE);" : "",
                     by_hand ? ", local T *s" : "", by_hand ? peer->by_hand : "", kernels);
  if (text.failed)
    die("out of memory");
  return text.data;
}
