/* The kernels that `run` measures, in OpenCL C. */
#include "bench/cases.h"
#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One exchange through local memory, the minimum for any work-group function. */
static const char local_again[] = "T local_again(T x, local T *s) {\n"
                                  "  s[get_local_id(0)] = x;\n"
                                  "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                  "  return s[get_local_id(0)];\n"
                                  "}\n";
static const char local_kept[] = "T local_kept(T x, local T *s) {\n"
                                 "  size_t l = get_local_id(0);\n"
                                 "  s[l] = x;\n"
                                 "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "  return s[l];\n"
                                 "}\n";

/* A pass by one work-item needs two barriers; this is the cheapest pass that touches each item. */
static const char leader[] = "T leader(T x, local T *s) {\n"
                             "  s[get_local_id(0)] = x;\n"
                             "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "  if (get_local_id(0) == 0)\n"
                             "    for (size_t i = 0; i < get_local_size(0); i++)\n"
                             "      s[get_local_size(0) + i] = s[i];\n"
                             "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "  return s[get_local_size(0) + get_local_id(0)];\n"
                             "}\n";

static const char stored[] = "T stored(T x, local T *s) {\n"
                             "  if (get_local_id(0) == get_local_size(0) / 2)\n"
                             "    s[0] = x;\n"
                             "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "  return s[0];\n"
                             "}\n";

