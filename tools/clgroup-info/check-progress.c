/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SILENCE = 10 /* seconds */ };

static struct {
  unsigned count, before; /* results in all, and those of the children that have ended */
  time_t start, told;
} progress;

static time_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

static unsigned results(const char *output) {
  unsigned count = 0;
  for (const char *at = output; at && (at = strchr(at, '\n')); at++)
    count += !strncmp(at, "\ncheck ", 7) || !strncmp(at, "\nspeed ", 7);
  return count;
}

static void tell(unsigned results) {
  const bool terminal = isatty(STDERR_FILENO);
  if (!terminal && now() - progress.told < SILENCE)
    return;
  progress.told = now();
  fprintf(stderr, "%sclgroup-info: %u of %u results in %u s%s", terminal ? "\r" : "", results, progress.count,
          (unsigned)(progress.told - progress.start), terminal ? "\033[K" : "\n");
}

void check_progress_start(const char *device, unsigned results) {
  enum { RESULTS_A_SECOND = 8 };
  fprintf(stderr, "clgroup-info: %s: about %u s of a processor\n", device, results / RESULTS_A_SECOND + 1);
  progress.count = results;
  progress.before = 0;
  progress.start = now();
  progress.told = 0;
}

void check_progress_heard(const char *output) {
  tell(progress.before + results(output));
}

void check_progress_end(const char *output) {
  progress.before += results(output);
}

void check_progress_done(void) {
  if (isatty(STDERR_FILENO))
    fprintf(stderr, "\r\033[K");
}
