/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* strcasestr */
#include "app.h"

#include "base/list.h"

#include "base/files.h"

#include "tool/devices.h"

#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void say(const char *what, const struct app *a, const char *format, va_list arguments) {
  printf("%s: %s: ", what, a->name);
  vprintf(format, arguments);
  printf("\n");
  fflush(stdout);
}

/* Without the driver's own clean-up, which may hang after an error. */
void app_fail(const struct app *a, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say("fail", a, format, arguments);
  va_end(arguments);
  _exit(APP_FAILED);
}

void app_skip(const struct app *a, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say("skip", a, format, arguments);
  va_end(arguments);
  _exit(APP_SKIPPED);
}

void app_needs_layer(const struct app *a) {
  if (!a->layer)
    app_skip(a, "only the layer promises it");
}

void app_needs_version(const struct app *a, unsigned version, const char *what) {
  if (a->opencl < version)
    app_skip(a, "%s: new in OpenCL %u.%u", what, version / 100, version / 10 % 10);
}

void app_needs_extension(const struct app *a, const char *extension) {
  if (!app_has_extension(a, extension))
    app_skip(a, "the device does not list %s (CLGROUP_EXTENSIONS)", extension);
}

void app_needs_other_route(const struct app *a, const char *route, const char *why) {
  const char *set = getenv("CLGROUP_ROUTE");
  if (set && !strcmp(set, route) && strstr(a->platform_name, "Portable"))
    app_skip(a, "%s", why);
}

void app_must(const struct app *a, cl_int error, const char *step) {
  if (error)
    app_fail(a, "%s gives error %d", step, error);
}

void app_gives(const struct app *a, cl_int error, cl_int wanted, const char *step) {
  if (error != wanted)
    app_fail(a, "%s gives error %d, not %d", step, error, wanted);
}

/* ---- for ask.c ---- */

static const cl_icd_dispatch direct = {.clGetProgramInfo = clGetProgramInfo,
                                       .clGetProgramBuildInfo = clGetProgramBuildInfo,
                                       .clGetKernelInfo = clGetKernelInfo,
                                       .clGetKernelWorkGroupInfo = clGetKernelWorkGroupInfo,
                                       .clCreateProgramWithBinary = clCreateProgramWithBinary};
const cl_icd_dispatch *cl = &direct;

/* The case that runs in this process. */
static const struct app *current;

void ask_failed(const char *call, cl_int error) {
  app_fail(current, "%s gives error %d", call, error);
}

void *app_allocate(size_t size) {
  void *memory = calloc(1, size ? size : 1);
  if (!memory)
    abort();
  return memory;
}

/* ---- the device ---- */

static bool find_platform(cl_platform_id platform, cl_device_id device, unsigned index, void *argument) {
  struct app *a = argument;
  (void)index;
  a->platform = platform;
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof a->platform_name, a->platform_name, NULL);
  if (!strcasestr(a->platform_name, a->wanted))
    return false;
  clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof a->device_name - 1, a->device_name, NULL);
  if (!strcasestr(a->device_name, a->wanted_device))
    return false;
  a->device = device;
  return true;
}

const char *app_open(struct app *a) {
  unsigned major = 0, minor = 0;
  cl_int error;
  current = a;
  each_device(find_platform, a);
  if (!a->device)
    return "no OpenCL device on such a platform";
  char *text = app_device_text(a, CL_DEVICE_VERSION);
  if (sscanf(text, "OpenCL %u.%u", &major, &minor) == 2)
    a->opencl = major * 100 + minor * 10;
  free(text);
  text = app_device_text(a, CL_DRIVER_VERSION);
  a->driver = (unsigned)strtoul(text, NULL, 10);
  free(text);
  text = app_device_text(a, CL_DEVICE_IL_VERSION);
  a->il = strstr(text, "SPIR-V_");
  free(text);
  snprintf(a->standard, sizeof a->standard, "-cl-std=%s",
           a->opencl >= 300   ? "CL3.0"
           : a->opencl >= 200 ? "CL2.0"
                              : "CL1.2");
  a->context = clCreateContext(NULL, 1, &a->device, NULL, NULL, &error);
  if (!a->context)
    return "clCreateContext fails";
  a->queue = app_queue(a, a->context, a->device);
  return NULL;
}

struct app app_elsewhere(const struct app *a, unsigned count, const cl_device_id *devices) {
  struct app other = *a;
  cl_int error;
  other.context = clCreateContext(NULL, count, devices, NULL, NULL, &error);
  app_must(a, error, "clCreateContext");
  other.device = *devices;
  other.queue = app_queue(a, other.context, *devices);
  return other;
}

