#include "atomics.h"

#include "report.h"
#include "splitmix.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Work-groups, and work-items of each. */
enum { GROUPS = 48, SIZE = 100, ITEMS = GROUPS * SIZE, FUNCTIONS = 3 };

/* An operator on the bits of a value, of which those that its type has are kept. */
typedef uint64_t operator_function(uint64_t a, uint64_t b);

static uint64_t add(uint64_t a, uint64_t b) {
  return a + b;
}
static uint64_t least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}
static uint64_t least_int(uint64_t a, uint64_t b) {
  return (int32_t)a < (int32_t)b ? a : b;
}
static uint64_t least_long(uint64_t a, uint64_t b) {
  return (int64_t)a < (int64_t)b ? a : b;
}
static uint64_t greatest(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}
static uint64_t bits_and(uint64_t a, uint64_t b) {
  return a & b;
}
static uint64_t bits_xor(uint64_t a, uint64_t b) {
  return a ^ b;
}
static uint64_t bits_or(uint64_t a, uint64_t b) {
  return a | b;
}
static uint64_t product(uint64_t a, uint64_t b) {
  return a * b;
}
static uint64_t add_floats(uint64_t a, uint64_t b, float sign) {
  const uint32_t bits[2] = {(uint32_t)a, (uint32_t)b};
  float x[2];
  memcpy(x, bits, sizeof x);
  x[0] += sign * x[1];
  uint32_t sum;
  memcpy(&sum, x, sizeof sum);
  return sum;
}
static uint64_t add_float(uint64_t a, uint64_t b) {
  return add_floats(a, b, 1);
}
static uint64_t add_doubles(uint64_t a, uint64_t b, double sign) {
  double x, y;
  memcpy(&x, &a, sizeof x);
  memcpy(&y, &b, sizeof y);
  x += sign * y;
  memcpy(&a, &x, sizeof a);
  return a;
}
static uint64_t add_double(uint64_t a, uint64_t b) {
  return add_doubles(a, b, 1);
}

/* What undoes the second operand. */
static uint64_t subtract(uint64_t a, uint64_t b) {
  return a - b;
}
static uint64_t subtract_float(uint64_t a, uint64_t b) {
  return add_floats(a, b, -1);
}
static uint64_t subtract_double(uint64_t a, uint64_t b) {
  return add_doubles(a, b, -1);
}
/* By an odd number: Newton's method doubles the right bits of its inverse, of which it is 3 itself. */
static uint64_t divide(uint64_t a, uint64_t b) {
  uint64_t inverse = b;
  for (unsigned right = 3; right < 64; right *= 2)
    inverse *= 2 - b * inverse;
  return a * inverse;
}

static const char tile8[] = "cg::tiled_partition<8>(cg::this_thread_block())";
static const char tile32[] = "cg::tiled_partition<32>(cg::this_thread_block())";
static const char tile128[] = "cg::tiled_partition<128>(cg::this_thread_block())";
static const char labels[] = "cg::labeled_partition(cg::tiled_partition<32>(cg::this_thread_block()), rank % 3)";

