/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* app [--items N] [--options OPTIONS] [--user N] [--exit-when OTHER] [--cancel-when OTHER] FILE: builds the program in
 * FILE on the first device, launches its kernel `k` on N work-items (8) in one work-group, with a buffer of N ints that
 * are 1, and prints them. The first line says whether the device reports work-group functions. With --user the
 * effective user and group are N once the driver is loaded. With --exit-when another thread does this, and exit() comes
 * as soon as something is in the file OTHER; with --cancel-when that thread is cancelled then, and what it leaves is
 * used. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_ITEMS = 1024 };

static void need(cl_int error, const char *what) {
  if (!error)
    return;
  fprintf(stderr, "app: %s: error %d\n", what, error);
  exit(1);
}

static char *read_text(const char *name, size_t *length) {
  FILE *file = fopen(name, "rb");
  char *text = calloc(1, 1 << 20);
  *length = file && text ? fread(text, 1, (1 << 20) - 1, file) : 0;
  if (!*length) {
    fprintf(stderr, "app: cannot read '%s'\n", name);
    exit(2);
  }
  fclose(file);
  return text;
}

static void print_log(cl_program program, cl_device_id device) {
  size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
  char *log = calloc(1, size + 1);
  if (log && !clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL))
    fputs(log, stderr);
  free(log);
}

static void launch(cl_context context, cl_device_id device, cl_program program, size_t items) {
  cl_int error, values[MOST_ITEMS];
  for (size_t i = 0; i < items; i++)
    values[i] = 1;
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
  need(error, "clCreateCommandQueueWithProperties");
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  need(error, "clCreateKernel");
  const size_t size = items * sizeof *values;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, size, values, &error);
  need(error, "clCreateBuffer");
  need(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  need(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL), "clEnqueueNDRangeKernel");
  need(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, size, values, 0, NULL, NULL), "clEnqueueReadBuffer");
  printf("values:");
  for (size_t i = 0; i < items; i++)
    printf(" %d", values[i]);
  putchar('\n');
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  clReleaseCommandQueue(queue);
}

static size_t items = 8, length;
static unsigned user;
static const char *options = "-cl-std=CL3.0";
static char *text;
static cl_program program;

static void *work(void *unused) {
  (void)unused;
  cl_platform_id platform;
  cl_device_id device;
  cl_bool support = 0;
  cl_int error;
  need(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  need(user && (setegid(user) || seteuid(user)), "seteuid");
  need(clGetDeviceInfo(device, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof support, &support, NULL),
       "clGetDeviceInfo");
  printf("support: %u\n", support);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  need(error, "clCreateContext");
  program = clCreateProgramWithSource(context, 1, (const char **)&text, &length, &error);
  need(error, "clCreateProgramWithSource");
  error = clBuildProgram(program, 1, &device, options, NULL, NULL);
  pthread_testcancel();
  print_log(program, device);
  need(error, "clBuildProgram");
  launch(context, device, program, items);
  clReleaseProgram(program);
  clReleaseContext(context);
  return NULL;
}

/* The thread ends as it was told to, and its program can be asked and released: no lock is held. */
static int cancel(pthread_t thread) {
  void *result = NULL;
  cl_uint devices = 0;
  pthread_cancel(thread);
  pthread_join(thread, &result);
  if (program) {
    need(clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof devices, &devices, NULL), "clGetProgramInfo");
    need(clReleaseProgram(program), "clReleaseProgram");
  }
  return result != PTHREAD_CANCELED;
}

/* Until something is in the file, a hundred seconds at most. */
static void wait_for(const char *file) {
  struct stat info;
  for (int i = 0; i < 10000 && (stat(file, &info) || !info.st_size); i++)
    nanosleep(&(struct timespec){0, 10000000}, NULL);
}

int main(int argc, char **argv) {
  const char *exit_when = NULL, *cancel_when = NULL;
  int at = 1;
  for (; at + 1 < argc && argv[at][0] == '-'; at += 2)
    if (!strcmp(argv[at], "--items"))
      items = (size_t)atoi(argv[at + 1]);
    else if (!strcmp(argv[at], "--options"))
      options = argv[at + 1];
    else if (!strcmp(argv[at], "--user"))
      user = (unsigned)atoi(argv[at + 1]);
    else if (!strcmp(argv[at], "--exit-when"))
      exit_when = argv[at + 1];
    else if (!strcmp(argv[at], "--cancel-when"))
      cancel_when = argv[at + 1];
  if (at + 1 != argc || !items || items > MOST_ITEMS) {
    fputs("usage: app [--items N] [--options OPTIONS] [--user N] [--exit-when OTHER] [--cancel-when OTHER] FILE\n",
          stderr);
    return 2;
  }
  text = read_text(argv[at], &length);
  int status = 0;
  pthread_t thread;
  if (!exit_when && !cancel_when)
    work(NULL);
  else if (pthread_create(&thread, NULL, work, NULL))
    return 1;
  else
    wait_for(exit_when ? exit_when : cancel_when);
  if (cancel_when)
    status = cancel(thread);
  if (!exit_when)
    free(text);
  return status;
}
