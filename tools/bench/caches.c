#define _XOPEN_SOURCE 700 /* nftw */
#include "bench/caches.h"
#include "bench/bench.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[PATH_MAX];
static pid_t owner;

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *at) {
  (void)status, (void)type, (void)at;
  return remove(path);
}

/* A child that exits between fork and exec must not remove the parent's folder. */
static void remove_root(void) {
  if (*root && getpid() == owner)
    nftw(root, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

const char *caches_begin(void) {
  const char *temporary = getenv("TMPDIR");
  snprintf(root, sizeof root - 64, "%s/clgroup-bench-XXXXXX", temporary && *temporary ? temporary : "/tmp");
  if (!mkdtemp(root)) {
    int error = errno;
    char wanted[PATH_MAX];
    memcpy(wanted, root, sizeof wanted);
    *root = 0;
    die("cannot make the folder %s: %s", wanted, strerror(error));
  }
  owner = getpid();
  atexit(remove_root);
  return root;
}

void caches_use(const char *folder, const char *name) {
  /* The variables of PoCL, Mesa (rusticl), Intel's GPU driver, NVIDIA's driver, the layer, and the XDG specification.
   */
  static const char *const variables[] = {"POCL_CACHE_DIR",  "MESA_SHADER_CACHE_DIR", "NEO_CACHE_DIR",
                                          "CUDA_CACHE_PATH", "CLGROUP_CACHE_DIR",     "XDG_CACHE_HOME"};
  char path[PATH_MAX + 64];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  if (mkdir(path, 0700) && errno != EEXIST)
    die("cannot make the folder %s: %s", path, strerror(errno));
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    setenv(variables[i], path, 1);
}
