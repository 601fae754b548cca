/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-try DRIVER PLATFORM DEVICE VERSION ROUTE COMPILER: the layer's trial (lib/layer/decide/trial.h). It puts the
 * layer on the driver's file, without a loader, builds a small kernel by ROUTE and COMPILER ("": none), launches it,
 * and says on standard output that it begins, and then that the results are right, or the fault. Says nothing of a
 * fault that is not the library's. */
#define _GNU_SOURCE /* setenv */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>

#include "layer/decide/trial.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ODD = 7, GROUPS = 3, RIGHT = 15, UNTOUCHED = -1 };

/* Without loops. Each work-item compares its own results, so that a right one is always the same. */
static const char source[] =
    "kernel void clgroup_trial(global int *out) {\n"
    "  int i = (int)get_local_id(0), n = (int)get_local_size(0), odd = (int)get_group_id(0) & 1;\n"
    "  int all = work_group_all(odd && i == n - 1 ? 0 : i % 2 + 1), sum = work_group_reduce_add(i + odd);\n"
    "  int scan = work_group_scan_inclusive_add(i + 1), one = work_group_broadcast(3 * i + odd, (size_t)(n / 2));\n"
    "  out[get_global_id(0)] = ((all != 0) == !odd) | (sum == n * (n - 1) / 2 + odd * n) << 1 |\n"
    "                          (scan == (i + 1) * (i + 2) / 2) << 2 | (one == 3 * (n / 2) + odd) << 3;\n"
    "}\n";
static const char *const functions[] = {"work_group_all", "work_group_reduce_add", "work_group_scan_inclusive_add",
                                        "work_group_broadcast"};

/* By the driver's own table, then by the layer's. */
static const cl_icd_dispatch *cl;

/* The driver's table, and what the layer gets of it. That does not build the program on trial: what the layer cannot
 * build it leaves to the driver, whose own functions are not on trial. Nor does it compile for the linker on the trial
 * of route compile, by which the layer builds what clgroup-cc cannot. */
static const cl_icd_dispatch *whole;
static cl_icd_dispatch part;
static cl_program on_trial;

static cl_int CL_API_CALL build_others(cl_program program, cl_uint count, const cl_device_id *devices,
                                       const char *options, void(CL_CALLBACK *notify)(cl_program, void *), void *data) {
  return program == on_trial ? CL_BUILD_PROGRAM_FAILURE
                             : whole->clBuildProgram(program, count, devices, options, notify, data);
}

static cl_int CL_API_CALL compile_nothing(cl_program program, cl_uint count, const cl_device_id *devices,
                                          const char *options, cl_uint header_count, const cl_program *headers,
                                          const char **names, void(CL_CALLBACK *notify)(cl_program, void *),
                                          void *data) {
  (void)program, (void)count, (void)devices, (void)options, (void)header_count, (void)headers, (void)names,
      (void)notify;
  (void)data;
  return CL_COMPILE_PROGRAM_FAILURE;
}

static int fault(int status, const char *what, int number) {
  printf("clgroup-try: fault: %s %d\n", what, number);
  return status;
}

/* A driver's function, by which a loader finds it (cl_khr_icd). */
static clIcdGetPlatformIDsKHR_fn find_platforms(void *driver) {
  void *(CL_API_CALL * find)(const char *);
  clIcdGetPlatformIDsKHR_fn function;
  void *symbol = dlsym(driver, "clGetExtensionFunctionAddress");
  memcpy(&find, &symbol, sizeof find);
  symbol = symbol ? find("clIcdGetPlatformIDsKHR") : NULL;
  if (!symbol)
    symbol = dlsym(driver, "clIcdGetPlatformIDsKHR");
  memcpy(&function, &symbol, sizeof function);
  return function;
}

/* The layer keeps 127 characters of a name. */
static bool is(const char *text, const char *kept) {
  return !strncmp(text, kept, 127);
}

static bool is_device(cl_device_id device, cl_device_info what, const char *kept) {
  char text[256] = "";
  cl->clGetDeviceInfo(device, what, sizeof text, text, NULL);
  return is(text, kept);
}

/* The first device of these names: the layer does the same on all. */
static cl_device_id find_device(void *driver, const char *const *names) {
  enum { MOST = 64 };
  cl_platform_id platforms[MOST];
  cl_uint platform_count = 0, count = 0;
  clIcdGetPlatformIDsKHR_fn list = driver ? find_platforms(driver) : NULL;
  if (!list || list(MOST, platforms, &platform_count) != CL_SUCCESS)
    return NULL;
  for (cl_uint p = 0; p < platform_count && p < MOST; p++) {
    cl_device_id devices[MOST];
    char name[256] = "";
    memcpy(&cl, platforms[p], sizeof cl);
    cl->clGetPlatformInfo(platforms[p], CL_PLATFORM_NAME, sizeof name, name, NULL);
    if (!is(name, names[0]) ||
        cl->clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MOST, devices, &count) != CL_SUCCESS)
      continue;
    for (cl_uint i = 0; i < count && i < MOST; i++)
      if (is_device(devices[i], CL_DEVICE_NAME, names[1]) && is_device(devices[i], CL_DRIVER_VERSION, names[2]))
        return devices[i];
  }
  return NULL;
}

