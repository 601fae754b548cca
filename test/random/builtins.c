/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "random.h"

#include "call.h"
#include "text.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS = 40 }; /* in a program: where a driver lacks many, larger ones are built too often */

struct run {
  struct bed *bed;
  const struct builtins_options *o;
  const char *standard;
  unsigned lacking; /* calls that the driver's own compiler does not take */
};

/* Where a way may do something else than the driver's own compiler. Patterns of the shell. */
static const struct exception {
  const char *driver, *way, *call, *reason;
} exceptions[] = {
    {"*", "*", "intptr_t atomic_fetch_m*, uintptr_t*", "the header mixes signs"},
    {"*", "*", "uintptr_t atomic_fetch_m*, intptr_t*", "the header mixes signs"},
    {"*", "*", "* async_work_group_*(*3 *", "the fourth element of three is open"},
    {"*", "*", "* clock_read_*", "a clock"},
    {"*", "link-*", "* normalize(*", "Mesa's rounds otherwise where it is inlined (llvmpipe, one unit)"},
    {"rusticl *", "link-*", "* dot(*", "Mesa's rounds otherwise where it is inlined (llvmpipe, one unit)"},
    {"rusticl 25.*", "c*", "[cs]h* sub_group_scan_exclusive_m*", "the driver's own begins with -1 and 0"},
    {"*Intel*", "*", "int work_group_any(*", "the driver's own gives the value itself for a work-group of one item"},
    {"*Intel*", "c*", "* sub_group_non_uniform_scan_inclusive_logical_*", "true is 1 by SPIR-V, and -1 by source"},
    {"*NVIDIA*", "*", "* work_group_*",
     "the driver's own, which it does not report, are wrong in work-groups of one item"},
    {"*NVIDIA*", "*", "*3 *(*3 *\\*)", "the fourth element of three is open"},
    {"*NVIDIA*", "*", "* tgamma(*",
     "libclc's is an infinity where the right result is near 0, and 21 units off elsewhere"},
    {"*NVIDIA*", "*", "* half_*", "denormal results may be 0"},
    {"*NVIDIA*", "*", "* lgamma_r(*", "the driver's own gives the sign 0"},
    {"*Language 3.*", "*", "* atom_*(*long local*", "the driver's own compiler computes nothing"},
    /* It has pown(2.5, 33) = 0 there, and right values for shorter vectors. */
    {"*Language [36].*", "*", "double[18]* frexp(*", "the driver's own compiler is wrong for 512 bits"},
    {"*Language [36].*", "*", "double[18]* pown(*", "the driver's own compiler is wrong for 512 bits"},
    {"*Language [36].*", "*", "double[18]* rootn(*", "the driver's own compiler is wrong for 512 bits"},
};

/* The way of calls that are compiled alone; its driver is the command. */
static const struct way_in compile_way = {.name = "compile"};

static const struct exception *find_exception(struct run *r, const struct way_in *way, const struct call *c) {
  const char *driver = way == &compile_way ? r->o->compile : bed_facts(r->bed, way)->driver;
  for (const struct exception *e = exceptions; e < exceptions + sizeof exceptions / sizeof *exceptions; e++)
    if (!fnmatch(e->driver, driver, 0) && !fnmatch(e->way, way->name, 0) && !fnmatch(e->call, c->text, 0))
      return e;
  return NULL;
}

/* Compiles and links the program. */
static struct verdict compile(struct run *r, const struct clgroup_case *f) {
  struct verdict v = {OUTCOME_OK, ""};
  char source[128], log[128], output[128], *command = NULL;
  snprintf(source, sizeof source, "%s/builtins.cl", r->bed->folder);
  snprintf(log, sizeof log, "%s/log", r->bed->folder);
  snprintf(output, sizeof output, "%s/builtins.%s", r->bed->folder, strstr(r->o->compile, "nvptx") ? "ptx" : "s");
  FILE *file = fopen(source, "w");
  if (!file || fputs(f->text, file) < 0 || fclose(file))
    abort();
  text_add(&command, "exec %s %s '%s' -o '%s' >'%s' 2>&1", r->o->compile, f->options[0], source, output, log);
  if (system(command)) {
    v.outcome = OUTCOME_REFUSED;
    FILE *messages = fopen(log, "r");
    while (messages && fgets(v.text, sizeof v.text, messages) && !strstr(v.text, "error:"))
      ;
    v.text[strcspn(v.text, "\n")] = 0;
    if (messages)
      fclose(messages);
  }
  free(command);
  remove(source);
  remove(log);
  remove(output);
  return v;
}

