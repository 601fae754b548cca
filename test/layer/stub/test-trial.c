/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The layer launches a kernel, in a process of its own, before it promises or replaces anything. STUB_LAUNCH says what
 * becomes of that. */
#define _GNU_SOURCE /* mkstemp */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A test of the trial, whose process, which has no sanitizer, cannot load a driver that has one. */
#define TRIAL(list, name)                                                                                              \
  static void without_sanitizer_##name(void);                                                                          \
  TEST(list, name) {                                                                                                   \
    SKIP_UNDER(ANY_SANITIZER, "the driver has a sanitizer")                                                            \
    without_sanitizer_##name();                                                                                        \
  }                                                                                                                    \
  static void without_sanitizer_##name(void)

/* Queries and a build, in one process: one line on standard error if the functions are left to the driver, and the same
 * answer each time. Returns the line, or an empty one. */
static const char *used(bool good) {
  stub->clear();
  hear();
  CHECK_EQUAL(promised(0), good);
  open_context(1);
  CHECK_EQUAL(build_program(make_program(SUM), CL3), good ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE);
  CHECK_EQUAL(SEEN(clLinkProgram), good);
  close_context();
  CHECK_EQUAL(promised(0), good);
  const char *printed = heard(), *line = strstr(printed, "left to the driver on stub device: ");
  CHECK_EQUAL(!line, good);
  CHECK(!line || !strstr(line + 1, "left to the driver"));
  return line ? line : "";
}

/* The same after the layer was loaded anew, so that it remembers nothing. STUB_LAUNCH is `launch`, or unset. */
static const char *used_in_a_life(const char *launch, bool good) {
  if (launch)
    setenv("STUB_LAUNCH", launch, 1);
  else
    unsetenv("STUB_LAUNCH");
  if (!load_layer(stub->dispatch())) {
    failed(__FILE__, __LINE__, "the layer does not start");
    return "";
  }
  const char *line = used(good);
  CHECK_EQUAL(unload_layer(), CL_SUCCESS);
  cl = stub->dispatch();
  return line;
}

static const struct {
  const char *launch, *printed;
} launches[] = {{"to crash", "by signal 11"},
                {"to fail", "cannot be launched: error -5"},
                {"to compute wrong sums", "work_group_reduce_add is wrong in a work-group of 256"}};

/* What this process, and the layer in it, takes for the time. */
static time_t ahead;
time_t time(time_t *where) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  now.tv_sec += ahead;
  if (where)
    *where = now.tv_sec;
  return now.tv_sec;
}

/* What a trial finds is kept in the cache: a fault for a day, since its cause may have been something else. */
TRIAL(trial, kept) {
  for (unsigned i = 0; i < sizeof launches / sizeof *launches; i++) {
    const char *launch = launches[i].launch;
    char name[4096];
    use_new_cache();
    const char *line = used_in_a_life(launch, false);
    CHECK_WORDS(line, launches[i].printed);
    CHECK_WORDS(line, "CLGROUP_TRIAL=off");
    /* The driver has become better, and nobody has tried again. */
    line = used_in_a_life(NULL, false);
    CHECK_WORDS(line, launches[i].printed);
    const char *file = strstr(line, "without the file ");
    REQUIRE(file);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(file + 17, "\n"), file + 17);
    CHECK_EQUAL(unlink(name), 0);
    used_in_a_life(NULL, true);
    used_in_a_life(launch, true); /* this outcome is kept too */
    use_new_cache();
    used_in_a_life(launch, false);
    ahead = 23 * 60 * 60;
    used_in_a_life(NULL, false);
    ahead = 25 * 60 * 60;
    used_in_a_life(NULL, true);
    ahead = -25 * 60 * 60;
    used_in_a_life(launch, true);
    ahead = 0;
  }
}

TRIAL(trial, without_cache) {
  setenv("CLGROUP_CACHE", "off", 1);
  for (unsigned i = 0; i < sizeof launches / sizeof *launches; i++) {
    const char *line = used_in_a_life(launches[i].launch, false);
    CHECK_WORDS(line, launches[i].printed);
    CHECK_WORDS(line, "!file");
    used_in_a_life(NULL, true);
  }
  unsetenv("CLGROUP_CACHE");
}

