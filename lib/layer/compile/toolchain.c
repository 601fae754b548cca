/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/compile/toolchain.h"

#include "cache/cache.h"
#include "layer/compile/compiler.h"
#include "layer/compile/installed.h"
#include "layer/base/settings.h"
#include "layer/base/verdicts.h"
#include "base/buffer.h"
#include "targets/targets.h"

#include <errno.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Atomic(struct clgroup_cache *) cache;
static atomic_flag told = ATOMIC_FLAG_INIT; /* that there is none */

static struct clgroup_cache *open_cache(void) {
  const struct clgroup_settings *s = &clgroup_settings;
  errno = 0;
  char *standard = s->cache_folder ? NULL : clgroup_cache_folder();
  const char *folder = s->cache_folder ? s->cache_folder : standard;
  struct clgroup_cache *opened = folder ? clgroup_cache_open(folder, (uint64_t)s->cache_size << 20) : NULL;
  const int error = opened && !access(folder, W_OK) ? 0 : errno;
  if ((!folder || error) && error != ENOMEM && !atomic_flag_test_and_set(&told)) {
    if (!folder)
      clgroup_log(CLGROUP_LOG_ERRORS,
                  "no cache, since neither XDG_CACHE_HOME nor HOME is an absolute path of this user's: "
                  "set CLGROUP_CACHE_DIR, or CLGROUP_CACHE=off");
    else if (!opened && error == EPERM)
      clgroup_log(CLGROUP_LOG_ERRORS,
                  "the cache folder '%s' is another user's, or others can write to it: programs are not cached; "
                  "remove that right (chmod go-w), set CLGROUP_CACHE_DIR, or CLGROUP_CACHE=off",
                  folder);
    else
      clgroup_log(CLGROUP_LOG_ERRORS,
                  "the cache folder '%s' cannot be written: %s: programs are not cached; set CLGROUP_CACHE_DIR, or "
                  "CLGROUP_CACHE=off",
                  folder, strerror(error));
  }
  free(standard);
  return opened;
}

/* No lock, as in layer/base/verdicts.h. If the cache cannot be opened now, the next call tries again. */
struct clgroup_cache *clgroup_toolchain_cache(void) {
  struct clgroup_cache *known = atomic_load(&cache), *opened = NULL;
  if (!known && clgroup_settings.cache == CLGROUP_CACHE_ON && (opened = open_cache()) &&
      !atomic_compare_exchange_strong(&cache, &known, opened)) {
    clgroup_cache_close(opened);
    opened = NULL;
  }
  return opened ? opened : known;
}

enum { LONGEST_FAULT = 256 };

/* The layer's line of the log, or the first line, as the end of a sentence. */
static void tell(char fault[static LONGEST_FAULT], const char *log) {
  static const char own[] = "clgroup: ", compilers[] = "clgroup-cc: error: ";
  const char *subject = "", *at = strstr(log, own);
  if (at && (at == log || at[-1] == '\n')) {
    log = at + sizeof own - 1;
  } else if (!strncmp(log, compilers, sizeof compilers - 1)) {
    log += sizeof compilers - 1;
    subject = "clgroup-cc ";
  }
  snprintf(fault, LONGEST_FAULT, "%s%.*s", subject, (int)strcspn(log, "\n"), log);
  if (!*fault)
    snprintf(fault, LONGEST_FAULT, "clgroup-cc fails without a message");
}

const char *clgroup_toolchain_target(enum clgroup_form form, unsigned address_bits) {
  return form == CLGROUP_FORM_PTX ? "nvptx64" : clgroup_spirv_target(address_bits);
}

/* By clgroup_compiler_run, whose cache keeps the result for the same compiler, files and settings. `fault` is empty if
 * it works. Returns whether the compiler has failed, rather than this process. */
static bool try_compiler(char fault[static LONGEST_FAULT], enum clgroup_form form, unsigned address_bits,
                         const char *strategy, unsigned provide) {
  static const char source[] = "kernel void probe(global int *out) { *out = work_group_reduce_add(*out); }\n";
  const struct clgroup_unit unit = {.source = source, .length = sizeof source - 1, .options = ""};
  struct clgroup_buffer why = {0};
  char *compiler = clgroup_find_compiler(&why);
  if (!compiler)
    tell(fault, why.data ? why.data : "");
  clgroup_buffer_free(&why);
  if (!compiler)
    return false;
  bool ran = false;
  const struct clgroup_compiler_job compile = {
      .compiler = compiler,
      .target = clgroup_toolchain_target(form, address_bits),
      .strategy = strategy,
      .provide = provide,
      .extensions = "",
      .default_standard = "CL3.0",
      .identity = "no device",
      .time_limit = clgroup_settings.timeout,
      .cache = clgroup_toolchain_cache(),
      .apart = true,
      .link = true,
      .form = form,
      .ran = &ran,
  };
  unsigned char *binary;
  size_t size;
  struct clgroup_buffer log = {0};
  *fault = 0;
  const enum clgroup_compile_result result = clgroup_compiler_run(&compile, &unit, 1, &binary, &size, &log);
  if (result == CLGROUP_COMPILE_NO_MEMORY)
    snprintf(fault, LONGEST_FAULT, "out of memory");
  else if (result != CLGROUP_COMPILE_OK)
    tell(fault, log.data ? log.data : "");
  clgroup_buffer_free(&log);
  free(binary);
  free(compiler);
  return ran && result != CLGROUP_COMPILE_NO_MEMORY;
}

static clgroup_verdicts verdicts;

const char *clgroup_toolchain_fault(enum clgroup_form form, unsigned address_bits, const char *strategy,
                                    unsigned provide) {
  char name[64], fault[LONGEST_FAULT];
  snprintf(name, sizeof name, "%u %u %u %s", (unsigned)form, address_bits, provide, strategy);
  struct clgroup_verdict *v = clgroup_verdict_find(&verdicts, name);
  if (!v) {
    const double start = clgroup_log_clock();
    const bool failed = try_compiler(fault, form, address_bits, strategy, provide);
    const double patience = failed ? clgroup_verdict_patience(clgroup_log_clock() - start) : 0;
    v = clgroup_verdict_keep(&verdicts, name, fault, *fault ? patience : (double)INFINITY);
  }
  return !v ? "out of memory" : *v->fault ? v->fault : NULL;
}

void clgroup_toolchain_end(void) {
  clgroup_verdicts_end(&verdicts);
  clgroup_cache_close(atomic_exchange(&cache, NULL));
  atomic_flag_clear(&told);
}