cl_command_queue app_queue(const struct app *a, cl_context context, cl_device_id device) {
  cl_int error;
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  app_must(a, error, "clCreateCommandQueue");
  return queue;
}

cl_ulong app_device_number(const struct app *a, cl_device_info what) {
  cl_ulong number = 0;
  clGetDeviceInfo(a->device, what, sizeof number, &number, NULL);
  return number;
}

char *app_device_text(const struct app *a, cl_device_info what) {
  size_t size = 0;
  if (clGetDeviceInfo(a->device, what, 0, NULL, &size) != CL_SUCCESS)
    size = 0;
  char *text = app_allocate(size + 1);
  if (size)
    clGetDeviceInfo(a->device, what, size, text, NULL);
  return text;
}

bool app_has_extension(const struct app *a, const char *extension) {
  char *list = app_device_text(a, CL_DEVICE_EXTENSIONS);
  const bool has = clgroup_list_has(list, extension);
  free(list);
  return has;
}

/* ---- programs ---- */

const char *app_options(struct app *a, const char *format, ...) {
  va_list arguments;
  int length = snprintf(a->text, sizeof a->text, "%s ", a->standard);
  va_start(arguments, format);
  vsnprintf(a->text + length, sizeof a->text - (size_t)length, format, arguments);
  va_end(arguments);
  return a->text;
}

cl_program app_source(const struct app *a, const char *text) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(a->context, 1, &text, NULL, &error);
  app_must(a, error, "clCreateProgramWithSource");
  return program;
}

char *app_log(const struct app *a, cl_program program) {
  return ask_build(program, a->device, CL_PROGRAM_BUILD_LOG, NULL);
}

void app_status(const struct app *a, cl_program program, cl_build_status wanted) {
  const cl_build_status status = ask_status(program, a->device);
  if (status != wanted)
    app_fail(a, "the build status is %d, not %d", status, wanted);
}

void app_build(const struct app *a, cl_program program, const char *options) {
  cl_int error = clBuildProgram(program, 0, NULL, options, NULL, NULL);
  if (error)
    app_fail(a, "clBuildProgram gives error %d with options '%s'\n%.2000s", error, options ? options : "",
             app_log(a, program));
}

cl_program app_program(const struct app *a, const char *text, const char *options) {
  cl_program program = app_source(a, text);
  app_build(a, program, options);
  return program;
}

void app_compile(const struct app *a, cl_program program, const char *options, unsigned count,
                 const cl_program *headers, const char **names) {
  const cl_int error = clCompileProgram(program, 0, NULL, options, count, headers, names, NULL, NULL);
  if (error)
    app_fail(a, "clCompileProgram gives error %d\n%.2000s", error, app_log(a, program));
}

cl_program app_object(const struct app *a, const char *text, const char *options) {
  cl_program program = app_source(a, text);
  cl_int error = clCompileProgram(program, 1, &a->device, options, 0, NULL, NULL, NULL, NULL);
  if (error)
    app_fail(a, "clCompileProgram gives error %d\n%.2000s", error, app_log(a, program));
  return program;
}

cl_program app_link(const struct app *a, const char *options, unsigned count, const cl_program *objects) {
  cl_int error;
  cl_program program = clLinkProgram(a->context, 1, &a->device, options, count, objects, NULL, NULL, &error);
  if (error || !program)
    app_fail(a, "clLinkProgram gives error %d\n%.2000s", error, program ? app_log(a, program) : "(no program)");
  return program;
}

cl_program app_reloaded(const struct app *a, cl_program program) {
  size_t size;
  unsigned char *data = ask_binary(program, &size);
  cl_program again = ask_from_binary(a->context, a->device, data, size);
  free(data);
  return again;
}

cl_kernel app_kernel(const struct app *a, cl_program program, const char *name) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, name, &error);
  if (error)
    app_fail(a, "clCreateKernel of %s gives error %d", name, error);
  return kernel;
}

/* ---- launches ---- */

static int input(int i) {
  return (i * 7 + i / 5) % 23 - 6;
}

int app_same(const int *x, int n, int rank) {
  (void)n;
  return x[rank];
}

int app_scan(const int *x, int n, int rank) {
  int sum = 0;
  (void)n;
  for (int i = 0; i <= rank; i++)
    sum += x[i];
  return sum;
}

int app_sum(const int *x, int n, int rank) {
  (void)rank;
  return app_scan(x, n, n - 1);
}

int app_largest(const int *x, int n, int rank) {
  int most = x[0];
  (void)rank;
  for (int i = 1; i < n; i++)
    if (x[i] > most)
      most = x[i];
  return most;
}

