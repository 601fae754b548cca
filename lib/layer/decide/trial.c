#define _GNU_SOURCE /* dladdr */
#include "layer/decide/trial.h"

#include "cache/cache.h"
#include "base/buffer.h"
#include "layer/compile/compiler-process.h"
#include "layer/compile/compiler-version.h"
#include "layer/compile/installed.h"
#include "layer/compile/toolchain.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* `fault` is empty where there is none. */
struct verdict {
  struct verdict *next;
  atomic_flag told;
  char *key;
  char fault[512];
};

/* No lock, as in toolchain.c. Two threads at once make a verdict each. */
static _Atomic(struct verdict *) verdicts;

enum { CLGROUP_TRY_PASSING = 3 }; /* an exit status of clgroup-try: a fault that may not be there another time */

static const char passes[] = "clgroup-try: right\n", begins[] = "clgroup-try: begins\n",
                  fails[] = "clgroup-try: fault: ";

/* The driver's file. A device begins with the driver's table of functions (cl_khr_icd). */
static const char *driver_of(cl_device_id device) {
  const cl_icd_dispatch *table;
  void *function;
  Dl_info info;
  memcpy(&table, (const void *)device, sizeof table);
  memcpy(&function, &table->clGetDeviceInfo, sizeof function);
  return dladdr(function, &info) && info.dli_fname && strchr(info.dli_fname, '/') ? info.dli_fname : NULL;
}

/* All that the outcome depends on: the driver, the device, the way, and clgroup's files. */
static void make_key(struct clgroup_buffer *key, const struct clgroup_device *d, enum clgroup_route route,
                     const char *program, const char *driver) {
  Dl_info own = {0};
  clgroup_buffer_add(key, "trial\n%s\n%s\n%s\n%s\n%s\n%zu %llu %s\n", driver, d->platform, d->name, d->version,
                     d->driver, d->max_size, (unsigned long long)d->local_memory, clgroup_settings_route(route));
  clgroup_choice_print(&d->choice, key);
  clgroup_buffer_add(key, "\n");
  clgroup_key_add_file(key, driver);
  clgroup_key_add_file(key, program);
  if (dladdr(&clgroup_settings, &own) && own.dli_fname)
    clgroup_key_add_file(key, own.dli_fname);
}

/* The compiler's part of the key, which may take a process of its own. */
static void add_compiler(struct clgroup_buffer *key, const struct clgroup_device *d) {
  struct clgroup_buffer folders = {0}, log = {0};
  int number;
  char *compiler = clgroup_toolchain_compiler();
  if (compiler)
    (void)clgroup_compiler_version(compiler, clgroup_toolchain_target(d->form, d->address_bits),
                                   clgroup_settings.timeout, clgroup_toolchain_cache(), key, &folders, &log, &number);
  clgroup_buffer_free(&folders);
  clgroup_buffer_free(&log);
  free(compiler);
}

/* Not the layer's own SIGKILL at the end of the application, nor the system's where memory runs out. */
static bool is_crash(int number) {
  return number == SIGSEGV || number == SIGBUS || number == SIGABRT || number == SIGILL || number == SIGFPE ||
         number == SIGTRAP;
}

/* Returns whether the outcome is to be kept. A trial that has not begun says nothing about the library. */
static bool launch(struct verdict *v, const struct clgroup_device *d, enum clgroup_route route, const char *program,
                   const char *driver) {
  const struct clgroup_compiler_process child = {
      .arguments =
          (const char *const[]){program, driver, d->platform, d->name, d->driver, clgroup_settings_route(route), NULL},
      .time_limit = clgroup_settings.timeout,
  };
  struct clgroup_buffer said = {0};
  int number = 0;
  const double start = clgroup_log_clock();
  enum clgroup_process_end end = clgroup_compiler_process_run(&child, &said, &number);
  const char *text = said.data ? said.data : "", *fault = strstr(text, fails);
  const bool passed = strstr(text, passes), begun = strstr(text, begins);
  if (fault)
    snprintf(v->fault, sizeof v->fault, "%.*s", (int)strcspn(fault + sizeof fails - 1, "\n"), fault + sizeof fails - 1);
  else if (begun && !passed && end == CLGROUP_PROCESS_KILLED && is_crash(number))
    snprintf(v->fault, sizeof v->fault, "a small kernel with them ends the process by signal %d (%s)", number,
             strsignal(number));
  else if (begun && !passed && end == CLGROUP_PROCESS_TIMED_OUT)
    snprintf(v->fault, sizeof v->fault, "a small kernel with them hangs for %u s", clgroup_settings.timeout);
  else if (begun && !passed && end == CLGROUP_PROCESS_EXITED)
    snprintf(v->fault, sizeof v->fault, "a small kernel with them ends the process");
  clgroup_log(CLGROUP_LOG_ALL, "in %.1f ms a trial of %s by route %s: %s", clgroup_log_clock() - start, d->name,
              clgroup_settings_route(route),
              *v->fault ? v->fault
              : passed  ? "right"
                        : "not possible");
  clgroup_buffer_free(&said);
  return passed ||
         (*v->fault && (end == CLGROUP_PROCESS_EXITED ? number != CLGROUP_TRY_PASSING : end != CLGROUP_PROCESS_LOST));
}

