/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the layer builds. It reads its variables when a loader starts it, so here it is started for each program, over
 * the driver's own functions, and ended: the kernels are the driver's. */
#define _GNU_SOURCE /* mkdtemp, pipe2 */
#include "base/files.h"
#include "bench/bench.h"
#include "tool/loader.h"

#include <CL/cl_layer.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[PATH_MAX], log_file[PATH_MAX + 32]; /* what the layer prints */

static void remove_folder(void) {
  clgroup_tree_remove(folder);
}

/* A process of its own removes the folder after this one, which a signal or the driver may end. */
static void start_remover(void) {
  int ends[2];
  char none;
  const pid_t remover = pipe2(ends, O_CLOEXEC) ? -1 : fork();
  if (remover < 0)
    die("cannot start a process: %s", strerror(errno));
  close(ends[!remover]);
  if (remover)
    return; /* the other end closes with this process */
  setsid(); /* a terminal's Ctrl-C is not for it */
  while (read(ends[0], &none, 1) < 0 && errno == EINTR) {
  }
  remove_folder();
  _exit(EXIT_SUCCESS);
}

void ours_begin(void) {
  /* Of the caches of PoCL, Mesa, Intel's GPU driver and the layer, which else are in XDG_CACHE_HOME. */
  static const char *const variables[] = {"POCL_CACHE_DIR", "MESA_SHADER_CACHE_DIR", "NEO_CACHE_DIR",
                                          "CLGROUP_CACHE_DIR", "OPENCL_LAYERS"};
  char *bin = program_folder();
  snprintf(folder, sizeof folder - 32, "%s/../bench-XXXXXX", bin);
  free(bin);
  if (!mkdtemp(folder))
    die("cannot make the folder %s: %s", folder, strerror(errno));
  atexit(remove_folder);
  start_remover();
  snprintf(log_file, sizeof log_file, "%s/log", folder);
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    unsetenv(variables[i]);
  setenv("OPENCL_LAYER_PATH", folder, 1); /* the layer may be on for every application */
  setenv("XDG_CACHE_HOME", folder, 1);
  setenv("CUDA_CACHE_DISABLE", "1", 1);
  setenv("CLGROUP_MODE", "always", 1);
  setenv("CLGROUP_TRIAL", "off", 1); /* values are checked here */
  setenv("CLGROUP_CACHE", "off", 1);
  setenv("CLGROUP_EXTENSIONS", "opencl_c_3.1", 1);
  setenv("CLGROUP_LOG", "all", 1);
}

static void function_of(const char *layer, const char *name, void *pointer) {
  void *file = dlopen(layer, RTLD_NOW | RTLD_LOCAL), *function = file ? dlsym(file, name) : NULL;
  if (!function)
    die("%s is no layer: %s", layer, dlerror());
  memcpy(pointer, &function, sizeof function);
}

/* Standard error goes to `log_file`; then to where it went before. */
static int hear(int before) {
  const int to = before < 0 ? open(log_file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : before,
            usual = before < 0 ? dup(STDERR_FILENO) : -1;
  if (to < 0 || dup2(to, STDERR_FILENO) < 0)
    die("cannot write %s: %s", log_file, strerror(errno));
  close(to);
  return usual;
}

bool ours_build(const struct device *d, const char *layer, const char *text, const char *route, const char *strategy,
                cl_kernel kernels[SHAPES], char *why, size_t why_size) {
  /* All of OpenCL 3.0: where a driver's table may end. */
  const cl_uint entries = offsetof(cl_icd_dispatch, clSetContextDestructorCallback) / sizeof(void *) + 1;
  const cl_icd_dispatch *table;
  pfn_clInitLayer start;
  cl_int (*end)(void);
  cl_uint count;
  char words[64];
  setenv("CLGROUP_ROUTE", route, 1);
  setenv("CLGROUP_STRATEGY", strategy ? strategy : "auto", 1);
  function_of(layer, "clInitLayer", &start);
  function_of(layer, "clDeinitLayer", &end);
  const int usual = hear(-1);
  const bool built = !start(entries, driver_functions(d->facts.id), &count, &table) &&
                     build_kernels(d, table, text, kernels, why, why_size);
  end();
  hear(usual);
  /* By route link functions of extensions are clgroup-cc's all the same. */
  snprintf(words, sizeof words, "built by route %s", strcmp(route, "link") ? route : "");
  char *output = clgroup_file_read(log_file, NULL);
  const bool ours = built && output && strstr(output, words);
  if (!ours && output) {
    char *at = strstr(output, "work-group functions for");
    if (at)
      at[strcspn(at, "\n")] = 0;
    snprintf(why, why_size, "not built by the layer: %s", at ? at : error_line(output));
  }
  free(output);
  for (unsigned s = 0; built && !ours && s < SHAPES; s++) {
    clReleaseKernel(kernels[s]);
    kernels[s] = NULL;
  }
  return ours;
}
