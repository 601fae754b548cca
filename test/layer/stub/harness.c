#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

cl_context make_context(cl_uint count) {
  cl_device_id devices[STUB_DEVICES];
  cl_int error = 1;
  for (cl_uint i = 0; i < count; i++)
    devices[i] = stub->device(i);
  cl_context context = cl->clCreateContext(NULL, count, devices, NULL, NULL, &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  return context;
}

cl_program make_program(cl_context context, const char *text) {
  cl_int error = 1;
  cl_program program = cl->clCreateProgramWithSource(context, 1, &text, NULL, &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  return program;
}

static char answer[65536];

const char *build_log(cl_program program, cl_device_id device) {
  answer[0] = 0;
  CHECK_EQUAL(cl->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof answer, answer, NULL),
              CL_SUCCESS);
  return answer;
}

const char *build_options(cl_program program, cl_device_id device) {
  answer[0] = 0;
  CHECK_EQUAL(cl->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, sizeof answer, answer, NULL),
              CL_SUCCESS);
  return answer;
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
