/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "common/device.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_PLATFORMS = 16, MAX_DEVICES = 16 };

static void say(const char *format, va_list args) {
  fflush(stdout);
  fprintf(stderr, "%s: error: ", program_name);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
}

void die(const char *format, ...) {
  va_list args;
  va_start(args, format);
  say(format, args);
  va_end(args);
  exit(EXIT_FAILURE);
}

void wrong_usage(const char *format, ...) {
  va_list args;
  va_start(args, format);
  say(format, args);
  va_end(args);
  exit(2);
}

void check(cl_int status, const char *call) {
  if (status != CL_SUCCESS)
    die("%s gives OpenCL error %d (see CL/cl.h)", call, status);
}

int wish_option(struct wish *wish, char **arguments, int *at) {
  const struct {
    const char *name, **value;
  } options[] = {{"--platform", &wish->platform},
                 {"--device", &wish->device},
                 {"--strategy", &wish->strategy},
                 {"--module", &wish->module}};
  for (int i = 0; i < 4; i++)
    if (!strcmp(arguments[*at], options[i].name)) {
      *options[i].value = arguments[++*at];
      if (!arguments[*at])
        wrong_usage("%s needs a name", options[i].name);
      return 1;
    }
  return 0;
}

static int contains(const char *text, const char *part) {
  size_t length = strlen(part);
  for (; strlen(text) >= length; text++)
    if (!strncasecmp(text, part, length))
      return 1;
  return 0;
}

/* A property that is a text; empty where the device does not know it. To be freed. */
static char *device_text(cl_device_id id, cl_device_info what) {
  size_t size = 0;
  if (clGetDeviceInfo(id, what, 0, NULL, &size) != CL_SUCCESS)
    size = 0;
  char *text = calloc(1, size + 1);
  if (!text)
    die("out of memory");
  if (size && clGetDeviceInfo(id, what, size, text, NULL) != CL_SUCCESS)
    *text = 0;
  return text;
}

static int has_word(const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *at = list; (at = strstr(at, word)); at += length)
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
      return 1;
  return 0;
}

/* How the device takes programs, and which strategy its hardware likes. */
static void describe(struct device *d, const char *strategy) {
  cl_device_type type = 0;
  cl_uint bits = 0;
  char *il = device_text(d->id, CL_DEVICE_IL_VERSION);
  char *extensions = device_text(d->id, CL_DEVICE_EXTENSIONS);
  check(clGetDeviceInfo(d->id, CL_DEVICE_TYPE, sizeof type, &type, NULL), "clGetDeviceInfo");
  check(clGetDeviceInfo(d->id, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, NULL), "clGetDeviceInfo");
  d->takes_spirv = strstr(il, "SPIR-V") != NULL;
  d->takes_spir = has_word(extensions, "cl_khr_spir");
  if (bits != 8 * sizeof(void *))
    die("%s (%s) has addresses of %u bits: the examples are compiled for %zu, as this program is", d->name, d->platform,
        bits, 8 * sizeof(void *));
  if (*d->module)
    d->strategy = "of --module"; /* clgroup-cc has chosen it */
  else if (*strategy)
    d->strategy = strategy;
  else if (type & CL_DEVICE_TYPE_CPU)
    d->strategy = "serial"; /* the driver runs a work-group as loops over its work-items */
  else if (has_word(extensions, "cl_khr_subgroup_shuffle") && has_word(il, "SPIR-V_1.3"))
    d->strategy = "subgroup";
  else
    d->strategy = "tree";
  free(il);
  free(extensions);
}

