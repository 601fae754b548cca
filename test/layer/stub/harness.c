#define _GNU_SOURCE /* mkdtemp */
#include "harness.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

cl_context new_context(cl_uint count) {
  cl_device_id devices[STUB_DEVICES];
  cl_int error = 1;
  for (cl_uint i = 0; i < count; i++)
    devices[i] = stub->device(i);
  cl_context made = cl->clCreateContext(NULL, count, devices, NULL, NULL, &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  return made;
}

cl_program new_program(cl_context parent, const char *text) {
  cl_int error = 1;
  cl_program program = cl->clCreateProgramWithSource(parent, 1, &text, NULL, &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  return program;
}

cl_context context;
cl_device_id device;
enum { MOST_MADE = 64 };
static cl_program programs[MOST_MADE];
static cl_kernel kernels[MOST_MADE];
static unsigned program_count, kernel_count;

void close_context(void) {
  while (kernel_count)
    CHECK_EQUAL(cl->clReleaseKernel(kernels[--kernel_count]), CL_SUCCESS);
  while (program_count)
    CHECK_EQUAL(cl->clReleaseProgram(programs[--program_count]), CL_SUCCESS);
  if (context)
    CHECK_EQUAL(cl->clReleaseContext(context), CL_SUCCESS);
  context = NULL;
}

void open_context(cl_uint devices) {
  close_context();
  if (stub->settings->devices < devices)
    stub->settings->devices = devices;
  context = new_context(devices);
  device = stub->device(0);
  stub->clear();
}

cl_program keep(cl_program program) {
  CHECK(program && program_count < MOST_MADE);
  if (program && program_count < MOST_MADE)
    programs[program_count++] = program;
  return program;
}

void drop(cl_program program) {
  unsigned i = 0;
  while (i < program_count && programs[i] != program)
    i++;
  CHECK(i < program_count);
  if (i < program_count)
    programs[i] = programs[--program_count];
  CHECK_EQUAL(cl->clReleaseProgram(program), CL_SUCCESS);
}

cl_program make_program(const char *text) {
  return keep(new_program(context, text));
}

cl_program make_built(const char *text, const char *options) {
  cl_program program = make_program(text);
  const cl_int error = build_program(program, options);
  if (error != CL_SUCCESS)
    failed(__FILE__, __LINE__, "clBuildProgram gives %d: %s", (int)error, build_log(program, device));
  return program;
}

cl_program make_object(const char *text, const char *options) {
  cl_program program = make_program(text);
  CHECK_EQUAL(compile_program(program, options), CL_SUCCESS);
  return program;
}

cl_program make_il(const struct spirv_words *module) {
  cl_int error = 1;
  cl_program program = cl->clCreateProgramWithIL(context, module->data, module->count * sizeof *module->data, &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  return keep(program);
}

cl_program make_linked(const char *options, cl_uint count, const cl_program *inputs) {
  cl_int error = 1;
  cl_program program = cl->clLinkProgram(context, 0, NULL, options, count, inputs, NULL, NULL, &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  return keep(program);
}

cl_program make_reloaded(cl_program program) {
  size_t size = 0;
  cl_int status = 1, error = 1;
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL), CL_SUCCESS);
  unsigned char *bytes = calloc(1, size + 1);
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL), CL_SUCCESS);
  const unsigned char *from = bytes;
  cl_program again = keep(cl->clCreateProgramWithBinary(context, 1, &device, &size, &from, &status, &error));
  CHECK_EQUAL(error, CL_SUCCESS);
  CHECK_EQUAL(status, CL_SUCCESS);
  free(bytes);
  return again;
}

cl_kernel make_kernel(cl_program program, const char *name) {
  cl_int error = 1;
  cl_kernel kernel = cl->clCreateKernel(program, name, &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  CHECK(kernel && kernel_count < MOST_MADE);
  if (kernel && kernel_count < MOST_MADE)
    kernels[kernel_count++] = kernel;
  return kernel;
}

void check_kernel(cl_program program, const char *name) {
  cl_int error = 1;
  cl_kernel kernel = cl->clCreateKernel(program, name, &error);
  cl_program its = NULL;
  if (error != CL_SUCCESS || !kernel) {
    failed(__FILE__, __LINE__, "clCreateKernel(\"%s\") gives %d", name, (int)error);
    return;
  }
  CHECK_EQUAL(cl->clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof its, &its, NULL), CL_SUCCESS);
  CHECK(its == program);
  CHECK_EQUAL(cl->clReleaseKernel(kernel), CL_SUCCESS);
}

