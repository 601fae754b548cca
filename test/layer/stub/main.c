/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-stub-test: tests of the layer on the stub driver, each group in a process of its own. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "harness.h"

#include "base/list.h"
#include "exec/runner.h"
#include "tool/arguments.h"
#include "tool/output.h"

#include <CL/cl_layer.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

const struct stub_control *stub;
const cl_icd_dispatch *cl;
const struct group *group;
const char *layer_path = CLGROUP_LAYER;

static const struct group groups[] = {
#define MODE(value) "CLGROUP_MODE=" value
#define NO_CACHE "CLGROUP_CACHE=off"
#define QUIET "CLGROUP_LOG=off"
#define TALKS "CLGROUP_LOG=all"
#define NO_COMPILER "CLGROUP_CC=/nowhere/clgroup-cc"
#define NOT_IN_PATH "CLGROUP_CC=no-clgroup-cc"
#define COMPILES "CLGROUP_ROUTE=compile"
#define LINKS "CLGROUP_ROUTE=link"
#define SUB_GROUPS "CLGROUP_EXTENSIONS=cl_khr_subgroups"
    {"bare-forward", WAY_BARE, "forward", {0}},
    {"pass-forward", WAY_PASS, "forward", {0}},
    {"init", WAY_BARE, "init", {0}},
    {"unload", WAY_BARE, "unload", {0}},
    {"forward", WAY_LAYER, "forward", {0}},
    {"forward-always", WAY_LAYER, "forward", {MODE("always"), "CLGROUP_EXTENSIONS=all"}},
    {"forward-between", WAY_BETWEEN, "forward", {0}},
    {"lacking", WAY_LAYER, "lacking", {0}},
    {"lacking-loader", WAY_LOADER, "lacking", {0}},
    {"lacking-extension", WAY_LAYER, "extension", {"CLGROUP_EXTENSIONS=cl_khr_work_group_uniform_arithmetic"}},
    {"capable", WAY_LAYER, "capable", {0}},
    {"always", WAY_LAYER, "always", {MODE("always")}},
    {"off", WAY_LAYER, "off", {MODE("off")}},
    {"off-loader", WAY_LOADER, "off", {MODE("off")}},
    {"secure", WAY_LAYER, "secure", {MODE("always"), TALKS}},
    {"untouched", WAY_LAYER, "untouched", {0}},
    {"untouched-loader", WAY_LOADER, "untouched", {0}},
    {"untouched-off", WAY_LAYER, "untouched_mode", {MODE("off")}},
    {"untouched-native", WAY_LAYER, "untouched_mode", {"CLGROUP_ROUTE=native"}},
    {"link", WAY_LAYER, "link", {0}},
    {"link-between", WAY_BETWEEN, "link", {0}},
    {"link-loader", WAY_LOADER, "link", {0}},
    {"link-loader-between", WAY_LOADER_BETWEEN, "link", {0}},
    {"link-loader-twice", WAY_LOADER_TWICE, "link", {0}},
    {"link-loader-copies", WAY_LOADER_COPIES, "link", {QUIET}},
    {"versions", WAY_LAYER, "version", {0}},
    {"features", WAY_LAYER, "feature", {NO_CACHE, QUIET}},
    {"compile", WAY_LAYER, "compile", {COMPILES, NO_CACHE, QUIET}},
    /* No clgroup-cc: as if nobody had asked for it. */
    {"compile-without", WAY_LAYER, "link", {COMPILES, NO_COMPILER, QUIET}},
    {"bitcode", WAY_LAYER, "bitcode", {NO_CACHE}},
    {"bitcode-without", WAY_LAYER, "bitcode_without", {NO_COMPILER}},
    {"bitcode-not-in-path", WAY_LOADER, "bitcode_without", {NOT_IN_PATH}},
    {"bitcode-no-clang", WAY_LAYER, "bitcode_without", {"CLGROUP_CLANG=/nowhere/clang", NO_CACHE}},
    {"bitcode-no-library", WAY_LAYER, "bitcode_without", {"CLGROUP_DATA_DIR=/nowhere", NO_CACHE}},
    {"bitcode-late", WAY_LAYER, "bitcode_late", {"CLGROUP_CLANG=/nowhere/clang", NO_CACHE}},
    {"unserved", WAY_LAYER, "unserved", {TALKS}},
    {"unserved-compiler", WAY_LAYER, "unserved_compiler", {NO_COMPILER}},
    {"nvidia", WAY_LAYER, "nvidia", {NO_CACHE}},
    {"nvidia-tree", WAY_LAYER, "nvidia_tree", {NO_CACHE, "CLGROUP_STRATEGY=serial"}},
    {"native", WAY_LAYER, "native", {LINKS, QUIET}},
    {"native-loader", WAY_LOADER, "native", {LINKS, QUIET}},
    {"native-always", WAY_LAYER, "native_always", {MODE("always"), LINKS, QUIET}},
    {"native-subgroup", WAY_LAYER, "native_subgroup", {"CLGROUP_STRATEGY=subgroup"}},
    {"unasked", WAY_LAYER, "unasked", {NO_CACHE, TALKS}},
    {"unasked-link", WAY_LAYER, "unasked_without", {LINKS, TALKS}},
    {"unasked-without", WAY_LAYER, "unasked_without", {NO_COMPILER, TALKS}},
    {"unasked-not-in-path", WAY_LAYER, "unasked_without", {NOT_IN_PATH, TALKS}},
    {"headers", WAY_LAYER, "header", {NO_CACHE, TALKS}},
    {"headers-without", WAY_LAYER, "header_without", {NO_COMPILER, QUIET}},
    {"provide", WAY_LAYER, "provide", {"CLGROUP_EXTENSIONS=all", NO_CACHE, TALKS}},
    {"written", WAY_LAYER, "written", {"CLGROUP_EXTENSIONS=all", NO_COMPILER, TALKS}},
    {"written-without", WAY_LAYER, "written_built", {"CLGROUP_EXTENSIONS=all", NO_COMPILER, TALKS}},
    {"written-link", WAY_LAYER, "written_built", {"CLGROUP_EXTENSIONS=all", LINKS, NO_CACHE, TALKS}},
    {"sub-groups", WAY_LAYER, "sub_group", {SUB_GROUPS, NO_CACHE, TALKS}},
    {"opencl-c-3.1", WAY_LAYER, "required", {"CLGROUP_EXTENSIONS=opencl_c_3.1", NO_CACHE, TALKS}},
    {"plan", WAY_LAYER, "plan", {SUB_GROUPS, NO_CACHE, TALKS}},
    {"strategies", WAY_LAYER, "strategy", {TALKS}},
    {"strategies-set", WAY_LAYER, "strategy_set", {"CLGROUP_STRATEGY=serial", TALKS}},
    {"strategies-compile", WAY_LAYER, "strategy_compile", {COMPILES, NO_CACHE, TALKS}},
    {"faults", WAY_LAYER, "fault", {QUIET}},
    {"faults-compile", WAY_LAYER, "fault", {COMPILES, QUIET}},
    {"threads", WAY_LAYER, "thread", {0}},
    {"threads-loader", WAY_LOADER, "thread", {0}},
    {"processes", WAY_LAYER, "process", {0}},
    {"processes-loader", WAY_LOADER, "process", {0}},
    {"trial", WAY_BARE, "trial", {0}},
    {"trial-loader", WAY_LOADER, "trial_loader", {"STUB_LAUNCH=to fail", NO_CACHE}},
    {"trial-later", WAY_LAYER, "trial_later", {"STUB_LAUNCH=to fail", NO_CACHE}},
    {"trial-sub-groups", WAY_LAYER, "trial_sub_group", {"STUB_LAUNCH=to fail", SUB_GROUPS, NO_CACHE}},
    {"trial-off", WAY_LAYER, "trial_off", {"STUB_LAUNCH=to crash", "CLGROUP_TRIAL=off"}},
    {"memory", WAY_BARE, "memory", {0}},
};
enum { GROUPS = sizeof groups / sizeof *groups };