/* The layer beside this program. A driver's table has no length: the device's version says which entries it has. */
static bool add_layer(const char *self, const char *route, unsigned version) {
  char path[4096];
  const char *slash = strrchr(self, '/');
  snprintf(path, sizeof path, "%.*s/libclgroup-layer.so", slash ? (int)(slash - self) : 0, self);
  void *layer = dlopen(path, RTLD_NOW | RTLD_LOCAL), *symbol = layer ? dlsym(layer, "clInitLayer") : NULL;
  pfn_clInitLayer init;
  memcpy(&init, &symbol, sizeof init);
#define COUNT(last) (cl_uint)(offsetof(cl_icd_dispatch, last) / sizeof(void *) + 1)
  const cl_uint count = version >= 300   ? COUNT(clSetContextDestructorCallback)
                        : version >= 220 ? COUNT(clSetProgramSpecializationConstant)
                        : version >= 210 ? COUNT(clGetKernelSubGroupInfo)
                                         : COUNT(clGetExtensionFunctionAddressForPlatform);
  const size_t size = count * sizeof(void *);
  cl_uint given;
  whole = cl;
  memcpy(&part, whole, size);
  part.clBuildProgram = build_others;
  if (!strcmp(route, "compile"))
    part.clCompileProgram = compile_nothing;
  return symbol && init(count, &part, &given, &cl) == CL_SUCCESS;
}

static int compare(const int *out, size_t items, size_t size) {
  for (size_t i = 0; i < items; i++)
    for (int f = 0; f < 4; f++)
      if (out[i] != RIGHT && (out[i] == UNTOUCHED || !(out[i] >> f & 1))) {
        char text[128];
        snprintf(text, sizeof text, "%s is wrong in a work-group of", functions[f]);
        return fault(CLGROUP_TRY_FAULT, text, (int)size);
      }
  return CLGROUP_TRY_GOOD;
}

static int launch(cl_command_queue queue, cl_kernel kernel, cl_mem buffer, size_t size) {
  const size_t items = GROUPS * size;
  int *out = malloc(items * sizeof *out);
  cl_int error = out ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
  for (size_t i = 0; out && i < items; i++)
    out[i] = UNTOUCHED;
  if (error == CL_SUCCESS)
    error = cl->clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, items * sizeof *out, out, 0, NULL, NULL);
  if (error == CL_SUCCESS)
    error = cl->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &size, 0, NULL, NULL);
  if (error == CL_SUCCESS)
    error = cl->clFinish(queue);
  if (error == CL_SUCCESS)
    error = cl->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, items * sizeof *out, out, 0, NULL, NULL);
  const int status = error == CL_SUCCESS ? compare(out, items, size)
                     : error == CL_OUT_OF_HOST_MEMORY || error == CL_MEM_OBJECT_ALLOCATION_FAILURE
                         ? CLGROUP_TRY_PASSING
                         : fault(CLGROUP_TRY_FAULT, "a small kernel with them cannot be launched: error", error);
  free(out);
  return status;
}

static int try(cl_device_id device, unsigned version) {
  const char *text = source, *options = version >= 300 ? "-cl-std=CL3.0" : version >= 200 ? "-cl-std=CL2.0" : "";
  cl_int error = CL_SUCCESS;
  size_t most = 0, sizes[16] = {0};
  cl_context context = cl->clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  cl_command_queue queue = context ? cl->clCreateCommandQueue(context, device, 0, &error) : NULL;
  cl->clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, NULL);
  cl->clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, NULL);
  if (*sizes && *sizes < most)
    most = *sizes;
  cl_mem buffer =
      queue ? cl->clCreateBuffer(context, CL_MEM_READ_WRITE, GROUPS * (most + ODD) * sizeof(cl_int), NULL, &error)
            : NULL;
  if (!buffer)
    return CLGROUP_TRY_PASSING;
  puts("clgroup-try: begins");
  cl_program program = cl->clCreateProgramWithSource(context, 1, &text, NULL, &error);
  on_trial = program;
  error = program ? cl->clBuildProgram(program, 1, &device, options, NULL, NULL) : error;
  cl_kernel kernel = error == CL_SUCCESS ? cl->clCreateKernel(program, "clgroup_trial", &error) : NULL;
  if (kernel)
    error = cl->clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  if (!kernel || error != CL_SUCCESS)
    return fault(CLGROUP_TRY_PASSING, "a small kernel with them cannot be built: error", error);
  size_t own = most;
  cl->clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof own, &own, NULL);
  if (own < most)
    most = own;
  int status = launch(queue, kernel, buffer, most);
  if (status == CLGROUP_TRY_GOOD && most > ODD)
    status = launch(queue, kernel, buffer, ODD);
  if (status == CLGROUP_TRY_GOOD)
    puts("clgroup-try: right");
  return status;
}

int main(int argc, char **argv) {
  if (argc != 7)
    return CLGROUP_TRY_NOT_POSSIBLE;
  /* Each line arrives, whatever comes of the driver afterwards. */
  setvbuf(stdout, NULL, _IOLBF, 0);
  unsetenv("CLGROUP_MARK");
  if (setenv("CLGROUP_MODE", "always", 1) || setenv("CLGROUP_TRIAL", "off", 1) || setenv("CLGROUP_ROUTE", argv[5], 1) ||
      setenv("CLGROUP_LOG", "errors", 1) || (*argv[6] && setenv("CLGROUP_CC", argv[6], 1)))
    return CLGROUP_TRY_NOT_POSSIBLE;
  cl_device_id device = find_device(dlopen(argv[1], RTLD_NOW | RTLD_LOCAL), (const char *const *)argv + 2);
  char text[128] = "";
  unsigned major = 0, minor = 0;
  if (device)
    cl->clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof text, text, NULL);
  if (sscanf(text, "OpenCL %u.%u", &major, &minor) != 2 || !add_layer(argv[0], argv[5], 100 * major + 10 * minor))
    return CLGROUP_TRY_NOT_POSSIBLE;
  int status = try(device, 100 * major + 10 * minor);
  fflush(stdout);
  /* What the driver does at the end of a process is not on trial. */
  _Exit(status);
}
