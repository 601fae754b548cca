/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* dladdr */
#include "layer/decide/trial.h"

#include "cache/cache.h"
#include "base/buffer.h"
#include "base/places.h"
#include "layer/base/verdicts.h"
#include "layer/compile/compiler-folder.h"
#include "layer/compile/compiler-process.h"
#include "layer/compile/compiler-version.h"
#include "layer/compile/installed.h"
#include "layer/compile/toolchain.h"

#include <dlfcn.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <time.h>

static clgroup_verdicts verdicts;

enum { LONGEST_FAULT = 256 };

/* Faults are kept for a day, not longer: some have causes that this process cannot see. */
static const double DAY = 24 * 60 * 60;

/* settings.inc's default: with a lower one a trial may fail that would succeed with more patience. */
enum { USUAL_TIMEOUT = 120 };

static const char passes[] = "clgroup-try: right\n", begins[] = "clgroup-try: begins\n",
                  fails[] = "clgroup-try: fault: ";

/* NULL: there is none that can be used, and a line says why. */
static char *find_program(void) {
  struct clgroup_buffer why = {0};
  char *found = clgroup_beside_layer("clgroup-try", &why);
  if (!found)
    clgroup_log_once("nothing is tried on devices, since %s",
                     why.data ? why.data : "there is no clgroup-try beside the layer: install clgroup again");
  clgroup_buffer_free(&why);
  return found;
}

/* The driver's file, for free(). A device object begins with the driver's table of functions (cl_khr_icd). */
static char *driver_of(cl_device_id device) {
  const cl_icd_dispatch *table;
  void *function;
  Dl_info info;
  memcpy(&table, (const void *)device, sizeof table);
  memcpy(&function, &table->clGetDeviceInfo, sizeof function);
  if (!dladdr(function, &info) || !info.dli_fname || !strchr(info.dli_fname, '/'))
    return NULL;
  return info.dli_fname[0] == '/' ? strdup(info.dli_fname) : clgroup_mapped_file(function);
}

/* All that the outcome depends on: the driver, the device, the route, and clgroup's files. */
static void make_key(struct clgroup_buffer *key, const struct clgroup_service *d, enum clgroup_route route,
                     const char *program, const char *driver) {
  Dl_info own = {0};
  clgroup_buffer_add(key, "trial 2\n%s\n%s\n%s\n%s\n%s\n%zu %llu %s\n", driver, d->device.platform, d->device.name,
                     d->device.version, d->device.driver, d->device.max_size,
                     (unsigned long long)d->device.local_memory, clgroup_settings_route(route));
  clgroup_choice_print(&d->choice, key);
  clgroup_buffer_add(key, "\n");
  clgroup_key_add_file(key, driver);
  clgroup_key_add_file(key, program);
  if (dladdr(&clgroup_settings, &own) && own.dli_fname)
    clgroup_key_add_file(key, own.dli_fname);
}

/* The compiler's part of the key. It may take a process of its own. */
static void add_compiler(struct clgroup_buffer *key, const struct clgroup_service *d) {
  struct clgroup_buffer folders = {0}, log = {0};
  int number;
  const size_t before = key->length;
  char *compiler = clgroup_find_compiler(NULL);
  if (compiler)
    (void)clgroup_compiler_version(compiler, clgroup_toolchain_target(d->device.form, d->device.address_bits),
                                   clgroup_settings.timeout, clgroup_toolchain_cache(), key, &folders, &log, &number);
  key->failed |= key->length == before;
  clgroup_buffer_free(&folders);
  clgroup_buffer_free(&log);
  free(compiler);
}

/* Was the signal due to a crash? Not the layer's own SIGKILL at the end of the application, nor the system's when
 * memory runs out. */
static bool is_crash(int number) {
  return number == SIGSEGV || number == SIGBUS || number == SIGABRT || number == SIGILL || number == SIGFPE ||
         number == SIGTRAP;
}

/* Is there little room for files in the places where drivers put theirs? */
static bool is_full(void) {
  enum { LEAST_BYTES = 64 << 20, LEAST_FILES = 1000 };
  static const char *const variables[] = {"TMPDIR", "POCL_CACHE_DIR", "XDG_CACHE_HOME", "HOME"};
  bool full = false;
  for (size_t i = 0; i <= sizeof variables / sizeof *variables && !full; i++) {
    const char *folder = i < sizeof variables / sizeof *variables ? getenv(variables[i]) : "/tmp";
    struct statvfs s;
    full = folder && !statvfs(folder, &s) &&
           ((uint64_t)s.f_bavail * s.f_frsize < LEAST_BYTES || (s.f_files && s.f_favail < LEAST_FILES));
  }
  return full;
}

/* Does this process have less than usual of something that drivers need? Then a crash here says nothing about other
 * processes. */
