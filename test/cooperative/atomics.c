#include "atomics.h"

#include "reference.h"
#include "report.h"
#include "splitmix.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Work-groups, and work-items of each. */
enum { GROUPS = 48, SIZE = 100, ITEMS = GROUPS * SIZE, FUNCTIONS = 3 };

static const char tile8[] = "cg::tiled_partition<8>(cg::this_thread_block())";
static const char tile32[] = "cg::tiled_partition<32>(cg::this_thread_block())";
static const char tile128[] = "cg::tiled_partition<128>(cg::this_thread_block())";
static const char labels[] = "cg::labeled_partition(cg::tiled_partition<32>(cg::this_thread_block()), rank % 3)";

static const struct atomic {
  const char *name;
  enum ref_type type;
  enum ref_op op;
  const char *passed, *make, *key; /* `key` differs between the groups of a work-group */
  uint64_t start;
  bool is_local;
} tests[ATOMIC_TESTS] = {
    {"plus", REF_UINT, REF_ADD, "", tile32, "rank / 32", 1000, false},
    {"plus_8", REF_UINT, REF_ADD, ", cg::plus<uint>()", tile8, "rank / 8", 7, false},
    {"plus_128", REF_UINT, REF_ADD, "", tile128, "0", 7, false},
    {"plus_local", REF_UINT, REF_ADD, "", tile8, "rank / 8", 0, true},
    {"less", REF_INT, REF_MIN, ", cg::less<int>()", tile32, "rank / 32", 0x7fffffff, false},
    {"less_uint", REF_UINT, REF_MIN, ", cg::less<uint>()", tile8, "rank / 8", 0xffffffff, false},
    {"greater", REF_UINT, REF_MAX, ", cg::greater<uint>()", tile32, "rank / 32", 0, false},
    {"bit_and", REF_UINT, REF_AND, ", cg::bit_and<uint>()", tile32, "rank / 32", 0xffffffff, false},
    {"bit_xor", REF_UINT, REF_XOR, ", cg::bit_xor<uint>()", tile32, "rank / 32", 0, false},
    {"bit_or_labels", REF_UINT, REF_OR, ", cg::bit_or<uint>()", labels, "rank / 32 * 3 + rank % 3", 0, false},
    {"product", REF_UINT, REF_MUL, ", [](uint a, uint b) { return a * b; }", tile32, "rank / 32", 1, false},
    {"plus_float", REF_FLOAT, REF_ADD, "", tile8, "rank / 8", 0, false},
    {"plus_ulong", REF_ULONG, REF_ADD, "", tile32, "rank / 32", 1ull << 40, false},
    {"plus_long_local", REF_LONG, REF_ADD, "", tile8, "rank / 8", 0, true},
    {"less_long", REF_LONG, REF_MIN, ", cg::less<long>()", tile32, "rank / 32", INT64_MAX, false},
    {"greater_ulong", REF_ULONG, REF_MAX, ", cg::greater<ulong>()", tile8, "rank / 8", 0, false},
    {"bit_and_ulong", REF_ULONG, REF_AND, ", cg::bit_and<ulong>()", tile32, "rank / 32", ~0ull, false},
    {"bit_or_long", REF_LONG, REF_OR, ", cg::bit_or<long>()", labels, "rank / 32 * 3 + rank % 3", 0, false},
    {"bit_xor_ulong", REF_ULONG, REF_XOR, ", cg::bit_xor<ulong>()", tile32, "rank / 32", 0, false},
    {"product_ulong", REF_ULONG, REF_MUL, ", [](ulong a, ulong b) { return a * b; }", tile8, "rank / 8", 1, false},
    {"plus_double", REF_DOUBLE, REF_ADD, "", tile8, "rank / 8", 0, false},
};

static uint64_t cut(const struct atomic *t, uint64_t x) {
  return ref_bytes(t->type) == 4 ? (uint32_t)x : x;
}

static uint64_t combine(const struct atomic *t, uint64_t a, uint64_t b) {
  return ref_combine(t->op, t->type, a, b);
}

/* Whether an operand can be undone: it then counts as often as it is combined, and not once. */
static bool is_undone(const struct atomic *t) {
  return t->op == REF_ADD || t->op == REF_XOR || t->op == REF_MUL;
}

/* What was there before b was combined. */
static uint64_t undo(const struct atomic *t, uint64_t a, uint64_t b) {
  if (t->op == REF_XOR)
    return combine(t, a, b);
  if (t->op == REF_ADD)
    return combine(t, a, ref_is_float(t->type) ? ref_from_real(t->type, -(double)ref_to_real(t->type, b)) : cut(t, -b));
  /* By an odd number: Newton's method doubles the right bits of its inverse, of which it is 3 itself. */
  uint64_t inverse = b;
  for (unsigned right = 3; right < 64; right *= 2)
    inverse *= 2 - b * inverse;
  return cut(t, a * inverse);
}

const char *atomic_name(unsigned index) {
  static char name[64];
  snprintf(name, sizeof name, "atomic/%s", tests[index].name);
  return name;
}

