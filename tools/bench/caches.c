#define _XOPEN_SOURCE 700 /* nftw */
#include "bench/caches.h"
#include "bench/bench.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[PATH_MAX];
static volatile sig_atomic_t end_signal;

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *at) {
  (void)status, (void)type, (void)at;
  return remove(path);
}

static void remove_root(void) {
  nftw(root, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static void note_signal(int number) {
  end_signal = number;
}

void heed_signals(void) {
  if (end_signal)
    exit(128 + end_signal);
}

const char *caches_begin(void) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  const struct sigaction note = {.sa_handler = note_signal};
  const char *temporary = getenv("TMPDIR");
  snprintf(root, sizeof root - 64, "%s/clgroup-bench-XXXXXX", temporary && *temporary ? temporary : "/tmp");
  if (!mkdtemp(root))
    die("cannot make the folder %s: %s", root, strerror(errno));
  atexit(remove_root);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction(signals[i], &note, NULL);
  return root;
}

void caches_use(const char *folder) {
  /* The variables of PoCL, Mesa (rusticl), Intel's GPU driver, NVIDIA's driver, the layer, and the XDG specification.
   */
  static const char *const variables[] = {"POCL_CACHE_DIR",  "MESA_SHADER_CACHE_DIR", "NEO_CACHE_DIR",
                                          "CUDA_CACHE_PATH", "CLGROUP_CACHE_DIR",     "XDG_CACHE_HOME"};
  if (mkdir(folder, 0700) && errno != EEXIST)
    die("cannot make the folder %s: %s", folder, strerror(errno));
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    setenv(variables[i], folder, 1);
}