cl_mem app_buffer(const struct app *a, size_t size, const void *data) {
  void *zeros = app_allocate(size);
  cl_int error;
  cl_mem buffer = clCreateBuffer(a->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size,
                                 data ? (void *)(uintptr_t)data : zeros, &error);
  app_must(a, error, "clCreateBuffer");
  free(zeros);
  return buffer;
}

cl_int app_fill(const struct app *a, cl_kernel kernel, size_t items, const size_t *local, cl_int *out) {
  const size_t bytes = items * sizeof *out;
  cl_mem to = app_buffer(a, bytes, NULL);
  cl_int error = clSetKernelArg(kernel, 0, sizeof to, &to);
  error = error ? error : clEnqueueNDRangeKernel(a->queue, kernel, 1, NULL, &items, local, 0, NULL, NULL);
  error = error ? error : clEnqueueReadBuffer(a->queue, to, CL_TRUE, 0, bytes, out, 0, NULL, NULL);
  clReleaseMemObject(to);
  return error;
}

cl_int app_launch(const struct app *a, cl_kernel kernel, cl_int out[APP_ITEMS]) {
  const size_t items = APP_ITEMS, local = APP_LOCAL, bytes = APP_ITEMS * sizeof(cl_int);
  cl_int in[APP_ITEMS], error;
  for (int i = 0; i < APP_ITEMS; i++)
    in[i] = input(i), out[i] = 0x5ca1ab1e;
  cl_mem from = app_buffer(a, bytes, in), to = app_buffer(a, bytes, out);
  error = clSetKernelArg(kernel, 0, sizeof from, &from);
  error = error ? error : clSetKernelArg(kernel, 1, sizeof to, &to);
  error = error ? error : clEnqueueNDRangeKernel(a->queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL);
  error = error ? error : clEnqueueReadBuffer(a->queue, to, CL_TRUE, 0, bytes, out, 0, NULL, NULL);
  clReleaseMemObject(from);
  clReleaseMemObject(to);
  return error;
}

void app_judge(const struct app *a, const cl_int out[APP_ITEMS], app_expectation *expected, int factor) {
  for (int group = 0; group < APP_GROUPS; group++) {
    int x[APP_LOCAL];
    for (int i = 0; i < APP_LOCAL; i++)
      x[i] = input(group * APP_LOCAL + i);
    for (int i = 0; i < APP_LOCAL; i++) {
      int got = out[group * APP_LOCAL + i], wanted = factor * expected(x, APP_LOCAL, i);
      if (got != wanted)
        app_fail(a, "wrong result: expected %d, got %d (0x%x) at rank %d of work-group %d", wanted, got, (unsigned)got,
                 i, group);
    }
  }
}

void app_expect(const struct app *a, cl_kernel kernel, app_expectation *expected, int factor) {
  cl_int out[APP_ITEMS];
  app_must(a, app_launch(a, kernel, out), "the launch");
  app_judge(a, out, expected, factor);
}

void app_right(const struct app *a, cl_program program, const char *name, app_expectation *expected) {
  cl_kernel kernel = app_kernel(a, program, name);
  app_expect(a, kernel, expected, 1);
  app_must(a, clReleaseKernel(kernel), "clReleaseKernel");
}

void app_text(struct app *a, const char *text, const char *options, app_expectation *expected) {
  cl_program program = app_program(a, text, options);
  app_right(a, program, "k", expected);
  app_must(a, clReleaseProgram(program), "clReleaseProgram");
}

/* ---- processes and files ---- */

int app_run(const struct app *a, const char *option, const char *value) {
  char *command[] = {(char *)"/proc/self/exe", (char *)"--platform", (char *)a->wanted, (char *)"--device",
                     (char *)a->wanted_device, (char *)option,       (char *)value,     NULL};
  pid_t child;
  int status = -1;
  if (posix_spawn(&child, command[0], NULL, NULL, command, environ) || waitpid(child, &status, 0) != child)
    app_fail(a, "cannot start another process");
  return status;
}

char *app_path(const struct app *a, const char *name) {
  size_t size = strlen(a->folder) + strlen(name) + 2;
  char *path = app_allocate(size);
  snprintf(path, size, "%s/%s", a->folder, name);
  return path;
}

void app_write(const struct app *a, const char *path, const void *data, size_t size) {
  if (!clgroup_file_write(path, data, size))
    app_fail(a, "cannot write %s", path);
}

void *app_read(const struct app *a, const char *path, size_t *size) {
  void *data = clgroup_file_read(path, size);
  if (!data)
    app_fail(a, "cannot read %s", path);
  return data;
}