static char *kernel_text(const struct atomic *t) {
  static const char *const functions[FUNCTIONS] = {"reduce_update", "inclusive_scan_update", "exclusive_scan_update"};
  char *text = NULL;
  const char *type = ref_type_name(t->type), *word = ref_bytes(t->type) == 4 ? "uint" : "ulong";
  text_add(&text,
           "#include <clgroup/cooperative_groups.h>\n"
           "namespace cg = cooperative_groups;\n"
           "typedef atomic_%s counter;\n"
           "typedef %s word;\n"
           "kernel void update(global const ulong *in, global ulong *out, global counter *totals) {\n"
           "  const uint items = %d, i = (uint)get_global_id(0), rank = cg::this_thread_block().thread_rank();\n"
           "  %s x = as_%s((word)in[i]);\n"
           "  out[3 * items + i] = get_group_id(0) * 4096 + (%s);\n",
           type, word, ITEMS, type, type, t->key);
  if (t->is_local)
    text_add(&text, "  local counter here[3];\n"
                    "  if (rank < 3) *(volatile local word *)&here[rank] = 0;\n"
                    "  barrier(CLK_LOCAL_MEM_FENCE);\n");
  text_add(&text, "  auto g = %s;\n", t->make);
  for (unsigned f = 0; f < FUNCTIONS; f++)
    text_add(&text, "  out[%u * items + i] = as_%s(cg::%s(g, %s[%u], x%s));\n", f, word, functions[f],
             t->is_local ? "here" : "totals", f, t->passed);
  /* What local atomics hold goes to the global ones, so that the same is true of these in the end. */
  if (t->is_local)
    text_add(&text,
             "  barrier(CLK_LOCAL_MEM_FENCE);\n"
             "  if (rank < 3) %s((volatile global word *)&totals[rank], *(volatile local word *)&here[rank]);\n",
             ref_bytes(t->type) == 4 ? "atomic_add" : "atom_add");
  text_add(&text, "}\n");
  return text;
}

struct result {
  uint64_t in[ITEMS], out[(FUNCTIONS + 1) * ITEMS];
  uint64_t totals[FUNCTIONS]; /* an array of the type */
};

/* Sums from small numbers; odd numbers for products; of bits few, or the atomic soon holds all; else any. */
static uint64_t operand(const struct atomic *t, uint64_t any) {
  const uint64_t small = any % 100 + 1, few = (any >> 20) % 64 ? 0 : 1ull << (any >> 8) % (8 * ref_bytes(t->type));
  if (ref_is_float(t->type))
    return ref_from_real(t->type, (double)small * (t->type == REF_DOUBLE ? 1e9 : 1));
  if (t->op == REF_ADD)
    return ref_bytes(t->type) == 4 ? small : small << 34;
  if (t->op == REF_OR || t->op == REF_AND)
    return t->op == REF_OR ? few : ~few;
  return t->op == REF_MUL ? any | 1 : any;
}

static void make_input(const struct atomic *t, struct result *r) {
  uint64_t state = 12345;
  for (unsigned i = 0; i < ITEMS; i++)
    r->in[i] = cut(t, operand(t, random_next(&state)));
  for (unsigned f = 0; f < FUNCTIONS; f++)
    ref_store(t->type, r->totals, f, t->start);
}

/* A group, which begins at item `first`: what it combines into the atomic, and what that held before and after. */
struct step {
  unsigned first, last;
  uint64_t from, by, end;
  bool is_exact; /* else `from` may hold what came later, where that makes no difference */
};

static bool is_member(const struct result *r, unsigned first, unsigned item) {
  const uint64_t *keys = r->out + FUNCTIONS * ITEMS;
  return item / SIZE == first / SIZE && keys[item] == keys[first];
}

static unsigned find_steps(const struct atomic *t, const struct result *r, struct step *steps) {
  unsigned count = 0;
  for (unsigned i = 0; i < ITEMS; i++) {
    bool is_first = true;
    for (unsigned before = i / SIZE * SIZE; before < i; before++)
      is_first &= !is_member(r, before, i);
    if (!is_first)
      continue;
    struct step step = {.first = i, .last = i, .by = r->in[i]};
    for (unsigned other = i + 1; other < ITEMS && other / SIZE == i / SIZE; other++)
      if (is_member(r, i, other)) {
        step.by = combine(t, step.by, r->in[other]);
        step.last = other;
      }
    steps[count++] = step;
  }
  return count;
}

/* What the atomic held before a group, by the first member's result. An exclusive scan returns it. Where the operand
 * can be undone it follows. Else the result holds all that came before: the start and whatever groups' totals leave the
 * result as it is, which may be more than came before, but nothing that a result can show. */
static uint64_t old_value(const struct atomic *t, const struct result *r, unsigned function, const struct step *steps,
                          unsigned count, const struct step *own) {
  const uint64_t out = r->out[function * ITEMS + own->first];
  if (function == 2)
    return out;
  if (is_undone(t))
    return undo(t, out, function ? r->in[own->first] : own->by);
  uint64_t old = t->start;
  for (unsigned s = 0; s < count; s++)
    if (&steps[s] != own && combine(t, steps[s].by, out) == out)
      old = combine(t, old, steps[s].by);
  return old;
}