static struct test *tests;

void add_test(struct test *test) {
  struct test **end = &tests;
  while (*end)
    end = &(*end)->next;
  *end = test;
}

static _Noreturn void give_up(const char *what, const char *why) {
  fprintf(stderr, "clgroup-stub-test: error: %s: %s\n", what, why);
  exit(2);
}

/* A test of a list that no group runs would never fail. */
static void check_lists(void) {
  for (const struct test *t = tests; t; t = t->next) {
    unsigned g = 0;
    while (g < GROUPS && strcmp(groups[g].list, t->list))
      g++;
    if (g == GROUPS)
      give_up(t->name, "no group has the test's list");
  }
}

static unsigned failures;
static const char *skip, *only; /* --test */
static bool here;               /* --here */

/* What the processes of groups tell. */
enum { PASSED, FAILED, SKIPPED, OUTCOMES };
static struct told {
  unsigned counts[OUTCOMES];
  volatile unsigned steps; /* tests that have begun */
  bool ended;              /* has the group? */
  char last[128];
} * told;

void failed(const char *file, int line, const char *format, ...) {
  const char *slash = strrchr(file, '/');
  va_list arguments;
  if (failures++ > 20)
    return;
  printf("  %s:%d: ", slash ? slash + 1 : file, line);
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  printf("\n");
}