/* From the cache, or by a launch. */
static void find_out(struct verdict *v, const struct clgroup_device *d, enum clgroup_route route, const char *program,
                     const char *driver) {
  struct clgroup_buffer key = {0};
  unsigned char *kept;
  size_t size;
  clgroup_compiler_process_begin();
  struct clgroup_cache *cache = clgroup_toolchain_cache();
  clgroup_buffer_add(&key, "%s", v->key);
  if (route == CLGROUP_ROUTE_COMPILE)
    add_compiler(&key, d);
  if (!key.failed && clgroup_cache_get(cache, key.data, key.length, &kept, &size)) {
    snprintf(v->fault, sizeof v->fault, "%.*s", (int)size, (const char *)kept);
    free(kept);
  } else if (launch(v, d, route, program, driver) && !key.failed)
    clgroup_cache_put(cache, key.data, key.length, (const unsigned char *)v->fault, strlen(v->fault));
  char *file = *v->fault && !key.failed ? clgroup_cache_file(cache, key.data, key.length) : NULL;
  const size_t length = strlen(v->fault);
  if (*v->fault)
    snprintf(v->fault + length, sizeof v->fault - length, "; CLGROUP_TRIAL=off uses them all the same%s%s",
             file ? ", and the trial is repeated without the file " : "", file ? file : "");
  free(file);
  clgroup_buffer_free(&key);
  clgroup_compiler_process_end();
}

static struct verdict *find(const char *key) {
  struct verdict *v = atomic_load(&verdicts);
  while (v && strcmp(v->key, key))
    v = v->next;
  return v;
}

/* NULL: no trial is possible. */
static struct verdict *judge(const struct clgroup_device *d, enum clgroup_route route) {
  const char *driver = clgroup_settings.trial == CLGROUP_TRIAL_ON ? driver_of(d->id) : NULL;
  char *program = driver ? clgroup_beside_layer("clgroup-try") : NULL;
  struct clgroup_buffer key = {0};
  if (program)
    make_key(&key, d, route, program, driver);
  struct verdict *v = key.data && !key.failed ? find(key.data) : NULL;
  if (!v && key.data && !key.failed && (v = calloc(1, sizeof *v))) {
    v->key = key.data;
    key = (struct clgroup_buffer){0};
    find_out(v, d, route, program, driver);
    v->next = atomic_load(&verdicts);
    while (!atomic_compare_exchange_weak(&verdicts, &v->next, v)) {
    }
  }
  clgroup_buffer_free(&key);
  free(program);
  return v;
}

const char *clgroup_trial_fault(const struct clgroup_device *d, enum clgroup_route route) {
  const struct verdict *v = judge(d, route);
  return v && *v->fault ? v->fault : NULL;
}

bool clgroup_trial_passes(const struct clgroup_device *d, enum clgroup_route route) {
  struct verdict *v = judge(d, route);
  if (!v || !*v->fault)
    return true;
  if (!atomic_flag_test_and_set(&v->told))
    clgroup_log(CLGROUP_LOG_ERRORS, "work-group functions are left to the driver on %s: %s", d->name, v->fault);
  return false;
}

void clgroup_trial_end(void) {
  struct verdict *v = atomic_exchange(&verdicts, NULL);
  while (v) {
    struct verdict *next = v->next;
    free(v->key);
    free(v);
    v = next;
  }
}
