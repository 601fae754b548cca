/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The section of NVIDIA's OpenCL: how fast its own functions, which it does not report, are beside ours. The loader
 * need not be installed: each OpenCL object begins with its driver's table of functions. */
#include "run.h"

#include "base/files.h"
#include "text.h"

#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct opencl {
  const cl_icd_dispatch *api;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
};

static const cl_icd_dispatch *dispatch(cl_platform_id platform) {
  return *(const cl_icd_dispatch *const *)(const void *)platform;
}

/* The platforms of the loader, or else of NVIDIA's driver. */
static cl_uint platforms(cl_platform_id *list, cl_uint most, char **why) {
  void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  cl_int (*get)(cl_uint, cl_platform_id *, cl_uint *) = NULL;
  cl_uint count = 0;
  void *function = library ? dlsym(library, "clGetPlatformIDs") : NULL;
  if (!library) {
    library = dlopen("libnvidia-opencl.so.1", RTLD_NOW | RTLD_LOCAL);
    void *extension = library ? dlsym(library, "clGetExtensionFunctionAddress") : NULL;
    void *(*address)(const char *) = NULL;
    memcpy(&address, &extension, sizeof extension);
    function = address ? address("clIcdGetPlatformIDsKHR") : NULL;
  }
  memcpy(&get, &function, sizeof function);
  if (!get)
    text_add(why, "neither libOpenCL.so.1 nor libnvidia-opencl.so.1 is there");
  else if (get(most, list, &count) || !count)
    text_add(why, "OpenCL has no platforms here");
  return count < most ? count : most;
}