/* The library's functions are on trial, never the driver's own, by which the layer builds what it cannot build itself.
 */
TRIAL(trial, of_the_library_alone) {
  use_new_cache();
  setenv("STUB_OWN", "1", 1);
  CHECK_WORDS(used_in_a_life("to crash", false), "a small kernel with them cannot be built: error");
  unsetenv("STUB_OWN");
}

/* What clgroup-cc cannot build on the trial of its route is not built by the driver's linker. */
TRIAL(trial, of_one_route) {
  char compiler[] = "/tmp/clgroup-stub-XXXXXX";
  const int file = mkstemp(compiler), folder = (int)(strrchr(layer_path, '/') - layer_path);
  REQUIRE(file >= 0 && !fchmod(file, 0700));
  dprintf(file, "#!/bin/sh\n! grep -qs clgroup_trial '<source>' && exec %.*s/../bin/clgroup-cc \"$@\"\n", folder,
          layer_path);
  close(file);
  use_new_cache();
  setenv("CLGROUP_CC", compiler, 1);
  setenv("CLGROUP_ROUTE", "compile", 1);
  CHECK_WORDS(used_in_a_life(NULL, false), "a small kernel with them cannot be built: error");
  unsetenv("CLGROUP_ROUTE");
  unsetenv("CLGROUP_CC");
  unlink(compiler);
}

/* A fault that a second trial does not find does not count. */
TRIAL(trial, repeats) {
  for (unsigned i = 0; i < 2; i++) {
    char once[] = "/tmp/clgroup-stub-XXXXXX";
    const int file = mkstemp(once);
    REQUIRE(file >= 0);
    close(file);
    use_new_cache();
    setenv("STUB_LAUNCH_ONCE", once, 1);
    used_in_a_life(launches[i].launch, true);
    CHECK(access(once, F_OK));
    unsetenv("STUB_LAUNCH_ONCE");
    used_in_a_life(launches[i].launch, true);
  }
}

/* A fault that is found while a resource limit is set is not cached. */
TRIAL(trial, limited) {
  static const struct {
    int what;
    rlim_t value;
  } limits[] = {{RLIMIT_AS, (rlim_t)1 << 40}, {RLIMIT_DATA, (rlim_t)1 << 40}, {RLIMIT_CPU, 1000000},
                {RLIMIT_STACK, 1 << 20},      {RLIMIT_NPROC, 1000},           {RLIMIT_NOFILE, 200}};
  for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++) {
    struct rlimit usual, low;
    use_new_cache();
    getrlimit(limits[i].what, &usual);
    low = (struct rlimit){limits[i].value, usual.rlim_max};
    if (low.rlim_cur >= usual.rlim_cur || setrlimit(limits[i].what, &low))
      continue;
    used_in_a_life(launches[i % 3].launch, false);
    setrlimit(limits[i].what, &usual);
    used_in_a_life(NULL, true);
  }
}

/* If no file descriptor is free, the trial is made later. */
TRIAL(trial_later, no_descriptors) {
  int taken[64], count = 0;
  struct rlimit usual, low;
  getrlimit(RLIMIT_NOFILE, &usual);
  low = (struct rlimit){32, usual.rlim_max};
  setrlimit(RLIMIT_NOFILE, &low);
  while (count < 64 && (taken[count] = dup(STDOUT_FILENO)) >= 0)
    count++;
  CHECK(promised(0));
  while (count)
    close(taken[--count]);
  setrlimit(RLIMIT_NOFILE, &usual);
  CHECK(!promised(0));
}

/* The trial's process does not find the device, since its driver version differs: then the device counts as good. */
TEST(trial, unknown_device) {
  stub->settings->device[0].driver = "77.7";
  used_in_a_life("to crash", true);
}

TRIAL(trial_loader, by_loader) {
  CHECK(strstr(used(false), "cannot be launched: error -5"));
}

/* Sub-group functions, which only clgroup-cc can build, though the device's route is another. */
TRIAL(trial_sub_group, sub_groups) {
  BUILD("kernel void k(global int *p) { *p = sub_group_reduce_add(*p); }\n", CL3,
        .printed = "cannot be launched: error -5");
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 0);
}

TEST(trial_off, unasked) {
  used(true);
}