unsigned failure_count(void) {
  return failures;
}

void skipped(const char *why) {
  skip = why;
}

unsigned seen(unsigned slot) {
  unsigned count = 0;
  for (size_t i = 0; i < stub->calls(); i++)
    count += stub->call(i)->slot == slot;
  return count;
}

const struct stub_call *seen_call(unsigned slot, unsigned n) {
  for (size_t i = 0; i < stub->calls(); i++)
    if (stub->call(i)->slot == slot && !n--)
      return stub->call(i);
  return NULL;
}

static void *open_library(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    give_up(path, dlerror());
  return library;
}

static void function_of(const char *path, const char *name, void *pointer) {
  void *symbol = dlsym(open_library(path), name);
  memcpy(pointer, &symbol, sizeof symbol);
}

void layer_function(const char *name, void *pointer) {
  function_of(layer_path, name, pointer);
}

/* Puts a layer's table over another one. */
static const cl_icd_dispatch *add_layer(const char *path, const cl_icd_dispatch *below) {
  pfn_clInitLayer init;
  const cl_icd_dispatch *table = NULL;
  cl_uint count = 0;
  function_of(path, "clInitLayer", &init);
  if (!init || init(STUB_SLOTS, below, &count, &table) != CL_SUCCESS || !table || count != STUB_SLOTS)
    give_up(path, "clInitLayer does not do");
  return table;
}

static const cl_icd_dispatch *open_loader(void) {
  static union {
    cl_icd_dispatch named;
    void *slots[STUB_SLOTS];
  } table;
  void *loader = open_library("libOpenCL.so.1");
  for (unsigned i = 0; i < STUB_SLOTS; i++)
    table.slots[i] = dlsym(loader, stub->name(i));
  return &table.named;
}

static void open_way(enum way way) {
  const struct stub_control *(*control)(void);
  function_of(CLGROUP_STUB, "clgroupStubControl", &control);
  stub = control();
  cl = stub->dispatch();
  if (way == WAY_PASS || way == WAY_BETWEEN)
    cl = add_layer(CLGROUP_PASS, cl);
  if (way == WAY_LAYER || way == WAY_BETWEEN)
    cl = add_layer(layer_path, cl);
  if (way == WAY_BETWEEN)
    cl = add_layer(CLGROUP_PASS, cl);
  if (way < WAY_LOADER)
    return;
  cl_platform_id platform = NULL;
  cl = open_loader();
  cl->clGetPlatformIDs(1, &platform, NULL);
  if (platform != stub->platform)
    give_up("the ICD loader", "it does not give the stub's platform");
}

static void run_test(const struct test *test) {
  static const char *const kinds[] = {"contexts", "queues", "programs", "kernels"};
  failures = 0;
  skip = NULL;
  stub->reset();
  told->steps++;
  snprintf(told->last, sizeof told->last, "%s/%s", group->name, test->name);
  test->run();
  stub->wait();
  close_context();
  remove_cache();
  for (int k = 0; k < STUB_KINDS; k++)
    if (stub->facts->live[k])
      failed(__FILE__, __LINE__, "%u %s were not released", stub->facts->live[k], kinds[k]);
  if (stub->facts->misuses)
    failed(__FILE__, __LINE__, "%u times a dead handle came to the driver: %s", stub->facts->misuses,
           stub->facts->misuse);
  if (skip)
    printf("skip: %s: %s\n", told->last, skip);
  else if (failures)
    printf("fail: %s\n", told->last);
  told->counts[skip ? SKIPPED : failures ? FAILED : PASSED]++;
  fflush(stdout);
}