static bool open_opencl(struct opencl *o, char **why) {
  cl_platform_id list[16];
  cl_uint count = platforms(list, 16, why);
  cl_int error = CL_SUCCESS;
  for (cl_uint i = 0; i < count && !o->device; i++) {
    char name[256] = "";
    o->api = dispatch(list[i]);
    o->api->clGetPlatformInfo(list[i], CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
    if (strstr(name, run.platform))
      o->api->clGetDeviceIDs(list[i], CL_DEVICE_TYPE_ALL, 1, &o->device, NULL);
  }
  if (!o->device) {
    if (!*why)
      text_add(why, "none of OpenCL's %u platforms is %s's", count, run.platform);
    return false;
  }
  o->context = o->api->clCreateContext(NULL, 1, &o->device, NULL, NULL, &error);
  if (o->context)
    o->queue = o->api->clCreateCommandQueue(o->context, o->device, CL_QUEUE_PROFILING_ENABLE, &error);
  if (!o->queue)
    text_add(why, "there is no context or queue: error %d", error);
  return o->queue != NULL;
}

static void print_device(const struct opencl *o) {
  char name[256] = "", version[256] = "", driver[256] = "";
  o->api->clGetDeviceInfo(o->device, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
  o->api->clGetDeviceInfo(o->device, CL_DEVICE_VERSION, sizeof version - 1, version, NULL);
  o->api->clGetDeviceInfo(o->device, CL_DRIVER_VERSION, sizeof driver - 1, driver, NULL);
  printf("%s, %s, driver %s.\n\n", name, version, driver);
}

/* Builds a program. Returns it, or NULL after a line that says why. */
static cl_program built(const struct opencl *o, const char *what, cl_program program, cl_int error,
                        const char *options) {
  static char log[4096];
  *log = 0;
  if (program)
    error = o->api->clBuildProgram(program, 1, &o->device, options, NULL, NULL);
  if (!error)
    return program;
  if (program) {
    o->api->clGetProgramBuildInfo(program, o->device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    o->api->clReleaseProgram(program);
  }
  printf("It does not take %s: error %d %.*s\n\n", what, error, (int)strcspn(log, "\n"), log);
  return NULL;
}

static char *prepared_file(const char *name, size_t *size) {
  char *path = NULL;
  text_add(&path, "%s/%s", run.folder, name);
  char *data = clgroup_file_read(path, size);
  free(path);
  return data;
}

static cl_program from_source(const struct opencl *o, const char *what, const char *text, const char *options) {
  cl_int error;
  cl_program program = o->api->clCreateProgramWithSource(o->context, 1, &text, NULL, &error);
  return built(o, what, program, error, options);
}

static cl_program from_binary(const struct opencl *o, const char *what, const char *name) {
  size_t size = 0;
  cl_int error, status;
  char *data = prepared_file(name, &size);
  if (!data) {
    printf("%s is not prepared.\n\n", what);
    return NULL;
  }
  const unsigned char *binary = (const unsigned char *)data;
  cl_program program = o->api->clCreateProgramWithBinary(o->context, 1, &o->device, &size, &binary, &status, &error);
  program = built(o, what, program, error, "");
  free(data);
  return program;
}

/* Nanoseconds of a launch; negative: it fails. */
static double launch(const struct opencl *o, cl_kernel kernel, const struct timed *t, struct timed_work w) {
  size_t global = w.items, local = t->size;
  cl_event event;
  cl_ulong from = 0, to = 0;
  if (o->api->clEnqueueNDRangeKernel(o->queue, kernel, 1, NULL, &global, &local, 0, NULL, &event))
    return -1;
  bool good = !o->api->clWaitForEvents(1, &event) &&
              !o->api->clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof from, &from, NULL) &&
              !o->api->clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof to, &to, NULL);
  o->api->clReleaseEvent(event);
  return good ? (double)(to - from) : -1;
}

/* Prints the time of a call of the driver's own function, and ours in multiples. */
static void time_case(const struct opencl *o, cl_program programs[2], const struct timed *t, cl_mem in, cl_mem out) {
  struct timed_work w = timed_work(t, true, 64, run.quick);
  cl_kernel kernels[2] = {0};
  double times[2][TIMED_RUNS], median[2] = {-1, -1};
  unsigned runs = run.quick ? 1 : TIMED_RUNS;
  char name[64];
  cl_int error;
  timed_name(t, true, name);
  for (int i = 0; i < 2; i++)
    if (programs[i]) {
      kernels[i] = o->api->clCreateKernel(programs[i], name, &error);
      if (kernels[i] &&
          (o->api->clSetKernelArg(kernels[i], 0, sizeof in, &in) ||
           o->api->clSetKernelArg(kernels[i], 1, sizeof out, &out) ||
           o->api->clSetKernelArg(kernels[i], 2, sizeof w.rounds, &w.rounds) || launch(o, kernels[i], t, w) < 0)) {
        o->api->clReleaseKernel(kernels[i]);
        kernels[i] = NULL;
      }
    }
  for (unsigned r = 0; r < runs; r++)
    for (int i = 0; i < 2; i++)
      if (kernels[i])
        times[i][r] = launch(o, kernels[i], t, w);
  printf("| %s | %s | %u", t->function, t->type, t->size);
  for (int i = 0; i < 2; i++)
    if (kernels[i]) {
      median[i] = timed_median(times[i], runs);
      o->api->clReleaseKernel(kernels[i]);
    }
  for (int i = 0; i < 2; i++)
    if (median[i] < 0)
      printf(" | -");
    else
      printf(" | %.1f ns", median[i] / w.rounds);
  printf(" |\n");
}

static void time_functions(const struct opencl *o, cl_program programs[2]) {
  size_t bytes = 0;
  cl_int error;
  for (unsigned i = 0; i < TIMED; i++) {
    struct timed t = timed_case(i);
    size_t needed = timed_work(&t, true, 64, run.quick).items * t.bytes;
    if (needed > bytes)
      bytes = needed;
  }
  int *data = allocate(bytes);
  for (size_t i = 0; i < bytes / sizeof *data; i++)
    data[i] = (int)(i % 1000);
  cl_mem in = o->api->clCreateBuffer(o->context, CL_MEM_COPY_HOST_PTR, bytes, data, &error);
  cl_mem out = o->api->clCreateBuffer(o->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
  free(data);
  if (!in || !out) {
    printf("Nothing was timed: there are no buffers: error %d\n", error);
    return;
  }
  printf("Calls one after another, as above, in work-groups enough for 64 processors: time for a call of all of "
         "them.\n\n"
         "| function | type | size | its own | ours |\n|---|---|---|---|---|\n");
  for (unsigned i = 0; i < TIMED; i++) {
    struct timed t = timed_case(i);
    time_case(o, programs, &t, in, out);
  }
  o->api->clReleaseMemObject(in);
  o->api->clReleaseMemObject(out);
}

int section_opencl(void) {
  struct opencl o = {0};
  char *why = NULL, *source = prepared_file("timings.cl", NULL);
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* what was found is kept if the driver ends the process */
  /* The PTX is for this GPU. */
  if (!run_open(&run, &why) || !open_opencl(&o, &why) || !source) {
    printf("Not tried: %s.\n", why ? why : "timings.cl is not in the prepared folder");
    free(why);
    free(source);
    return 0;
  }
  print_device(&o);
  char name[64];
  snprintf(name, sizeof name, "%s/opencl.ptx", run.architecture);
  cl_program programs[2] = {from_source(&o, "OpenCL C that calls work-group functions", source, "-cl-std=CL3.0"),
                            from_binary(&o, "clgroup-cc's PTX", name)};
  if (programs[0] || programs[1])
    time_functions(&o, programs);
  free(source);
  for (int i = 0; i < 2; i++)
    if (programs[i])
      o.api->clReleaseProgram(programs[i]);
  o.api->clReleaseCommandQueue(o.queue);
  o.api->clReleaseContext(o.context);
  return 0;
}
