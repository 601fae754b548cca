#include "atomics.h"

#include "report.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Work-groups, and work-items of each. */
enum { GROUPS = 48, SIZE = 100, ITEMS = GROUPS * SIZE, FUNCTIONS = 3, BYTES = sizeof(uint64_t) };

/* An operator on the bits of a value, padded to 64. */
typedef uint64_t operator_function(uint64_t a, uint64_t b);

static uint64_t add(uint64_t a, uint64_t b) {
  return (uint32_t)(a + b);
}
static uint64_t least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}
static uint64_t least_int(uint64_t a, uint64_t b) {
  return (int32_t)a < (int32_t)b ? a : b;
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
  return (uint32_t)(a * b);
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

/* What undoes the second operand. */
static uint64_t subtract(uint64_t a, uint64_t b) {
  return (uint32_t)(a - b);
}
static uint64_t subtract_float(uint64_t a, uint64_t b) {
  return add_floats(a, b, -1);
}
/* By an odd number: Newton's method doubles the right bits of its inverse, of which it is 3 itself. */
static uint64_t divide(uint64_t a, uint64_t b) {
  uint32_t inverse = (uint32_t)b;
  for (unsigned right = 3; right < 32; right *= 2)
    inverse *= 2 - (uint32_t)b * inverse;
  return (uint32_t)a * inverse;
}

static const char tile8[] = "cg::tiled_partition<8>(cg::this_thread_block())";
static const char tile32[] = "cg::tiled_partition<32>(cg::this_thread_block())";
static const char tile128[] = "cg::tiled_partition<128>(cg::this_thread_block())";

static const struct atomic {
  const char *name, *type, *op, *make, *key; /* `key` differs between the groups of a work-group */
  operator_function *combine, *undo; /* undo: NULL for operators where a value that is combined twice counts once */
  uint64_t start;
  bool is_local;
} tests[ATOMIC_TESTS] = {
    {"plus", "uint", "", tile32, "rank / 32", add, subtract, 1000, false},
    {"plus_8", "uint", ", cg::plus<uint>()", tile8, "rank / 8", add, subtract, 7, false},
    {"plus_128", "uint", "", tile128, "0", add, subtract, 7, false},
    {"plus_local", "uint", "", tile8, "rank / 8", add, subtract, 0, true},
    {"less", "int", ", cg::less<int>()", tile32, "rank / 32", least_int, NULL, 0x7fffffff, false},
    {"less_uint", "uint", ", cg::less<uint>()", tile8, "rank / 8", least, NULL, 0xffffffff, false},
    {"greater", "uint", ", cg::greater<uint>()", tile32, "rank / 32", greatest, NULL, 0, false},
    {"bit_and", "uint", ", cg::bit_and<uint>()", tile32, "rank / 32", bits_and, NULL, 0xffffffff, false},
    {"bit_xor", "uint", ", cg::bit_xor<uint>()", tile32, "rank / 32", bits_xor, bits_xor, 0, false},
    {"bit_or_labels", "uint", ", cg::bit_or<uint>()",
     "cg::labeled_partition(cg::tiled_partition<32>(cg::this_thread_block()), rank % 3)", "rank / 32 * 3 + rank % 3",
     bits_or, NULL, 0, false},
    {"product", "uint", ", [](uint a, uint b) { return a * b; }", tile32, "rank / 32", product, divide, 1, false},
    {"plus_float", "float", "", tile8, "rank / 8", add_float, subtract_float, 0, false},
};

const char *atomic_name(unsigned index) {
  static char name[64];
  snprintf(name, sizeof name, "atomic/%s", tests[index].name);
  return name;
}

/* `held`: the type's unsigned integer. */
static char *kernel_text(const struct atomic *t) {
  static const char *const functions[FUNCTIONS] = {"reduce_update", "inclusive_scan_update", "exclusive_scan_update"};
  char *text = NULL;
  text_add(&text,
           "#include <clgroup/cooperative_groups.h>\n"
           "namespace cg = cooperative_groups;\n"
           "typedef atomic_%s counter;\n"
           "kernel void update(global const ulong *in, global ulong *out, global counter *totals, uint items) {\n"
           "  uint i = (uint)get_global_id(0), rank = cg::this_thread_block().thread_rank();\n"
           "  %s x = as_%s((uint)in[i]);\n"
           "  out[3 * items + i] = get_group_id(0) * 4096 + (%s);\n",
           t->type, t->type, t->type, t->key);
  if (t->is_local)
    text_add(&text, "  local counter here[3];\n"
                    "  if (rank < 3) *(volatile local uint *)&here[rank] = 0;\n"
                    "  barrier(CLK_LOCAL_MEM_FENCE);\n");
  text_add(&text, "  auto g = %s;\n", t->make);
  for (unsigned f = 0; f < FUNCTIONS; f++)
    text_add(&text, "  out[%u * items + i] = as_uint(cg::%s(g, %s[%u], x%s));\n", f, functions[f],
             t->is_local ? "here" : "totals", f, t->op);
  /* What local atomics hold goes to the global ones, so that the same is true of these in the end. */
  if (t->is_local)
    text_add(
        &text,
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  if (rank < 3) atomic_add((volatile global uint *)&totals[rank], *(volatile local uint *)&here[rank]);\n");
  text_add(&text, "}\n");
  return text;
}

struct result {
  uint64_t in[ITEMS], out[(FUNCTIONS + 1) * ITEMS];
  uint32_t totals[FUNCTIONS];
};

/* Sums from small numbers; else any bits; odd ones for products. */
static void make_input(const struct atomic *t, struct result *r) {
  uint64_t state = 12345;
  for (unsigned i = 0; i < ITEMS; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const uint32_t any = (uint32_t)(state >> 32), small = any % 100 + 1;
    const float number = (float)small;
    uint32_t bits = t->combine == add ? small : t->combine == product ? any | 1 : any;
    if (t->combine == add_float)
      memcpy(&bits, &number, sizeof bits);
    r->in[i] = bits;
  }
  for (unsigned f = 0; f < FUNCTIONS; f++)
    r->totals[f] = (uint32_t)t->start;
}

struct step {
  uint64_t from, by;
};

/* The results of one function in one group, which begins at item `first`: they must follow from one old value; what
 * cannot be undone, from the first result, which holds it. */
static bool judge_group(const struct atomic *t, const struct result *r, unsigned function, unsigned first,
                        struct step *step, char **error) {
  const uint64_t *keys = r->out + FUNCTIONS * ITEMS, *out = r->out + function * ITEMS;
  uint64_t total = r->in[first], before = 0, prefix = 0, old = out[first];
  for (unsigned i = first + 1; i < ITEMS && i / SIZE == first / SIZE; i++)
    if (keys[i] == keys[first])
      total = t->combine(total, r->in[i]);
  if (function != 2 && t->undo)
    old = t->undo(old, function ? r->in[first] : total);
  *step = (struct step){old, total};
  for (unsigned i = first, rank = 0; i < ITEMS && i / SIZE == first / SIZE; i++) {
    if (keys[i] != keys[first])
      continue;
    before = prefix;
    prefix = rank ? t->combine(prefix, r->in[i]) : r->in[i];
    const uint64_t part = function == 0 ? total : function == 1 ? prefix : before;
    const uint64_t wanted = rank || function != 2 ? t->combine(old, part) : old;
    if (out[i] != wanted) {
      text_add(error, "function %u, work-item %u, rank %u: %llx instead of %llx", function, i, rank,
               (unsigned long long)out[i], (unsigned long long)wanted);
      return false;
    }
    rank++;
  }
  return true;
}

/* Each group begins where another ends. */
static bool judge_steps(const struct atomic *t, struct step *steps, unsigned count, uint64_t end, char **error) {
  uint64_t now = t->start;
  for (unsigned s = 0; s < count; s++) {
    unsigned next = s;
    while (next < count && steps[next].from != now)
      next++;
    if (next == count) {
      text_add(error, "no group got the old value %llx", (unsigned long long)now);
      return false;
    }
    now = t->combine(now, steps[next].by);
    steps[next] = steps[s];
  }
  return now == end;
}

static bool judge_results(const struct atomic *t, const struct result *r, char **error) {
  static struct step steps[ITEMS];
  const uint64_t *keys = r->out + FUNCTIONS * ITEMS;
  uint64_t end = t->start;
  for (unsigned i = 0; i < ITEMS; i++)
    end = t->combine(end, r->in[i]);
  for (unsigned f = 0; f < FUNCTIONS; f++) {
    unsigned count = 0;
    if (r->totals[f] != end) {
      text_add(error, "function %u: the atomic holds %x instead of %llx", f, r->totals[f], (unsigned long long)end);
      return false;
    }
    for (unsigned i = 0; i < ITEMS; i++) {
      bool is_first = true;
      for (unsigned before = i / SIZE * SIZE; before < i; before++)
        is_first &= keys[before] != keys[i];
      if (is_first && !judge_group(t, r, f, i, &steps[count++], error))
        return false;
    }
    if (t->undo && !t->is_local && !judge_steps(t, steps, count, end, error))
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

void atomic_test(struct builder *b, unsigned index) {
  static struct result r;
  const struct atomic *t = &tests[index];
  const struct source source = {.standard = "CLC++2021", .max_size = SIZE};
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