void device_open(struct device *d, const struct wish *wish) {
  cl_platform_id platforms[MAX_PLATFORMS];
  cl_uint platform_count = 0;
  char seen[2048] = "";
  memset(d, 0, sizeof *d);
  if (clGetPlatformIDs(MAX_PLATFORMS, platforms, &platform_count) != CL_SUCCESS)
    platform_count = 0;
  for (cl_uint p = 0; p < platform_count && p < MAX_PLATFORMS && !d->id; p++) {
    cl_device_id devices[MAX_DEVICES];
    cl_uint count = 0;
    clGetPlatformInfo(platforms[p], CL_PLATFORM_NAME, sizeof d->platform, d->platform, NULL);
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MAX_DEVICES, devices, &count) != CL_SUCCESS)
      count = 0;
    for (cl_uint i = 0; i < count && i < MAX_DEVICES && !d->id; i++) {
      clGetDeviceInfo(devices[i], CL_DEVICE_NAME, sizeof d->name, d->name, NULL);
      size_t used = strlen(seen);
      snprintf(seen + used, sizeof seen - used, "%s'%s' of '%s'", used ? ", " : "", d->name, d->platform);
      if (contains(d->platform, wish->platform) && contains(d->name, wish->device))
        d->id = devices[i];
    }
  }
  if (!*seen)
    die("there is no OpenCL device here: %s",
        platform_count ? "the installed drivers offer none (PoCL's must be able to write its cache, POCL_CACHE_DIR)"
                       : "install a driver (on Debian: apt-get install pocl-opencl-icd)");
  if (!d->id)
    die("no device fits --platform '%s' --device '%s': there is %s", wish->platform, wish->device, seen);
  d->module = wish->module;
  describe(d, wish->strategy);

  cl_int status;
  d->context = clCreateContext(NULL, 1, &d->id, NULL, NULL, &status);
  check(status, "clCreateContext");
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  d->queue = clCreateCommandQueueWithProperties(d->context, d->id, properties, &status);
  check(status, "clCreateCommandQueueWithProperties");
}

void device_close(struct device *d) {
  clReleaseCommandQueue(d->queue);
  clReleaseContext(d->context);
}

/* The whole file, to be freed. */
static unsigned char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file)
    die("cannot read %s (the example's own modules: build the target 'examples' first)", path);
  long end = fseek(file, 0, SEEK_END) ? -1 : ftell(file);
  unsigned char *bytes = end > 0 ? malloc((size_t)end) : NULL;
  rewind(file);
  if (!bytes || fread(bytes, 1, (size_t)end, file) != (size_t)end)
    die("cannot read %s", path);
  fclose(file);
  *size = (size_t)end;
  return bytes;
}

cl_program device_load(const struct device *d, const char *folder, const char *name) {
  char path[4096];
  size_t size;
  cl_int status;
  cl_program program;
  const int by_il = d->takes_spirv && !*d->module;
  if (!*d->module && !d->takes_spirv && !d->takes_spir)
    die("%s (%s) takes neither SPIR-V nor SPIR: compile %s.cl for it by clgroup-cc --target=, and name the result by "
        "--module",
        d->name, d->platform, name);
  snprintf(path, sizeof path, "%s/%s.%s.%s", folder, name, d->strategy, d->takes_spirv ? "spv" : "bc");
  if (*d->module)
    snprintf(path, sizeof path, "%s", d->module);
  unsigned char *module = read_file(path, &size);
  if (by_il)
    program = clCreateProgramWithIL(d->context, module, size, &status);
  else
    program = clCreateProgramWithBinary(d->context, 1, &d->id, &size, (const unsigned char **)&module, NULL, &status);
  free(module);
  check(status, by_il ? "clCreateProgramWithIL" : "clCreateProgramWithBinary");
  const char *options = by_il || *d->module ? "" : "-x spir -spir-std=1.2";
  if (clBuildProgram(program, 1, &d->id, options, NULL, NULL) != CL_SUCCESS) {
    size_t length = 0;
    clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &length);
    char *log = calloc(1, length + 1);
    if (log)
      clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, length, log, NULL);
    die("%s (%s) cannot build %s: %s", d->name, d->platform, path, log ? log : "");
  }
  return program;
}