static const struct atomic {
  const char *name, *type, *op, *make, *key; /* `key` differs between the groups of a work-group */
  operator_function *combine, *undo; /* undo: NULL for operators where a value that is combined twice counts once */
  uint64_t start;
  unsigned bits;
  bool is_local;
} tests[ATOMIC_TESTS] = {
    {"plus", "uint", "", tile32, "rank / 32", add, subtract, 1000, 32, false},
    {"plus_8", "uint", ", cg::plus<uint>()", tile8, "rank / 8", add, subtract, 7, 32, false},
    {"plus_128", "uint", "", tile128, "0", add, subtract, 7, 32, false},
    {"plus_local", "uint", "", tile8, "rank / 8", add, subtract, 0, 32, true},
    {"less", "int", ", cg::less<int>()", tile32, "rank / 32", least_int, NULL, 0x7fffffff, 32, false},
    {"less_uint", "uint", ", cg::less<uint>()", tile8, "rank / 8", least, NULL, 0xffffffff, 32, false},
    {"greater", "uint", ", cg::greater<uint>()", tile32, "rank / 32", greatest, NULL, 0, 32, false},
    {"bit_and", "uint", ", cg::bit_and<uint>()", tile32, "rank / 32", bits_and, NULL, 0xffffffff, 32, false},
    {"bit_xor", "uint", ", cg::bit_xor<uint>()", tile32, "rank / 32", bits_xor, bits_xor, 0, 32, false},
    {"bit_or_labels", "uint", ", cg::bit_or<uint>()", labels, "rank / 32 * 3 + rank % 3", bits_or, NULL, 0, 32, false},
    {"product", "uint", ", [](uint a, uint b) { return a * b; }", tile32, "rank / 32", product, divide, 1, 32, false},
    {"plus_float", "float", "", tile8, "rank / 8", add_float, subtract_float, 0, 32, false},
    {"plus_ulong", "ulong", "", tile32, "rank / 32", add, subtract, 1ull << 40, 64, false},
    {"plus_long_local", "long", "", tile8, "rank / 8", add, subtract, 0, 64, true},
    {"less_long", "long", ", cg::less<long>()", tile32, "rank / 32", least_long, NULL, INT64_MAX, 64, false},
    {"greater_ulong", "ulong", ", cg::greater<ulong>()", tile8, "rank / 8", greatest, NULL, 0, 64, false},
    {"bit_and_ulong", "ulong", ", cg::bit_and<ulong>()", tile32, "rank / 32", bits_and, NULL, ~0ull, 64, false},
    {"bit_or_long", "long", ", cg::bit_or<long>()", labels, "rank / 32 * 3 + rank % 3", bits_or, NULL, 0, 64, false},
    {"bit_xor_ulong", "ulong", ", cg::bit_xor<ulong>()", tile32, "rank / 32", bits_xor, bits_xor, 0, 64, false},
    {"product_ulong", "ulong", ", [](ulong a, ulong b) { return a * b; }", tile8, "rank / 8", product, divide, 1, 64,
     false},
    {"plus_double", "double", "", tile8, "rank / 8", add_double, subtract_double, 0, 64, false},
};

static uint64_t cut(const struct atomic *t, uint64_t x) {
  return t->bits == 32 ? (uint32_t)x : x;
}

static uint64_t combine(const struct atomic *t, uint64_t a, uint64_t b) {
  return cut(t, t->combine(a, b));
}

const char *atomic_name(unsigned index) {
  static char name[64];
  snprintf(name, sizeof name, "atomic/%s", tests[index].name);
  return name;
}

static char *kernel_text(const struct atomic *t) {
  static const char *const functions[FUNCTIONS] = {"reduce_update", "inclusive_scan_update", "exclusive_scan_update"};
  char *text = NULL;
  const char *word = t->bits == 32 ? "uint" : "ulong";
  text_add(&text,
           "#include <clgroup/cooperative_groups.h>\n"
           "namespace cg = cooperative_groups;\n"
           "typedef atomic_%s counter;\n"
           "typedef %s word;\n"
           "kernel void update(global const ulong *in, global ulong *out, global counter *totals, uint items) {\n"
           "  uint i = (uint)get_global_id(0), rank = cg::this_thread_block().thread_rank();\n"
           "  %s x = as_%s((word)in[i]);\n"
           "  out[3 * items + i] = get_group_id(0) * 4096 + (%s);\n",
           t->type, word, t->type, t->type, t->key);
  if (t->is_local)
    text_add(&text, "  local counter here[3];\n"
                    "  if (rank < 3) *(volatile local word *)&here[rank] = 0;\n"
                    "  barrier(CLK_LOCAL_MEM_FENCE);\n");
  text_add(&text, "  auto g = %s;\n", t->make);
  for (unsigned f = 0; f < FUNCTIONS; f++)
    text_add(&text, "  out[%u * items + i] = as_%s(cg::%s(g, %s[%u], x%s));\n", f, word, functions[f],
             t->is_local ? "here" : "totals", f, t->op);
  /* What local atomics hold goes to the global ones, so that the same is true of these in the end. */
  if (t->is_local)
    text_add(&text,
             "  barrier(CLK_LOCAL_MEM_FENCE);\n"
             "  if (rank < 3) %s((volatile global word *)&totals[rank], *(volatile local word *)&here[rank]);\n",
             t->bits == 32 ? "atomic_add" : "atom_add");
  text_add(&text, "}\n");
  return text;
}

struct result {
  uint64_t in[ITEMS], out[(FUNCTIONS + 1) * ITEMS];
  uint64_t totals[FUNCTIONS]; /* of 32 bits, those of two in the first */
};