/* The halves may be uneven, so that any size works. */
static const char sequential[] = "T sequential(T x, local T *s) {\n"
                                 "  size_t l = get_local_id(0);\n"
                                 "  s[l] = x;\n"
                                 "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "  for (size_t n = get_local_size(0); n > 1;) {\n"
                                 "    size_t half_n = (n + 1) / 2;\n"
                                 "    if (l + half_n < n)\n"
                                 "      s[l] = OP(s[l], s[l + half_n]);\n"
                                 "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "    n = half_n;\n"
                                 "  }\n"
                                 "  return s[0];\n"
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
                                    "  return INCLUSIVE ? from[l] : l ? from[l - 1] : IDENTITY;\n"
                                    "}\n";

/* Up and down a tree, in place; only for powers of two. */
static const char blelloch[] = "T blelloch(T x, local T *s) {\n"
                               "  size_t l = get_local_id(0), n = get_local_size(0);\n"
                               "  s[l] = x;\n"
                               "  for (size_t d = 1; d < n; d *= 2) {\n"
                               "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                               "    size_t k = (l + 1) * 2 * d - 1;\n"
                               "    if (k < n)\n"
                               "      s[k] = OP(s[k - d], s[k]);\n"
                               "  }\n"
                               "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                               "  if (l == 0)\n"
                               "    s[n - 1] = IDENTITY;\n"
                               "  for (size_t d = n / 2; d > 0; d /= 2) {\n"
                               "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                               "    size_t k = (l + 1) * 2 * d - 1;\n"
                               "    if (k < n) {\n"
                               "      T left = s[k - d];\n"
                               "      s[k - d] = s[k];\n"
                               "      s[k] = OP(s[k], left);\n"
                               "    }\n"
                               "  }\n"
                               "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                               "  return INCLUSIVE ? OP(s[l], x) : s[l];\n"
                               "}\n";

/* By the device's sub-group functions, for sub-groups of any size and number; GROUP_CALL is that of the whole function:
 * of a scan, the reduce. */
static const char sub_groups[] = "T sub_groups(T x, local T *s) {\n"
                                 "  uint lane = get_sub_group_local_id(), lanes = get_sub_group_size();\n"
                                 "  uint group = get_sub_group_id(), n = SCANS ? group : get_num_sub_groups();\n"
                                 "  T r = SUB_GROUP_CALL(x), before = IDENTITY;\n"
                                 "  if (lane == (SCANS ? lanes - 1 : 0))\n"
                                 "    s[group] = SCANS && !INCLUSIVE ? OP(r, x) : r;\n"
                                 "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "  if (lane < n)\n"
                                 "    before = s[lane];\n"
                                 "  for (uint i = lane + lanes; i < n; i += lanes)\n"
                                 "    before = OP(before, s[i]);\n"
                                 "  before = SUB_GROUP_REDUCE(before);\n"
                                 "  return SCANS ? OP(before, r) : before;\n"
                                 "}\n";

/* The least that a work-group function with two exchanges does: a sub-group function, an exchange of the sub-groups'
 * results, and one of the work-group's. (With one exchange each sub-group combines the results of all, as sub_groups
 * does.) */
static const char sub_group_limit[] = "T sub_group_limit(T x, local T *s) {\n"
                                      "  T r = SUB_GROUP_CALL(x);\n"
                                      "  if (get_local_id(0) == 0)\n"
                                      "    s[0] = r;\n"
                                      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                      "  if (get_local_id(0) == 0)\n"
                                      "    s[1] = s[0];\n"
                                      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                      "  return SCANS ? OP(s[1], r) : s[1];\n"
                                      "}\n";

static const char shapes[] = "kernel void stream(global const T *in, global T *out SCRATCH) {\n"
                             "  IDS\n"
                             "  T x = in[GLOBAL_ID];\n"
                             "  out[GLOBAL_ID] = CALL(x);\n"
                             "}\n"
                             "kernel void compute(global const T *in, global T *out SCRATCH) {\n"
                             "  T a = in[get_global_id(0)], x = a, r = a;\n"
                             "  for (int k = 0; k < CALLS; k++) {\n"
                             "    r = CALL(x);\n"
                             "    x = (SIGNED)r > (SIGNED)MIDDLE ? a : (T)MIRROR - a;\n"
                             "    BETWEEN_CALLS\n"
                             "  }\n"
                             "  out[get_global_id(0)] = r;\n"
                             "}\n"
                             "kernel void user(global const T *in, global T *out SCRATCH) {\n"
                             "  int i = get_global_id(0), n = get_global_size(0), d = n + GAP;\n"
                             "  T a = in[i], p = in[i + d], q = in[i + 2 * d], u = in[i + 3 * d], v = in[i + 4 * d];\n"
                             "  T r = CALL(a);\n"
                             "  out[i] = (SIGNED)r > (SIGNED)p ? r : q;\n"
                             "  out[i + n] = (SIGNED)r > (SIGNED)u ? r : v;\n"
                             "}\n";

const char *shape_kernel(enum shape shape) {
  return shape == COMPUTE ? "compute" : shape == USER ? "user" : "stream";
}

static const struct {
  const char *text, *name; /* the called function; "": none */
  bool again;              /* whether the next call needs a barrier, since scratch memory is still being read */
} of_kind[PEER_KINDS] = {
    [COPY] = {"", "", false},
    [LOCAL] = {local_again, "local_again", false},
    [LOCAL_IDS] = {local_kept, "local_kept", false},
    [LEADER] = {leader, "leader", false},
    [STORED] = {stored, "stored", true},
    [SEQUENTIAL] = {sequential, "sequential", true},
    [HILLIS_STEELE] = {hillis_steele, "hillis_steele", true},
    [BLELLOCH] = {blelloch, "blelloch", true},
    [SUB_GROUPS] = {sub_groups, "sub_groups", true},
    [SUB_GROUP_LIMIT] = {sub_group_limit, "sub_group_limit", true},
    [CALLED] = {"", NULL, false},
};

/* The identities of min, max and all; that of the others is 0. */
static const char *identity(const struct work *w) {
  static const char *const largest[TYPES] = {"INT_MAX",  "UINT_MAX", "LONG_MAX",
                                             "INFINITY", "INFINITY", "(half)INFINITY"};
  static const char *const smallest[TYPES] = {"INT_MIN", "0", "LONG_MIN", "-INFINITY", "-INFINITY", "-(half)INFINITY"};
  return w->function == ALL ? "1" : w->op == MIN ? largest[w->type] : w->op == MAX ? smallest[w->type] : "0";
}

static const char *operator_text(const struct work *w) {
  static const char *const texts[OPS] = {"((a) + (b))", "min(a, b)", "max(a, b)"};
  return w->function == ALL ? "((a) && (b))" : w->function == ANY ? "((a) || (b))" : texts[w->op];
}

static void call_text(const struct work *w, enum peer_kind kind, char *text, size_t size) {
  const char *function = function_names[w->function];
  if (kind != CALLED)
    snprintf(text, size, of_kind[kind].name[0] ? "%s(x, s)" : "%s(x)", of_kind[kind].name);
  else if (function_has_op(w->function))
    snprintf(text, size, "work_group_%s_%s(x)", function, op_names[w->op]);
  else if (w->function == BROADCAST)
    snprintf(text, size, "work_group_broadcast(x, get_local_size(0) / 2)");
  else /* any nonzero value is true */
    snprintf(text, size, "(work_group_%s(x) != 0)", function);
}

/* Of the sub-group's function FUNCTION, or of the vote. */
static void sub_group_text(const struct work *w, const char *function, char *text, size_t size) {
  if (function_has_op(w->function))
    snprintf(text, size, "sub_group_%s_%s(x)", function, op_names[w->op]);
  else
    snprintf(text, size, "((T)(sub_group_%s((int)(x)) != 0))", function_names[w->function]);
}

char *kernel_text(const struct work *w, enum peer_kind kind) {
  static const char head[] = "#ifdef cl_khr_fp16\n"
                             "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                             "#endif\n"
                             "#ifdef cl_khr_fp64\n"
                             "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                             "#endif\n"
                             "#ifdef cl_khr_subgroups\n"
                             "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
                             "#endif\n"
                             "#define T %s\n"
                             "#define SIGNED %s\n"
                             "#define CALLS %d\n"
                             "#define GAP %d\n"
                             "#define MIDDLE %d\n"
                             "#define MIRROR %d\n"
                             "#define SCANS %d\n"
                             "#define INCLUSIVE %d\n"
                             "#define IDENTITY ((T)%s)\n"
                             "#define OP(a, b) %s\n"
                             "#define CALL(x) %s\n"
                             "#define SUB_GROUP_CALL(x) %s\n"
                             "#define SUB_GROUP_REDUCE(x) %s\n"
                             "#define BETWEEN_CALLS %s\n"
                             "#define SCRATCH %s\n"
                             "#define IDS %s\n"
                             "#define GLOBAL_ID %s\n";
  /* Sums of uint wrap around 0. */
  const char *type = type_names[w->type], *compared = w->type == UINT && w->op == ADD ? "int" : type;
  bool scratch = of_kind[kind].text[0], kept = kind == LOCAL_IDS;
  /* A ceiling's source is the same for all functions, so that the driver's cache has it. */
  static const struct work any = {.function = ANY};
  const struct work *combined = kind_is_ceiling(kind) ? &any : w;
  size_t room = sizeof head + strlen(of_kind[kind].text) + sizeof shapes + 1024;
  char *text = malloc(room), call[128], sub_group[128], sub_group_reduce[128];
  if (!text)
    die("out of memory");
  const bool scans = combined->function == SCAN_INCLUSIVE || combined->function == SCAN_EXCLUSIVE;
  call_text(w, kind, call, sizeof call);
  sub_group_text(combined, function_names[combined->function], sub_group, sizeof sub_group);
  sub_group_text(combined, function_names[REDUCE], sub_group_reduce, sizeof sub_group_reduce);
  int used = snprintf(text, room, head, type, compared, LOOP_CALLS, USER_GAP, work_middle(w), work_mirror(w), scans,
                      combined->function == SCAN_INCLUSIVE, identity(combined), operator_text(combined), call,
                      sub_group, sub_group_reduce, of_kind[kind].again ? "barrier(CLK_LOCAL_MEM_FENCE);" : "",
                      scratch ? ", local T *s" : "", kept ? "size_t i = get_global_id(0);" : "",
                      kept ? "i" : "get_global_id(0)");
  snprintf(text + used, room - (size_t)used, "%s%s", of_kind[kind].text, shapes);
  return text;
}
