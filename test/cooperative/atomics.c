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
static uint64_t add_float(uint64_t a, uint64_t b) {
  const uint32_t bits[2] = {(uint32_t)a, (uint32_t)b};
  float x[2];
  memcpy(x, bits, sizeof x);
  x[0] += x[1];
  uint32_t sum;
  memcpy(&sum, x, sizeof sum);
  return sum;
}

static const char tile8[] = "cg::tiled_partition<8>(cg::this_thread_block())";
static const char tile32[] = "cg::tiled_partition<32>(cg::this_thread_block())";
static const char tile128[] = "cg::tiled_partition<128>(cg::this_thread_block())";

static const struct atomic {
  const char *name, *type, *op, *make, *key; /* `key` differs between the groups of a work-group */
  operator_function *combine;
  enum { SUMS, IDEMPOTENT, OTHER } kind;
  uint64_t start;
  bool is_local;
} tests[ATOMIC_TESTS] = {
    {"plus", "uint", "", tile32, "rank / 32", add, SUMS, 1000, false},
    {"plus_8", "uint", ", cg::plus<uint>()", tile8, "rank / 8", add, SUMS, 7, false},
    {"plus_128", "uint", "", tile128, "0", add, SUMS, 7, false},
    {"plus_local", "uint", "", tile8, "rank / 8", add, SUMS, 0, true},
    {"less", "int", ", cg::less<int>()", tile32, "rank / 32", least_int, IDEMPOTENT, 0x7fffffff, false},
    {"less_uint", "uint", ", cg::less<uint>()", tile8, "rank / 8", least, IDEMPOTENT, 0xffffffff, false},
    {"greater", "uint", ", cg::greater<uint>()", tile32, "rank / 32", greatest, IDEMPOTENT, 0, false},
    {"bit_and", "uint", ", cg::bit_and<uint>()", tile32, "rank / 32", bits_and, IDEMPOTENT, 0xffffffff, false},
    {"bit_xor", "uint", ", cg::bit_xor<uint>()", tile32, "rank / 32", bits_xor, OTHER, 0, false},
    {"bit_or_labels", "uint", ", cg::bit_or<uint>()",
     "cg::labeled_partition(cg::tiled_partition<32>(cg::this_thread_block()), rank % 3)", "rank / 32 * 3 + rank % 3",
     bits_or, IDEMPOTENT, 0, false},
    {"product", "uint", ", [](uint a, uint b) { return a * b; }", tile32, "rank / 32", product, OTHER, 1, false},
    {"plus_float", "float", "", tile8, "rank / 8", add_float, OTHER, 0, false},
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

static int by_start(const void *a, const void *b) {
  const struct step *x = a, *y = b;
  return (x->from > y->from) - (x->from < y->from);
}

/* The results of one function in one group, which begins at item `first`: they must follow from one old value. */
static bool judge_group(const struct atomic *t, const struct result *r, unsigned function, unsigned first,
                        struct step *step, char **error) {
  const uint64_t *keys = r->out + FUNCTIONS * ITEMS, *out = r->out + function * ITEMS;
  uint64_t total = r->in[first], before = 0, prefix = 0, old = 0;
  for (unsigned i = first + 1; i < ITEMS && i / SIZE == first / SIZE; i++)
    if (keys[i] == keys[first])
      total = t->combine(total, r->in[i]);
  old = function == 2 ? out[first] : (uint32_t)(out[first] - (function ? r->in[first] : total));
  *step = (struct step){old, total};
  for (unsigned i = first, rank = 0; i < ITEMS && i / SIZE == first / SIZE; i++) {
    if (keys[i] != keys[first])
      continue;
    before = prefix;
    prefix = rank ? t->combine(prefix, r->in[i]) : r->in[i];
    const uint64_t part = function == 0 ? total : function == 1 ? prefix : before;
    uint64_t wanted = rank || function != 2 ? t->combine(old, part) : old;
    if (t->kind != SUMS && function != 2)
      wanted = t->kind == IDEMPOTENT ? t->combine(out[first], part) : out[i];
    if (out[i] != wanted) {
      text_add(error, "function %u, work-item %u, rank %u: %llx instead of %llx", function, i, rank,
               (unsigned long long)out[i], (unsigned long long)wanted);
      return false;
    }
    rank++;
  }
  return true;
}

/* Sums: each group's begins where another's ends. */
static bool judge_steps(struct step *steps, unsigned count, uint64_t start, uint64_t end, char **error) {
  qsort(steps, count, sizeof *steps, by_start);
  for (unsigned s = 0; s < count; s++) {
    if (steps[s].from != start) {
      text_add(error, "a group got the old value %llu, where %llu was the next", (unsigned long long)steps[s].from,
               (unsigned long long)start);
      return false;
    }
    start += steps[s].by;
  }
  return start == end;
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
    if (t->kind == SUMS && !t->is_local && !judge_steps(steps, count, t->start, end, error))
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
