/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-simt-test: that the executor finds what breaks a rule, and that its operations do what the vendors' manuals
 * say. */
#include "test.h"

#include "base/files.h"
#include "command.h"
#include "launch.h"
#include "text.h"
#include "tool/devices.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *test_kernels = CLGROUP_SIMT_KERNELS;
static unsigned passed, failed;

void test_pass(const char *what, const char *device) {
  (void)what, (void)device;
  passed++;
}

void test_fail(const char *what, const char *device, const char *format, ...) {
  va_list a;
  printf("fail: %s on %s: ", what, device);
  va_start(a, format);
  vprintf(format, a);
  va_end(a);
  printf("\n");
  failed++;
}

static bool is_wanted(cl_platform_id platform, cl_device_id id, unsigned index, void *argument) {
  struct bench *b = argument;
  char name[64] = "", device_name[64] = "";
  (void)index;
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
  clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof device_name, device_name, NULL);
  b->d.id = id;
  return !strcmp(name, "clgroup executor") && !strcmp(device_name, b->device);
}

static void CL_CALLBACK keep(const char *message, const void *data, size_t size, void *argument) {
  struct bench *b = argument;
  (void)data, (void)size;
  free(b->message);
  b->message = strdup(message);
}

bool bench_open(struct bench *b, const char *device) {
  cl_int error;
  *b = (struct bench){.device = device, .folder = "/tmp/clgroup-simt-XXXXXX"};
  if (!each_device(is_wanted, b) || !mkdtemp(b->folder)) {
    test_fail("opening", device, "no such device: OCL_ICD_VENDORS must name the executor's folder");
    return false;
  }
  b->d.context = clCreateContext(NULL, 1, &b->d.id, keep, b, &error);
  b->d.queue = clCreateCommandQueueWithProperties(b->d.context, b->d.id, NULL, &error);
  return true;
}

void bench_close(struct bench *b) {
  clReleaseCommandQueue(b->d.queue);
  clReleaseContext(b->d.context);
  free(b->message);
  clgroup_tree_remove(b->folder);
}

static bool compile(struct bench *b, const char *file, const char *output, char **log) {
  struct command c = {0};
  const bool nvidia = !strncmp(b->device, "nvptx64", 7);
  const char *march = strchr(b->device, ' ') + 1;
  const int length = (int)strcspn(march, " ");
  char *words = NULL;
  command_add(&c, CLGROUP_SIMT_CLANG);
  text_add(&words,
           "-target %s -%s=%.*s %s -nogpulib -x cl -cl-std=CL2.0 -O1 -g -c -emit-llvm -I %s -Wno-atomic-alignment",
           nvidia ? "nvptx64-nvidia-cuda" : "amdgcn-amd-amdhsa", nvidia ? "march" : "mcpu", length, march,
           march + length, test_kernels);
  command_add_words(&c, words);
  /* The version of PTX that sm_75 needs; newer clangs do not choose it by themselves. */
  command_add_words(&c, nvidia ? "-Xclang -target-feature -Xclang +ptx63" : NULL);
  free(words);
  command_add(&c, "-o");
  command_add(&c, output);
  command_add(&c, file);
  return command_run(&c, b->folder, log);
}

cl_program bench_build(struct bench *b, const char *file, char **log) {
  char output[128];
  const size_t length = strlen(file);
  const bool text = length > 3 && !strcmp(file + length - 3, ".ll");
  size_t size;
  cl_int error;
  *log = NULL;
  snprintf(output, sizeof output, "%s/kernel.bc", b->folder);
  if (!text && !compile(b, file, output, log))
    return NULL;
  unsigned char *data = (unsigned char *)clgroup_file_read(text ? file : output, &size);
  if (!data) {
    text_add(log, "%s cannot be read", file);
    return NULL;
  }
  cl_program program =
      clCreateProgramWithBinary(b->d.context, 1, &b->d.id, &size, (const unsigned char **)&data, NULL, &error);
  free(data);
  error = clBuildProgram(program, 1, &b->d.id, "", NULL, NULL);
  if (!error)
    return program;
  clGetProgramBuildInfo(program, b->d.id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
  *log = allocate(size + 1);
  clGetProgramBuildInfo(program, b->d.id, CL_PROGRAM_BUILD_LOG, size, *log, NULL);
  clReleaseProgram(program);
  return NULL;
}

cl_int bench_run(struct bench *b, cl_program program, const char *kernel, size_t size, size_t groups, const void *in,
                 size_t in_bytes, void *out, size_t out_bytes) {
  const size_t global = size * groups;
  const struct launch_argument arguments[] = {{true, in_bytes, in, NULL}, {true, out_bytes, NULL, out}};
  const char *step;
  free(b->message);
  b->message = NULL;
  return launch_kernel(&b->d, program, kernel, &(struct launch_range){1, NULL, &global, &size}, arguments, 2, &step);
}

int main(void) {
  const char *const devices[] = {"nvptx64 sm_75", "amdgcn gfx90a", "amdgcn gfx1030", "amdgcn gfx1030 -mwavefrontsize64",
                                 "amdgcn gfx1100"};
  setenv("OCL_ICD_VENDORS", CLGROUP_SIMT_VENDORS, 1);
  for (unsigned i = 0; i < sizeof devices / sizeof *devices; i++) {
    struct bench b;
    if (!bench_open(&b, devices[i]))
      continue;
    test_broken(&b);
    test_intrinsics(&b);
    bench_close(&b);
  }
  printf("%u passed, %u failed, 0 skipped\n", passed, failed);
  return failed != 0 || !passed;
}
