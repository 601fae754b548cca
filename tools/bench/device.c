#include "bench/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_PLATFORMS = 16, MAX_DEVICES = 16 };

static bool contains(const char *text, const char *part) {
  size_t length = strlen(part);
  for (; strlen(text) >= length && *text; text++)
    if (!strncasecmp(text, part, length))
      return true;
  return !length;
}

static void describe(struct device *d) {
  char version[128] = "";
  unsigned major = 0, minor = 0;
  cl_bool flag = CL_FALSE;
  clGetDeviceInfo(d->id, CL_DRIVER_VERSION, sizeof d->driver - 1, d->driver, NULL);
  clGetDeviceInfo(d->id, CL_DEVICE_VERSION, sizeof version - 1, version, NULL);
  if (sscanf(version, "OpenCL %u.%u", &major, &minor) != 2)
    major = 0;
  d->standard = major >= 3 ? "-cl-std=CL3.0" : "-cl-std=CL2.0";
  d->has_functions = major == 2;
  if (major >= 3 &&
      clGetDeviceInfo(d->id, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof flag, &flag, NULL) == CL_SUCCESS)
    d->has_functions = flag != CL_FALSE;
}

/* Calls visit() for each device until it returns true, which it then returns too. */
static bool each_device(bool (*visit)(struct device *, void *), void *argument) {
  cl_platform_id platforms[MAX_PLATFORMS];
  cl_uint platform_count = 0;
  if (clGetPlatformIDs(MAX_PLATFORMS, platforms, &platform_count) != CL_SUCCESS)
    return false;
  for (cl_uint p = 0; p < platform_count && p < MAX_PLATFORMS; p++) {
    cl_device_id ids[MAX_DEVICES];
    cl_uint count = 0;
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MAX_DEVICES, ids, &count) != CL_SUCCESS)
      continue;
    for (cl_uint i = 0; i < count && i < MAX_DEVICES; i++) {
      struct device d = {.id = ids[i]};
      clGetPlatformInfo(platforms[p], CL_PLATFORM_NAME, sizeof d.platform - 1, d.platform, NULL);
      clGetDeviceInfo(ids[i], CL_DEVICE_NAME, sizeof d.name - 1, d.name, NULL);
      if (visit(&d, argument))
        return true;
    }
  }
  return false;
}

static bool print(struct device *d, void *argument) {
  describe(d);
  printf("%s: %s, driver %s%s\n", d->platform, d->name, d->driver,
         d->has_functions ? ", with work-group functions" : "");
  ++*(unsigned *)argument;
  return false;
}

int bench_list(int count, char **arguments) {
  unsigned devices = 0;
  if (count)
    die("list takes no arguments, and got '%s'", *arguments);
  each_device(print, &devices);
  if (!devices)
    die("there is no OpenCL device here: install a driver (on Debian: apt-get install pocl-opencl-icd)");
  return EXIT_SUCCESS;
}

struct search {
  const struct wish *wish;
  struct device *found;
};

static bool matches(struct device *d, void *argument) {
  struct search *s = argument;
  if (!contains(d->platform, s->wish->platform) || !contains(d->name, s->wish->device))
    return false;
  *s->found = *d;
  return true;
}

void device_find(struct device *device, const struct wish *wish) {
  struct search search = {wish, device};
  if (!each_device(matches, &search))
    die("no OpenCL device fits --platform '%s' --device '%s': see clgroup-bench list", wish->platform, wish->device);
  describe(device);
}

bool device_has(const struct device *device, const char *extension) {
  char list[8192] = "";
  size_t length = strlen(extension);
  clGetDeviceInfo(device->id, CL_DEVICE_EXTENSIONS, sizeof list - 1, list, NULL);
  for (const char *at = list; *at; at += strcspn(at, " "), at += strspn(at, " "))
    if (strcspn(at, " ") == length && !strncmp(at, extension, length))
      return true;
  return false;
}

cl_context device_context(const struct device *device) {
  cl_int status;
  cl_context context = clCreateContext(NULL, 1, &device->id, NULL, NULL, &status);
  if (!context)
    die("%s: clCreateContext gives error %d", device->name, status);
  return context;
}

cl_command_queue device_queue(const struct device *device, cl_context context, cl_command_queue_properties properties) {
  cl_int status;
  /* The call of OpenCL 1.2, which every driver has. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  cl_command_queue queue = clCreateCommandQueue(context, device->id, properties, &status);
#pragma GCC diagnostic pop
  if (!queue)
    die("%s: clCreateCommandQueue gives error %d", device->name, status);
  return queue;
}

void describe_build(const struct device *device, cl_program program, cl_int status, char *text, size_t size) {
  char log[8192] = "";
  if (program)
    clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
  char *at = strstr(log, "error");
  while (at && at > log && at[-1] != '\n')
    at--;
  at = at ? at : log;
  at[strcspn(at, "\n")] = 0;
  snprintf(text, size, "clBuildProgram gives %d: %.300s", status, at);
}