/* The results of one function in one group must follow from one old value. */
static bool judge_group(const struct atomic *t, const struct result *r, unsigned function, const struct step *step,
                        char **error) {
  const uint64_t *out = r->out + function * ITEMS;
  uint64_t before = 0, prefix = 0;
  for (unsigned i = step->first, rank = 0; i < ITEMS && i / SIZE == step->first / SIZE; i++) {
    if (!is_member(r, step->first, i))
      continue;
    before = prefix;
    prefix = rank ? combine(t, prefix, r->in[i]) : r->in[i];
    const uint64_t part = function == 0 ? step->by : function == 1 ? prefix : before;
    const uint64_t wanted = rank || function != 2 ? combine(t, step->from, part) : step->from;
    if (out[i] != wanted) {
      text_add(error, "function %u, work-item %u, rank %u: %llx instead of %llx", function, i, rank,
               (unsigned long long)out[i], (unsigned long long)wanted);
      return false;
    }
    rank++;
  }
  return true;
}

/* May a group come next, when the atomic holds `now`? Of groups that cannot be undone, one whose end all ends hold. */
static bool comes_next(const struct atomic *t, const struct step *steps, unsigned count, unsigned index, uint64_t now) {
  const struct step *step = &steps[index];
  if ((step->is_exact && step->from != now) || combine(t, now, step->by) != step->end)
    return false;
  for (unsigned i = 0; !is_undone(t) && i < count; i++)
    if (combine(t, step->end, steps[i].end) != steps[i].end)
      return false;
  return true;
}

/* Each group begins where another ends. */
static bool judge_steps(const struct atomic *t, struct step *steps, unsigned count, uint64_t end, char **error) {
  uint64_t now = t->start;
  for (; count; count--) {
    unsigned next = 0;
    while (next < count && !comes_next(t, steps, count, next, now))
      next++;
    if (next == count) {
      text_add(error, "no group follows on the value %llx of the atomic", (unsigned long long)now);
      return false;
    }
    const struct step taken = steps[next];
    now = taken.end;
    steps[next] = steps[count - 1];
    steps[count - 1] = taken;
  }
  return now == end;
}

static bool judge_results(const struct atomic *t, const struct result *r, char **error) {
  static struct step steps[ITEMS];
  const unsigned count = find_steps(t, r, steps);
  uint64_t end = t->start;
  for (unsigned i = 0; i < ITEMS; i++)
    end = combine(t, end, r->in[i]);
  for (unsigned f = 0; f < FUNCTIONS; f++) {
    if (ref_load(t->type, r->totals, f) != end) {
      text_add(error, "function %u: the atomic holds %llx instead of %llx", f,
               (unsigned long long)ref_load(t->type, r->totals, f), (unsigned long long)end);
      return false;
    }
    for (unsigned s = 0; s < count; s++) {
      steps[s].is_exact = is_undone(t) || f == 2;
      steps[s].from = old_value(t, r, f, steps, count, &steps[s]);
      steps[s].end = f == 2 ? combine(t, steps[s].from, steps[s].by) : r->out[f * ITEMS + steps[s].last];
    }
    for (unsigned s = 0; s < count; s++)
      if (!judge_group(t, r, f, &steps[s], error))
        return false;
    if (!t->is_local && !judge_steps(t, steps, count, end, error))
      return false;
  }
  return true;
}

/* The executor's devices name no extensions of their targets. */
static bool has_64_bits(const struct device *d, const struct atomic *t) {
  if (*d->target)
    return !strcmp(d->target, "amdgcn");
  return device_has(d, "cl_khr_int64_base_atomics") && device_has(d, "cl_khr_int64_extended_atomics") &&
         (t->type != REF_DOUBLE || device_has(d, "cl_khr_fp64"));
}

void atomic_test(struct builder *b, unsigned index) {
  static struct result r;
  const struct atomic *t = &tests[index];
  const struct source source = {.standard = "CLC++2021", .max_size = SIZE};
  if (ref_bytes(t->type) == 8 && !has_64_bits(b->device, t)) {
    report_skip(atomic_name(index), "the device has no atomics of 64 bits, or no double");
    return;
  }
  char *log = NULL, *text = kernel_text(t);
  report_step(atomic_name(index));
  cl_program program = builder_build_text(b, &source, text, &log);
  if (!program) {
    report_fail(atomic_name(index), "the program is not built: %s", log);
  } else {
    make_input(t, &r);
    const struct device_buffer buffers[] = {
        {r.in, sizeof r.in, false}, {r.out, sizeof r.out, true}, {r.totals, sizeof r.totals, true}};
    const cl_int status = device_run(b->device, program, "update", ITEMS, SIZE, buffers, 3);
    if (status)
      report_fail(atomic_name(index), "OpenCL gives error %d", status);
    else if (judge_results(t, &r, &log))
      report_pass(atomic_name(index));
    else
      report_fail(atomic_name(index), "%s", log ? log : "the last sum is not the atomic's");
    clReleaseProgram(program);
  }
  free(text);
  free(log);
}