static uint64_t held(const struct atomic *t, const struct result *r, unsigned function) {
  uint32_t words[2 * FUNCTIONS];
  memcpy(words, r->totals, sizeof r->totals);
  return t->bits == 32 ? words[function] : r->totals[function];
}

/* Sums from small numbers; odd numbers for products; of bits few, or the atomic soon holds all; else any. */
static uint64_t operand(const struct atomic *t, uint64_t any) {
  const uint64_t small = any % 100 + 1, few = (any >> 20) % 64 ? 0 : 1ull << (any >> 8) % t->bits;
  const float number = (float)small;
  const double wide_number = (double)small * 1e9;
  uint64_t bits = 0;
  uint32_t word = 0;
  if (t->combine == add_float)
    memcpy(&word, &number, sizeof word);
  else if (t->combine == add_double)
    memcpy(&bits, &wide_number, sizeof bits);
  bits |= word;
  if (bits)
    return bits;
  if (t->combine == add)
    return t->bits == 32 ? small : small << 34;
  if (t->combine == bits_or || t->combine == bits_and)
    return t->combine == bits_or ? few : ~few;
  return t->combine == product ? any | 1 : any;
}

static void make_input(const struct atomic *t, struct result *r) {
  uint64_t state = 12345, starts[FUNCTIONS];
  uint32_t words[FUNCTIONS];
  for (unsigned i = 0; i < ITEMS; i++)
    r->in[i] = cut(t, operand(t, random_next(&state)));
  for (unsigned f = 0; f < FUNCTIONS; f++) {
    starts[f] = t->start;
    words[f] = (uint32_t)t->start;
  }
  memcpy(r->totals, starts, sizeof starts);
  if (t->bits == 32)
    memcpy(r->totals, words, sizeof words);
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
  if (t->undo)
    return cut(t, t->undo(out, function ? r->in[own->first] : own->by));
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
  for (unsigned i = 0; !t->undo && i < count; i++)
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
    if (held(t, r, f) != end) {
      text_add(error, "function %u: the atomic holds %llx instead of %llx", f, (unsigned long long)held(t, r, f),
               (unsigned long long)end);
      return false;
    }
    for (unsigned s = 0; s < count; s++) {
      steps[s].is_exact = t->undo || f == 2;
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

/* Runs the kernel; returns an OpenCL error. */
static cl_int launch(const struct device *d, cl_program program, struct result *r) {
  const size_t global = ITEMS, local = SIZE;
  const cl_uint items = ITEMS;
  cl_int status;
  cl_kernel kernel = clCreateKernel(program, "update", &status);
  if (status)
    return status;
  cl_mem in = clCreateBuffer(d->context, CL_MEM_COPY_HOST_PTR, sizeof r->in, r->in, &status);
  cl_mem out = clCreateBuffer(d->context, 0, sizeof r->out, NULL, &status);
  cl_mem totals = clCreateBuffer(d->context, CL_MEM_COPY_HOST_PTR, sizeof r->totals, r->totals, &status);
  if (!status)
    status = clSetKernelArg(kernel, 0, sizeof in, &in) | clSetKernelArg(kernel, 1, sizeof out, &out) |
             clSetKernelArg(kernel, 2, sizeof totals, &totals) | clSetKernelArg(kernel, 3, sizeof items, &items);
  if (!status)
    status = clEnqueueNDRangeKernel(d->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
  if (!status)
    status = clEnqueueReadBuffer(d->queue, out, CL_TRUE, 0, sizeof r->out, r->out, 0, NULL, NULL);
  if (!status)
    status = clEnqueueReadBuffer(d->queue, totals, CL_TRUE, 0, sizeof r->totals, r->totals, 0, NULL, NULL);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clReleaseMemObject(totals);
  clReleaseKernel(kernel);
  return status;
}

/* The executor's devices name no extensions of their targets. */
static bool has_64_bits(const struct device *d, const struct atomic *t) {
  if (*d->target)
    return !strcmp(d->target, "amdgcn");
  return device_has(d, "cl_khr_int64_base_atomics") && device_has(d, "cl_khr_int64_extended_atomics") &&
         (strcmp(t->type, "double") != 0 || device_has(d, "cl_khr_fp64"));
}

void atomic_test(struct builder *b, unsigned index) {
  static struct result r;
  const struct atomic *t = &tests[index];
  const struct source source = {.standard = "CLC++2021", .max_size = SIZE};
  if (t->bits == 64 && !has_64_bits(b->device, t)) {
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
    const cl_int status = launch(b->device, program, &r);
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