cl_int build_program(cl_program program, const char *options) {
  return cl->clBuildProgram(program, 0, NULL, options, NULL, NULL);
}

cl_int compile_program(cl_program program, const char *options) {
  return cl->clCompileProgram(program, 0, NULL, options, 0, NULL, NULL, NULL, NULL);
}

static char answer[65536];

static const char *build_text(cl_program program, cl_device_id device, cl_program_build_info what) {
  answer[0] = 0;
  CHECK_EQUAL(cl->clGetProgramBuildInfo(program, device, what, sizeof answer, answer, NULL), CL_SUCCESS);
  return answer;
}

const char *build_log(cl_program program, cl_device_id device) {
  return build_text(program, device, CL_PROGRAM_BUILD_LOG);
}

const char *build_options(cl_program program, cl_device_id device) {
  return build_text(program, device, CL_PROGRAM_BUILD_OPTIONS);
}

cl_build_status build_status(cl_program program, cl_device_id device) {
  cl_build_status status = 77;
  CHECK_EQUAL(cl->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL),
              CL_SUCCESS);
  return status;
}

cl_program_binary_type binary_type(cl_program program, cl_device_id device) {
  cl_program_binary_type type = 77;
  CHECK_EQUAL(cl->clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL), CL_SUCCESS);
  return type;
}

cl_uint program_references(cl_program program) {
  cl_uint count = 0;
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof count, &count, NULL), CL_SUCCESS);
  return count;
}

const char *program_text(cl_program program, cl_program_info what) {
  answer[0] = 0;
  CHECK_EQUAL(cl->clGetProgramInfo(program, what, sizeof answer, answer, NULL), CL_SUCCESS);
  return answer;
}

const char *device_text(cl_device_id device, cl_device_info what) {
  answer[0] = 0;
  CHECK_EQUAL(cl->clGetDeviceInfo(device, what, sizeof answer, answer, NULL), CL_SUCCESS);
  return answer;
}

bool promised(unsigned index) {
  cl_bool flag = 77;
  CHECK_EQUAL(cl->clGetDeviceInfo(stub->device(index), CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof flag,
                                  &flag, NULL),
              CL_SUCCESS);
  return flag;
}

static FILE *file;
static int standard_error;

void hear(void) {
  file = tmpfile();
  standard_error = dup(STDERR_FILENO);
  if (!file || standard_error < 0)
    exit(2);
  dup2(fileno(file), STDERR_FILENO);
}

const char *heard(void) {
  static char said[65536];
  dup2(standard_error, STDERR_FILENO);
  close(standard_error);
  rewind(file);
  said[fread(said, 1, sizeof said - 1, file)] = 0;
  fclose(file);
  return said;
}

const char *said;

cl_int try_build(cl_uint devices, const char *text, const char *options, cl_program *program) {
  open_context(devices);
  *program = make_program(text);
  stub->clear();
  hear();
  const cl_int error = build_program(*program, options);
  said = heard();
  return error;
}

void be_cpus(const char *platform, const char *driver, bool has_functions) {
  stub->settings->platform = platform;
  for (unsigned i = 0; i < STUB_DEVICES; i++) {
    stub->settings->device[i].driver = driver;
    stub->settings->device[i].type = CL_DEVICE_TYPE_CPU;
    stub->settings->device[i].has_functions = has_functions;
  }
}

void use_bitcode(unsigned device) {
  stub->settings->device[device].spir = true;
  stub->settings->device[device].il = "";
}

void use_new_cache(bool more) {
  static char folder[64];
  if (*folder) {
    DIR *files = opendir(folder);
    for (struct dirent *file; files && (file = readdir(files));)
      unlinkat(dirfd(files), file->d_name, 0);
    if (files)
      closedir(files);
    CHECK_EQUAL(rmdir(folder), 0);
  }
  strcpy(folder, "/tmp/clgroup-stub-XXXXXX");
  if (more && mkdtemp(folder))
    setenv("CLGROUP_CACHE_DIR", folder, 1);
  else
    *folder = 0;
}
