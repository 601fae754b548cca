/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether clgroup-cc works, as the layer has found out: what is missing for a moment is asked for again. */
#define _GNU_SOURCE /* setgroups */
#include "check.h"
#include "layer/base/settings.h"
#include "layer/compile/toolchain.h"

#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* The compiler has read no other file. */
#define KEPT ": >../files\n" GOOD

static const char *ask(void) {
  return clgroup_toolchain_fault(CLGROUP_FORM_BITCODE, 64, "serial", 0);
}

static void use_compiler(const char *script) {
  static char path[4096], cache[4096];
  write_compiler("fake", script);
  snprintf(path, sizeof path, "%s/fake", folder);
  snprintf(cache, sizeof cache, "%s/kept", folder);
  clgroup_settings =
      (struct clgroup_settings){.compiler = path, .cache_folder = cache, .cache_size = 1, .timeout = 100};
  clgroup_settings.log = CLGROUP_LOG_OFF;
}

/* Nothing is known any more, in memory or on disk. */
static void forget(void) {
  clgroup_toolchain_end();
  empty_subfolder("kept");
}

static void works(const char *format, long n) {
  char what[128];
  snprintf(what, sizeof what, format, n);
  const char *fault = ask();
  check(!fault, "%s: %s", what, fault);
  check(clgroup_toolchain_cache(), "%s: a cache", what);
  clgroup_toolchain_end();
  check(!ask(), "%s, in another process", what);
  clgroup_toolchain_end();
  unlink(in_folder("runs"));
  check(!ask() && !is_there("runs"), "%s, from the cache", what);
  forget();
  check_clean(what);
}

static void lack_memory(void fail(long), const char *format) {
  bool out = true;
  for (long n = 1; out && n < 5000; n++) {
    fail(n);
    const char *fault = ask();
    out = allocation_failed();
    fail(0);
    check(out || !fault, "with memory: %s", fault);
    works(format, n);
  }
  check(!out, "memory in the end");
}

static void lack_descriptors(void) {
  bool failed = false;
  for (int left = 0; left < 12; left++) {
    take_descriptors(left);
    failed |= ask() != NULL;
    give_descriptors();
    works("after only %ld descriptors", left);
  }
  check(failed, "too few descriptors");
}

static void lack_folder(void) {
  char *tmp = strdup(getenv("TMPDIR"));
  setenv("TMPDIR", "/nowhere", 1);
  const char *fault = ask();
  check(fault && strstr(fault, "'/nowhere'"), "a TMPDIR that is not there: %s", fault);
  setenv("TMPDIR", tmp, 1);
  works("after a TMPDIR that is not there", 0);
  free(tmp);
}

static bool lacks_processes(void *unused) {
  struct rlimit old, few = {0};
  (void)unused;
  if (!getuid() && (setgroups(0, NULL) || setgid(65534) || setuid(65534)))
    return false;
  clgroup_settings.cache = CLGROUP_CACHE_ON + 1;
  getrlimit(RLIMIT_NPROC, &old);
  few.rlim_max = old.rlim_max;
  setrlimit(RLIMIT_NPROC, &few);
  const char *fault = ask();
  bool good = fault && strstr(fault, "too many processes");
  setrlimit(RLIMIT_NPROC, &old);
  return good && !ask();
}

/* What fails when the compiler runs holds for a while, since it costs time to find; a success holds for good. */
static void fail_in_compiler(void) {
  use_compiler("sleep 0.3; echo no >&2; exit 1\n"); /* which holds for ten times as long: this process may be delayed */
  const char *fault = ask();
  check(fault && !strcmp(fault, "no"), "a compiler that fails: %s", fault);
  unlink(in_folder("runs"));
  check(ask() == fault && !is_there("runs"), "the same without asking");
  use_compiler(KEPT);
  double end = now() + 100;
  while (ask() && now() < end)
    usleep(1000);
  check(!ask(), "a compiler that works again");
  use_compiler("exit 1\n");
  check(!ask(), "it works");
  forget();
}

void test_toolchain(void) {
  use_compiler(KEPT);
  works("%ldth time", 1);
  lack_memory(fail_allocation, "after no memory since allocation %ld");
  lack_memory(fail_one_allocation, "after no memory for allocation %ld");
  lack_descriptors();
  lack_folder();
  chmod(folder, 0755);
  chmod(in_folder("tmp"), 01777);
  check(in_child(lacks_processes, NULL), "too many processes");
  chmod(folder, 0700);
  fail_in_compiler();
  clgroup_settings = (struct clgroup_settings){0};
}