static struct verdict make(struct run *r, const struct way_in *way, struct call *const *calls, size_t count,
                           struct clgroup_case *f) {
  calls_program(f, calls, count, r->standard);
  return way == &compile_way ? compile(r, f) : bed_run(r->bed, way, f);
}

static void report_call(struct run *r, const struct way_in *way, const struct call *c, const char *what,
                        const char *text) {
  const struct exception *e = find_exception(r, way, c);
  r->bed->counts[END_FAIL] += !e;
  r->bed->counts[END_SKIP] += e != NULL;
  if (!e || r->bed->verbose)
    printf("%s: %s, %s %s: %s %s%s%s\n", e ? "skip" : "fail", c->text, r->standard, way->name, what, text,
           e ? ": " : "", e ? e->reason : "");
  fflush(stdout);
}

/* Marks a call that alone cannot be built and run. */
static void mark_bad(struct run *r, const struct way_in *way, struct call *c, const struct verdict *v) {
  c->is_bad = true;
  r->lacking += way->plain;
  if (!way->plain)
    report_call(r, way, c, outcome_names[v->outcome], v->text);
  else if (r->bed->verbose)
    printf("lacking: %s, %s: %s %s\n", c->text, r->standard, outcome_names[v->outcome], v->text);
}

/* Finds the calls that cannot be built and run, and marks them. `fails`: all together are known to. A function of which
 * the driver's own compiler takes neither the first nor the last call is one that it lacks. */
static void find_bad(struct run *r, const struct way_in *way, struct call **calls, size_t count, bool fails) {
  struct clgroup_case f;
  struct verdict v = {OUTCOME_REFUSED, ""};
  if (!fails || count == 1) {
    v = make(r, way, calls, count, &f);
    case_free(&f);
    if (v.outcome == OUTCOME_OK)
      return;
  }
  if (count == 1) {
    mark_bad(r, way, calls[0], &v);
    return;
  }
  if (way->plain && count > 2 && !strcmp(calls[0]->function->name, calls[count - 1]->function->name)) {
    find_bad(r, way, calls, 1, false);
    find_bad(r, way, calls + count - 1, 1, false);
    if (!calls[0]->is_bad || !calls[count - 1]->is_bad)
      find_bad(r, way, calls + 1, count - 2, false);
    else
      for (size_t i = 1; i < count - 1; i++)
        mark_bad(r, way, calls[i], &v);
    return;
  }
  find_bad(r, way, calls, count / 2, false);
  find_bad(r, way, calls + count / 2, count - count / 2, false);
}

/* Makes the program of those calls that can be run; returns how many are left. */
static size_t make_good(struct run *r, const struct way_in *way, struct call **calls, size_t count,
                        struct clgroup_case *f) {
  while (count) {
    struct verdict v = make(r, way, calls, count, f);
    if (v.outcome == OUTCOME_OK)
      return count;
    case_free(f);
    find_bad(r, way, calls, count, true);
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
      if (!calls[i]->is_bad)
        calls[left++] = calls[i];
    if (left == count) {
      printf("fail: %s to %s, %s %s: %s %s, and each half alone is right\n", calls[0]->text, calls[count - 1]->text,
             r->standard, way->name, outcome_names[v.outcome], v.text);
      r->bed->counts[END_FAIL]++;
      return 0;
    }
    count = left;
  }
  return 0;
}

static const unsigned class_bytes[CLASSES] = {4, 4, 8, 2}; /* small integers are compared by four */

/* A number of a class other than OF_INT; of half, whether it is a NaN is all that is told. */
static double number_at(enum class class, const char *at) {
  float f = 0;
  double d = 0;
  uint16_t h = 0;
  switch (class) {
  case OF_FLOAT:
    memcpy(&f, at, sizeof f);
    return f;
  case OF_DOUBLE:
    memcpy(&d, at, sizeof d);
    return d;
  default:
    memcpy(&h, at, sizeof h);
    return (h & 0x7fff) > 0x7c00 ? NAN : h;
  }
}

/* How far two right values of a function may lie apart, in parts of them, where a driver may compile source and SPIR-V
 * in two ways; -1: not at all, not even 0.0 and -0.0. NVIDIA's driver has its own mathematics and clgroup-cc libclc's:
 * there it is what OpenCL C allows to most functions, 16 units in the last place. */
static double room_of(const char *driver, const char *name, enum class class) {
  static const struct {
    const char *name;
    double room;
  } rows[] = {{"half_*", 0x1p-10}, {"native_*", 0x1p-10}, {"mad", 0x1p-22}, {"rsqrt", 0x1p-22}, {"max", 0}, {"min", 0}};
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!fnmatch(rows[i].name, name, 0))
      return rows[i].room;
  return !strstr(driver, "NVIDIA") ? -1 : class == OF_DOUBLE ? 0x1p-48 : 0x1p-19;
}