static bool is_limited(void) {
  static const struct {
    int what;
    rlim_t usual;
  } limits[] = {{RLIMIT_AS, RLIM_INFINITY},    {RLIMIT_DATA, RLIM_INFINITY}, {RLIMIT_CPU, RLIM_INFINITY},
                {RLIMIT_FSIZE, RLIM_INFINITY}, {RLIMIT_STACK, 8 << 20},      {RLIMIT_NPROC, 1024},
                {RLIMIT_NOFILE, 1024},         {RLIMIT_MEMLOCK, 64 << 10}};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    struct rlimit limit;
    if (!getrlimit(limits[i].what, &limit) && limit.rlim_cur < limits[i].usual)
      return true;
  }
  return false;
}

struct outcome {
  enum {
    RIGHT,
    UNKNOWN, /* says nothing about the library, nor would another trial */
    PASSING, /* another trial may have another outcome, with or without a fault */
    HANGS,
    FAULT,
  } kind;
  double milliseconds; /* that it took */
  char fault[LONGEST_FAULT];
};

/* What the child's output and end mean. A child that has not begun its launch says nothing about the library. */
static void understand(struct outcome *o, const struct clgroup_buffer *output, enum clgroup_process_end end,
                       int number) {
  const char *text = output->data ? output->data : "", *fault = strstr(text, fails);
  const bool begun = strstr(text, begins) && !output->failed,
             crashed = end == CLGROUP_PROCESS_KILLED && is_crash(number),
             passing = end == CLGROUP_PROCESS_EXITED && number == CLGROUP_TRY_PASSING;
  o->kind = RIGHT;
  if (strstr(text, passes))
    return;
  if (fault)
    snprintf(o->fault, sizeof o->fault, "%.*s", (int)strcspn(fault + sizeof fails - 1, "\n"), fault + sizeof fails - 1);
  else if (begun && crashed)
    snprintf(o->fault, sizeof o->fault, "a small kernel with them ends the process by signal %d (%s)", number,
             strsignal(number));
  else if (begun && end == CLGROUP_PROCESS_TIMED_OUT)
    snprintf(o->fault, sizeof o->fault, "a small kernel with them hangs for %u s", clgroup_settings.timeout);
  else if (begun && end == CLGROUP_PROCESS_EXITED && !passing)
    snprintf(o->fault, sizeof o->fault, "a small kernel with them ends the process");
  if (passing || output->failed || end == CLGROUP_PROCESS_NOT_STARTED || (end == CLGROUP_PROCESS_KILLED && !crashed) ||
      (*o->fault && end == CLGROUP_PROCESS_LOST))
    o->kind = PASSING;
  else
    o->kind = !*o->fault ? UNKNOWN : end == CLGROUP_PROCESS_TIMED_OUT ? HANGS : FAULT;
}

/* In a folder of its own: drivers' compilers look for headers in the current folder, and files of one application must
 * not decide for all. */
static enum clgroup_process_end run_apart(const char *const *arguments, struct clgroup_buffer *output, int *number) {
  struct clgroup_folder folder;
  struct clgroup_buffer log = {0};
  const bool made = !clgroup_folder_make(&folder, &log);
  const struct clgroup_compiler_process child = {
      .arguments = arguments,
      .folder = made ? folder.in : "/",
      .temporaries = made ? folder.path : NULL,
      .time_limit = clgroup_settings.timeout,
  };
  const enum clgroup_process_end end = clgroup_compiler_process_run(&child, output, number);
  if (made)
    clgroup_folder_remove(&folder);
  clgroup_buffer_free(&log);
  return end;
}

static struct outcome launch(const struct clgroup_service *d, enum clgroup_route route, const char *program,
                             const char *driver) {
  struct outcome o = {0};
  struct clgroup_buffer output = {0};
  char *compiler = clgroup_find_compiler(NULL);
  const char *const arguments[] = {program,
                                   driver,
                                   d->device.platform,
                                   d->device.name,
                                   d->device.driver,
                                   clgroup_settings_route(route),
                                   compiler ? compiler : "",
                                   NULL};
  int number = 0;
  const double start = clgroup_log_clock();
  enum clgroup_process_end end = run_apart(arguments, &output, &number);
  understand(&o, &output, end, number);
  o.milliseconds = end == CLGROUP_PROCESS_NOT_STARTED || output.failed ? 0 : clgroup_log_clock() - start;
  clgroup_log(CLGROUP_LOG_ALL, "in %.1f ms a trial of %s by route %s: %s", o.milliseconds, d->device.name,
              clgroup_settings_route(route),
              *o.fault          ? o.fault
              : o.kind == RIGHT ? "right"
                                : "not possible");
  clgroup_buffer_free(&output);
  free(compiler);
  return o;
}

/* An entry of the cache is empty if all was right; otherwise it has the time and the fault. Returns the milliseconds
 * for which it holds; 0: there is none. */
