/* The kernels that `run` measures, in OpenCL C. */
#include "bench/cases.h"
#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static const char shapes[] = "kernel void stream(global const T *in, global T *out SCRATCH) {\n"
                             "  T x = in[get_global_id(0)];\n"
                             "  out[get_global_id(0)] = CALL(x);\n"
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

/* The functions by hand, whose names are their kinds'; "": none. */
static const char *const of_kind[PEER_KINDS] = {[COPY] = "",
                                                [STORED] = stored,
                                                [SEQUENTIAL] = sequential,
                                                [HILLIS_STEELE] = hillis_steele,
                                                [SUB_GROUPS] = sub_groups,
                                                [CALLED] = ""};

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
    snprintf(text, size, kind == COPY ? "(x)" : "%s(x, s)", peer_names[kind]);
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
                             "#define SCRATCH %s\n";
  /* Sums of uint wrap around 0. */
  const char *type = type_names[w->type], *compared = w->type == UINT && w->op == ADD ? "int" : type;
  const bool scratch = *of_kind[kind];
  /* A copy's source is the same for all functions, so that the driver's cache has it. */
  static const struct work any = {.function = ANY};
  const struct work *combined = kind == COPY ? &any : w;
  size_t room = sizeof head + strlen(of_kind[kind]) + sizeof shapes + 1024;
  char *text = malloc(room), call[128], sub_group[128], sub_group_reduce[128];
  if (!text)
    die("out of memory");
  const bool scans = combined->function == SCAN_INCLUSIVE || combined->function == SCAN_EXCLUSIVE;
  call_text(w, kind, call, sizeof call);
  sub_group_text(combined, function_names[combined->function], sub_group, sizeof sub_group);
  sub_group_text(combined, function_names[REDUCE], sub_group_reduce, sizeof sub_group_reduce);
  /* The next call needs a barrier where scratch memory is still being read. */
  int used =
      snprintf(text, room, head, type, compared, LOOP_CALLS, USER_GAP, work_middle(w), work_mirror(w), scans,
               combined->function == SCAN_INCLUSIVE, identity(combined), operator_text(combined), call, sub_group,
               sub_group_reduce, scratch ? "barrier(CLK_LOCAL_MEM_FENCE);" : "", scratch ? ", local T *s" : "");
  snprintf(text + used, room - (size_t)used, "%s%s", of_kind[kind], shapes);
  return text;
}