static bool is_right(enum class class, double room, const char *want, const char *got) {
  if (class == OF_INT || !memcmp(want, got, class_bytes[class]))
    return !memcmp(want, got, class_bytes[class]);
  const double w = number_at(class, want), g = number_at(class, got);
  return (isnan(w) && isnan(g)) || (room >= 0 && class != OF_HALF && fabs(w - g) <= room * fabs(w));
}

/* Says where the values of a call differ; returns whether they do. */
static bool differs(const struct clgroup_case *native, const struct clgroup_case *ours, const char *driver,
                    const struct call *n, const struct call *c, char *text, size_t size) {
  for (unsigned row = 0; row < CALL_ROWS; row++)
    for (const struct result *x = c->results; x < c->results + c->result_count; x++)
      for (size_t i = x->at; i < x->at + x->bytes; i += class_bytes[x->class]) {
        const char *want = call_results(native, n, row) + i, *got = call_results(ours, c, row) + i;
        uint64_t w = 0, g = 0;
        if (is_right(x->class, room_of(driver, c->function->name, x->class), want, got))
          continue;
        memcpy(&w, want, class_bytes[x->class]);
        memcpy(&g, got, class_bytes[x->class]);
        snprintf(text, size, "row %u, byte %zu: %llx, not %llx", row, i, (unsigned long long)g, (unsigned long long)w);
        return true;
      }
  return false;
}

static void compare(struct run *r, const struct way_in *way, struct call **calls, size_t count,
                    const struct clgroup_case *native) {
  struct call *ours = allocate(count * sizeof *ours), **list = allocate(count * sizeof *list);
  struct clgroup_case f;
  char text[128];
  for (size_t i = 0; i < count; i++) {
    ours[i] = *calls[i];
    list[i] = &ours[i];
  }
  const size_t left = make_good(r, way, list, count, &f);
  for (size_t i = 0; i < left; i++)
    if (differs(native, &f, bed_facts(r->bed, way)->driver, calls[list[i] - ours], list[i], text, sizeof text))
      report_call(r, way, list[i], "differs", text);
    else
      r->bed->counts[END_PASS]++;
  if (left)
    case_free(&f);
  free(list);
  free(ours);
}

static void run_calls(struct run *r, struct call **calls, size_t count) {
  struct clgroup_case native;
  const bool compiles = r->o->compile != NULL;
  count = make_good(r, compiles ? &compile_way : way_named("plain"), calls, count, &native);
  r->bed->counts[END_PASS] += compiles ? (unsigned)count : 0;
  for (const struct way_in *w = ways_in; count && !compiles && w->name; w++)
    if (!w->plain && bed_takes(r->bed, w))
      compare(r, w, calls, count, &native);
  if (count)
    case_free(&native);
}

static bool run_standard(struct run *r) {
  struct header h;
  struct calls c;
  struct call *part[CALLS];
  size_t count = 0;
  const struct facts *plain = NULL;
  const bool compiles = r->o->compile != NULL;
  if (!header_read(&h, r->o->clang, r->standard))
    return false;
  if (!compiles && (plain = bed_facts(r->bed, way_named("plain")))->unfit.outcome != OUTCOME_OK) {
    fprintf(stderr, "clgroup-test: error: no device: %s\n", plain->unfit.text);
    header_free(&h);
    return false;
  }
  calls_make(&c, &h, r->standard, r->o->some);
  printf("%s: %zu calls of %zu functions; left out, for a reason: %u\n", r->standard, c.count, h.count - c.left_out,
         c.left_out);
  for (size_t i = 0; i < c.count; i++) {
    if ((!compiles && ((c.list[i].uses_double && !plain->fp64) || (c.list[i].uses_half && !plain->fp16))) ||
        (r->o->names && fnmatch(r->o->names, c.list[i].text, 0)))
      continue;
    part[count++] = &c.list[i];
    if (count == CALLS) {
      run_calls(r, part, count);
      count = 0;
    }
  }
  run_calls(r, part, count);
  calls_free(&c);
  header_free(&h);
  return true;
}

int builtins_run(struct bed *b, const struct builtins_options *o) {
  struct run r = {b, o, NULL, 0};
  char standard[16];
  for (const char *at = o->standards; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
    snprintf(standard, sizeof standard, "%.*s", (int)strcspn(at, ","), at);
    r.standard = standard;
    if (!run_standard(&r))
      return 2;
  }
  if (!o->compile)
    printf("the driver's own compiler does not take: %u\n", r.lacking);
  return bed_report(b);
}
