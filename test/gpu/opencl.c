/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The section of NVIDIA's OpenCL: what it reports, what it takes, and how fast its own functions are beside ours. The
 * loader need not be installed: each OpenCL object begins with its driver's table of functions. */
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

static void print_text(const struct opencl *o, const char *what, cl_device_info name) {
  size_t size = 0;
  if (o->api->clGetDeviceInfo(o->device, name, 0, NULL, &size)) {
    printf("| %s | it knows no such query |\n", what);
    return;
  }
  char *text = allocate(size + 1);
  o->api->clGetDeviceInfo(o->device, name, size, text, NULL);
  printf("| %s | %s |\n", what, *text ? text : "none");
  free(text);
}

static void print_number(const struct opencl *o, const char *what, cl_device_info name) {
  unsigned char value[16] = {0};
  size_t size = 0;
  unsigned long long number = 0;
  if (o->api->clGetDeviceInfo(o->device, name, sizeof value, value, &size) || size > sizeof number) {
    printf("| %s | it knows no such query |\n", what);
    return;
  }
  memcpy(&number, value, size);
  printf("| %s | %llu |\n", what, number);
}

static void print_device(const struct opencl *o) {
  const struct {
    const char *what;
    cl_device_info name;
    bool text;
  } rows[] = {{"device", CL_DEVICE_NAME, true},
              {"version", CL_DEVICE_VERSION, true},
              {"OpenCL C", CL_DEVICE_OPENCL_C_VERSION, true},
              {"driver", CL_DRIVER_VERSION, true},
              {"extensions", CL_DEVICE_EXTENSIONS, true},
              {"IL versions", CL_DEVICE_IL_VERSION, true},
              {"work-group collective functions", CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, false},
              {"non-uniform work-groups", CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, false},
              {"sub-groups in a work-group", CL_DEVICE_MAX_NUM_SUB_GROUPS, false},
              {"largest work-group", CL_DEVICE_MAX_WORK_GROUP_SIZE, false},
              {"linker", CL_DEVICE_LINKER_AVAILABLE, false}};
  printf("| | |\n|---|---|\n");
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
    (rows[i].text ? print_text : print_number)(o, rows[i].what, rows[i].name);
  printf("\n");
}

/* Builds a program, and says whether that went well. Returns it, or NULL. */
static cl_program built(const struct opencl *o, const char *what, cl_program program, cl_int error,
                        const char *options) {
  if (program)
    error = o->api->clBuildProgram(program, 1, &o->device, options, NULL, NULL);
  if (!error) {
    printf("| %s | yes |\n", what);
    return program;
  }
  static char log[4096];
  *log = 0;
  if (program) {
    o->api->clGetProgramBuildInfo(program, o->device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    o->api->clReleaseProgram(program);
  }
  for (char *c = log; *c; c++)
    if (*c == '\n' || *c == '|')
      *c = ' ';
  printf("| %s | no: error %d %.300s |\n", what, error, log);
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
    printf("| %s | not prepared |\n", what);
    return NULL;
  }
  const unsigned char *binary = (const unsigned char *)data;
  cl_program program = o->api->clCreateProgramWithBinary(o->context, 1, &o->device, &size, &binary, &status, &error);
  program = built(o, what, program, error, "");
  free(data);
  return program;
}

static void try_il(const struct opencl *o) {
  size_t size = 0;
  cl_int error;
  char *il = prepared_file("timings.spv", &size);
  static const char what[] = "SPIR-V, by clCreateProgramWithIL";
  if (!il) {
    printf("| %s | not prepared |\n", what);
    return;
  }
  cl_program program = o->api->clCreateProgramWithIL ? o->api->clCreateProgramWithIL(o->context, il, size, &error)
                                                     : (error = CL_INVALID_OPERATION, NULL);
  program = built(o, what, program, error, "");
  if (program)
    o->api->clReleaseProgram(program);
  free(il);
}

/* Links two programs that the driver compiles. It is not asked to link one with PTX: driver 580 ends the process then.
 */
static void try_link(const struct opencl *o) {
  const char *texts[2] = {"int twice(int x);\nint twice(int x) { return 2 * x; }\n",
                          "int twice(int x);\nkernel void k(global int *x) { *x = twice(*x); }\n"};
  cl_program objects[2] = {NULL, NULL}, linked = NULL;
  cl_int error = CL_SUCCESS;
  for (int i = 0; i < 2 && !error; i++) {
    objects[i] = o->api->clCreateProgramWithSource(o->context, 1, texts + i, NULL, &error);
    if (!error)
      error = o->api->clCompileProgram(objects[i], 1, &o->device, "", 0, NULL, NULL, NULL, NULL);
  }
  if (!error)
    linked = o->api->clLinkProgram(o->context, 1, &o->device, "", 2, objects, NULL, NULL, &error);
  if (error)
    printf("| clLinkProgram of source and source | no: error %d |\n", error);
  else
    printf("| clLinkProgram of source and source | yes |\n");
  if (linked)
    o->api->clReleaseProgram(linked);
  for (int i = 0; i < 2; i++)
    if (objects[i])
      o->api->clReleaseProgram(objects[i]);
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
    printf("\nNothing was timed: there are no buffers: error %d\n", error);
    return;
  }
  printf("\nCalls one after another, as above, in work-groups enough for 64 processors: time for a call of all of "
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
  printf("| what it takes | |\n|---|---|\n");
  cl_program programs[2] = {from_source(&o, "OpenCL C that calls work-group functions", source, "-cl-std=CL3.0"), NULL};
  /* PTX of the GPU's architecture and of older ones, as clgroup-cc writes it for this driver and for CUDA. The first
   * that it takes is timed. */
  for (unsigned i = PREPARED_ARCHITECTURES; i--;)
    for (int form = 0; form < 2; form++) {
      static const char *const forms[] = {"opencl", "timings"};
      char name[64], what[128];
      if (strcmp(prepared_architectures[i], run.architecture) > 0)
        continue;
      snprintf(name, sizeof name, "%s/%s.ptx", prepared_architectures[i], forms[form]);
      snprintf(what, sizeof what, "PTX of %s%s, by clCreateProgramWithBinary", prepared_architectures[i],
               form ? " for CUDA" : "");
      cl_program program = from_binary(&o, what, name);
      if (program && !programs[1])
        programs[1] = program;
      else if (program)
        o.api->clReleaseProgram(program);
    }
  try_il(&o);
  try_link(&o);
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
