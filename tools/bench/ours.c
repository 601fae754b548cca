/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A loader reads OPENCL_LAYERS once per process, and the layer its variables, so the layer builds programs in processes
 * of their own (`binary`). A crash ends only one of them.
 *
 * By route link the result is the device's binary. By route compile it is what clgroup-cc made, which a script in its
 * place keeps: PoCL compiles a program for each size of work-group, but not one from a binary. */
#define _GNU_SOURCE /* RTLD_NOLOAD */
#include "base/child.h"
#include "base/files.h"
#include "bench/bench.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The temporary files. */
static char folder[PATH_MAX], source[PATH_MAX + 32], binary[PATH_MAX + 32], log_file[PATH_MAX + 32],
    compiled[PATH_MAX + 32], script[PATH_MAX + 32];

/* A compiler for CLGROUP_CC that keeps a copy of its output, the last argument. */
static void write_script(const char *bin) {
  const char *other = getenv("CLGROUP_CC");
  char text[4 * PATH_MAX];
  snprintf(text, sizeof text,
           "#!/bin/sh\n'%s%s' \"$@\" || exit\nfor last; do :; done\n[ ! -e \"$last\" ] || cp \"$last\" '%s'\n",
           other ? other : bin, other ? "" : "/clgroup-cc", compiled);
  if (!clgroup_file_write(script, text, strlen(text)) || chmod(script, 0700) || setenv("CLGROUP_CC", script, 1))
    die("cannot write %s: %s", script, strerror(errno));
}

static void remove_folder(void) {
  clgroup_tree_remove(folder);
}

void ours_begin(void) {
  /* Of the caches of PoCL, Mesa, Intel's GPU driver and the layer, which else are in XDG_CACHE_HOME. */
  static const char *const variables[] = {"POCL_CACHE_DIR", "MESA_SHADER_CACHE_DIR", "NEO_CACHE_DIR",
                                          "CLGROUP_CACHE_DIR", "OPENCL_LAYERS"};
  char *bin = program_folder();
  snprintf(folder, sizeof folder - 32, "%s/../bench-XXXXXX", bin);
  if (!mkdtemp(folder))
    die("cannot make the folder %s: %s", folder, strerror(errno));
  atexit(remove_folder);
  snprintf(source, sizeof source, "%s/kernels.cl", folder);
  snprintf(binary, sizeof binary, "%s/binary", folder);
  snprintf(log_file, sizeof log_file, "%s/log", folder);
  snprintf(compiled, sizeof compiled, "%s/compiled", folder);
  snprintf(script, sizeof script, "%s/clgroup-cc", folder);
  write_script(bin);
  free(bin);
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    unsetenv(variables[i]);
  setenv("XDG_CACHE_HOME", folder, 1);
  setenv("CUDA_CACHE_DISABLE", "1", 1);
  setenv("CLGROUP_MODE", "off", 1); /* the layer may be installed for every application */
}

/* What failed, and the error in the child's log. */
static void explain(const char *what, char *why, size_t why_size) {
  char *output = clgroup_file_read(log_file, NULL);
  snprintf(why, why_size, "%s: %s", what, output ? error_line(output) : "");
  free(output);
}

/* Has `binary` build the source. */
static bool run(const struct wish *wish, char *why, size_t why_size) {
  const char *const words[] = {"/proc/self/exe", "binary", "--platform", wish->platform, "--device", wish->device,
                               "--source",       source,   "--binary",   binary,         NULL};
  pid_t process;
  const int error = clgroup_child_start_into(words, log_file, &process);
  if (error)
    die("cannot start %s: %s", words[0], strerror(error));
  const int status = clgroup_child_wait(process);
  if (!status)
    return true;
  if (WIFEXITED(status))
    explain("clgroup-bench binary fails", why, why_size);
  else
    snprintf(why, why_size, "clgroup-bench binary is killed by signal %d", WTERMSIG(status));
  return false;
}

cl_program ours_build(const struct device *d, const struct wish *wish, const char *layer, const char *text,
                      const char *route, const char *strategy, char *why, size_t why_size) {
  size_t size;
  cl_int status = CL_SUCCESS, loaded;
  setenv("OPENCL_LAYERS", layer, 1);
  setenv("CLGROUP_MODE", "always", 1);
  setenv("CLGROUP_TRIAL", "off", 1); /* values are checked here */
  setenv("CLGROUP_CACHE", "off", 1);
  setenv("CLGROUP_EXTENSIONS", "opencl_c_3.1", 1);
  setenv("CLGROUP_ROUTE", route, 1);
  setenv("CLGROUP_STRATEGY", strategy ? strategy : "auto", 1);
  if (!clgroup_file_write(source, text, strlen(text)))
    die("cannot write %s: %s", source, strerror(errno));
  remove(compiled);
  if (!run(wish, why, why_size))
    return NULL;
  /* By route link the layer may have tried clgroup-cc, to know which extensions it can offer. */
  const bool by_compile = !strcmp(route, "compile");
  if (by_compile && access(compiled, R_OK)) {
    explain("built by the driver, as clgroup-cc failed", why, why_size);
    return NULL;
  }
  unsigned char *bytes = clgroup_file_read(by_compile ? compiled : binary, &size);
  if (!bytes)
    die("cannot read %s: %s", by_compile ? compiled : binary, strerror(errno));
  const bool spirv = size > 4 && !memcmp(bytes, "\3\2\43\7", 4), bitcode = size > 4 && !memcmp(bytes, "BC", 2);
  cl_program program = spirv ? clCreateProgramWithIL(d->context, bytes, size, &status)
                             : clCreateProgramWithBinary(d->context, 1, &d->facts.id, &size,
                                                         (const unsigned char **)&bytes, &loaded, &status);
  free(bytes);
  return device_built(d, program, status, bitcode ? "-x spir -spir-std=1.2" : "", why, why_size);
}

int bench_binary(int count, char **arguments) {
  struct device device = {0};
  struct wish wish = {"", ""};
  const char *from = "", *to = "", *layer = getenv("OPENCL_LAYERS");
  char why[512];
  size_t size = 0;
  const struct argument own[] = {{"--source", .text = &from}, {"--binary", .text = &to}};
  bench_options(count, arguments, &wish, own, sizeof own / sizeof *own);
  alarm(300); /* so long at most */
  device_open(&device, &wish);
  if (!layer || !dlopen(layer, RTLD_LAZY | RTLD_NOLOAD))
    die("the OpenCL loader did not load the layer %s: is it a layer, and does the loader read OPENCL_LAYERS?", layer);
  char *text = clgroup_file_read(from, NULL);
  if (!text)
    die("cannot read %s: binary is only for clgroup-bench run", from);
  cl_program program = device_build(&device, text, why, sizeof why);
  if (!program)
    die("%s", why);
  cl_int status = clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
  unsigned char *bytes = take(size + 1);
  if (!status && size)
    status = clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL);
  if (status || !size)
    die("%s returned no binary of a program (error %d)", device.text, status);
  if (!clgroup_file_write(to, bytes, size))
    die("cannot write %s: %s", to, strerror(errno));
  free(bytes);
  free(text);
  return EXIT_SUCCESS;
}