/* What all groups have in common. */
static void set_environment(void) {
  static const char *const ours[] = {"CLGROUP_MODE",  "CLGROUP_ROUTE", "CLGROUP_STRATEGY", "CLGROUP_EXTENSIONS",
                                     "CLGROUP_CACHE", "CLGROUP_CC",    "CLGROUP_LOG",      "CLGROUP_TRIAL",
                                     "OPENCL_LAYERS", "STUB_LAUNCH",   "STUB_LAUNCH_ONCE"};
  for (unsigned i = 0; i < sizeof ours / sizeof *ours; i++)
    unsetenv(ours[i]);
  setenv("OCL_ICD_VENDORS", CLGROUP_VENDORS, 1);
  setenv("OCL_ICD_FILENAMES", CLGROUP_STUB, 1);
}

/* The loader's list. */
static const char *layers_of(enum way way) {
  static char layers[4096];
  const char *format = way == WAY_LOADER_BETWEEN  ? CLGROUP_PASS ":%s:" CLGROUP_PASS
                       : way == WAY_LOADER_TWICE  ? "%1$s:%1$s"
                       : way == WAY_LOADER_COPIES ? CLGROUP_LAYER_COPY ":%s"
                                                  : "%s";
  snprintf(layers, sizeof layers, format, layer_path);
  return layers;
}

static void use(const char *setting) {
  const char *value = strchr(setting, '=');
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)(value - setting), setting);
  setenv(name, value + 1, 1);
}

static int run_group(void *argument) {
  group = argument;
  for (unsigned i = 0; i < 4 && group->environment[i]; i++)
    use(group->environment[i]);
  if (group->way >= WAY_LOADER)
    setenv("OPENCL_LAYERS", layers_of(group->way), 1);
  open_way(group->way);
  bool any = only;
  for (const struct test *t = tests; t; t = t->next)
    if (!strcmp(t->list, group->list) && (!only || !strcmp(only, t->name))) {
      run_test(t);
      any = true;
    }
  stub->reset();
  if (!any) {
    printf("fail: %s: its list has no tests\n", group->name);
    told->counts[FAILED]++;
  }
  return !(told->ended = true);
}

static void watch(const struct group *g) {
  unsigned before[OUTCOMES];
  memcpy(before, told->counts, sizeof before);
  snprintf(told->last, sizeof told->last, "%s", g->name);
  told->ended = false;
  void *argument = (void *)(uintptr_t)g;
  const int status = here ? run_group(argument) : runner_run(run_group, argument, CLGROUP_TIME_LIMIT, &told->steps);
  if (runner_stop())
    exit(128 + runner_stop());
  if (status == RUNNER_HANGS)
    printf("fail: %s: a test took too long\n", told->last);
  else if (WIFSIGNALED(status))
    printf("fail: %s: ended by signal %d (%s)\n", told->last, WTERMSIG(status), strsignal(WTERMSIG(status)));
  else if (status || !told->ended)
    printf("fail: %s: exit status %d\n", told->last, WEXITSTATUS(status));
  told->counts[FAILED] += status || !told->ended;
  printf("%s: %u passed, %u failed, %u skipped\n", g->name, told->counts[PASSED] - before[PASSED],
         told->counts[FAILED] - before[FAILED], told->counts[SKIPPED] - before[SKIPPED]);
}

static const char usage[] =
    "usage: clgroup-stub-test [--layer FILE] [--group NAME,...] [--test NAME] [--here] [--list]\n"
    "Tests the layer on the stub driver; --here runs the groups in this process.\n";

int main(int argc, char **argv) {
  output_must_arrive();
  check_lists();
  const char *chosen = NULL;
  bool known = false, list = false;
  const struct argument options[] = {{"--layer", .text = &layer_path},
                                     {"--group", .text = &chosen},
                                     {"--test", .text = &only},
                                     {"--here", .flag = &here},
                                     {"--list", .flag = &list}};
  for (int i = 1; i < argc;)
    i += argument_take(options, sizeof options / sizeof *options, usage, argv + i);
  told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (told == MAP_FAILED)
    give_up("mmap", strerror(errno));
  set_environment();
  for (unsigned g = 0; g < GROUPS; g++) {
    const bool secure = !strcmp(groups[g].list, "secure"), /* that takes a program with a group of its own */
        wanted = chosen ? clgroup_list_has(chosen, groups[g].name) : !secure;
    known |= wanted;
    if (list)
      printf("%s\n", groups[g].name);
    else if (wanted)
      watch(&groups[g]);
  }
  if (list)
    return 0;
  if (!known)
    give_up("no such group", "--list names them");
  printf("%u passed, %u failed, %u skipped\n", told->counts[PASSED], told->counts[FAILED], told->counts[SKIPPED]);
  return told->counts[FAILED] != 0;
}