static double get_kept(struct clgroup_cache *cache, const struct clgroup_buffer *key,
                       char fault[static LONGEST_FAULT]) {
  unsigned char *kept;
  size_t size;
  char text[LONGEST_FAULT + 32];
  long long since;
  if (key->failed || !clgroup_cache_get(cache, key->data, key->length, &kept, &size))
    return 0;
  snprintf(text, sizeof text, "%.*s", (int)size, (const char *)kept);
  free(kept);
  if (!*text)
    return (double)INFINITY;
  const bool known = sscanf(text, "%lld %255[^\n]", &since, fault) == 2;
  const double age = known ? difftime(time(NULL), (time_t)since) : DAY;
  if (age >= 0 && age < DAY)
    return 1e3 * (DAY - age);
  *fault = 0;
  return 0;
}

static void put_kept(struct clgroup_cache *cache, const struct clgroup_buffer *key, const char *fault) {
  char text[LONGEST_FAULT + 32] = "";
  if (*fault)
    snprintf(text, sizeof text, "%lld %s", (long long)time(NULL), fault);
  if (!key->failed)
    clgroup_cache_put(cache, key->data, key->length, (const unsigned char *)text, strlen(text));
}

/* By one launch, or two if the first has a fault: it may have run out of memory. Returns the milliseconds for which the
 * outcome holds. */
static double try(struct outcome *o, struct clgroup_cache *cache, const struct clgroup_buffer *key,
                  const struct clgroup_service *d, enum clgroup_route route, const char *program, const char *driver) {
  *o = launch(d, route, program, driver);
  if (o->kind >= HANGS && (is_limited() || is_full()))
    o->kind = PASSING;
  if (o->kind == HANGS && clgroup_settings.timeout < USUAL_TIMEOUT)
    o->kind = PASSING;
  if (o->kind == FAULT)
    *o = launch(d, route, program, driver);
  if (o->kind == RIGHT || o->kind >= HANGS)
    put_kept(cache, key, o->fault);
  return o->kind == PASSING ? clgroup_verdict_patience(o->milliseconds)
         : o->kind >= HANGS ? 1e3 * DAY
                            : (double)INFINITY;
}

/* From the cache, or by a launch. `name` is the first part of the key. */
static struct clgroup_verdict *find_out(const char *name, const struct clgroup_service *d, enum clgroup_route route,
                                        const char *program, const char *driver) {
  struct clgroup_buffer key = {0}, fault = {0};
  struct outcome o = {0};
  clgroup_compiler_process_begin();
  struct clgroup_cache *cache = clgroup_toolchain_cache();
  clgroup_buffer_add(&key, "%s", name);
  if (route == CLGROUP_ROUTE_COMPILE)
    add_compiler(&key, d);
  double holds = get_kept(cache, &key, o.fault);
  if (holds <= 0)
    holds = try(&o, cache, &key, d, route, program, driver);
  char *file = *o.fault && !key.failed ? clgroup_cache_file(cache, key.data, key.length) : NULL;
  if (*o.fault)
    clgroup_buffer_add(&fault, "%s; CLGROUP_TRIAL=off uses them all the same%s%s", o.fault,
                       file ? ", and the trial is repeated without the file " : "", file ? file : "");
  struct clgroup_verdict *v = clgroup_verdict_keep(&verdicts, name, fault.data ? fault.data : o.fault, holds);
  free(file);
  clgroup_buffer_free(&fault);
  clgroup_buffer_free(&key);
  clgroup_compiler_process_end();
  return v;
}

/* NULL: no trial is possible. */
static struct clgroup_verdict *judge(const struct clgroup_service *d, enum clgroup_route route) {
  char *driver = clgroup_settings.trial == CLGROUP_TRIAL_ON ? driver_of(d->device.id) : NULL;
  char *program = driver ? find_program() : NULL;
  struct clgroup_buffer name = {0};
  struct clgroup_verdict *v = NULL;
  if (program)
    make_key(&name, d, route, program, driver);
  if (program && !name.failed && !(v = clgroup_verdict_find(&verdicts, name.data)))
    v = find_out(name.data, d, route, program, driver);
  clgroup_buffer_free(&name);
  free(program);
  free(driver);
  return v;
}

const char *clgroup_trial_fault(const struct clgroup_service *d, enum clgroup_route route) {
  const struct clgroup_verdict *v = judge(d, route);
  return v && *v->fault ? v->fault : NULL;
}

bool clgroup_trial_passes(const struct clgroup_service *d, enum clgroup_route route) {
  struct clgroup_verdict *v = judge(d, route);
  if (!v || !*v->fault)
    return true;
  if (!atomic_flag_test_and_set(&v->told))
    clgroup_log(CLGROUP_LOG_ERRORS, "work-group functions are left to the driver on %s: %s", d->device.name, v->fault);
  return false;
}

void clgroup_trial_end(void) {
  clgroup_verdicts_end(&verdicts);
}
