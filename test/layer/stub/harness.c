/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* mkdtemp, pthread_getattr_default_np */
#include "harness.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
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
const char *printed;
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

cl_program make_object_with(const char *text, const char *name, const char *header) {
  cl_program given = make_program(header), made = make_program(text);
  CHECK_EQUAL(cl->clCompileProgram(made, 0, NULL, CL3, 1, &given, &name, NULL, NULL), CL_SUCCESS);
  return made;
}

cl_program make_linked(const char *options, cl_uint count, const cl_program *inputs) {
  cl_int error = 1;
  cl_program linked;
  HEARD(linked = cl->clLinkProgram(context, 0, NULL, options, count, inputs, NULL, NULL, &error));
  CHECK_EQUAL(error, CL_SUCCESS);
  return keep(linked);
}

cl_program make_reloaded(cl_program program) {
  size_t size;
  unsigned char *bytes = ask_binary(program, &size);
  cl_program again = keep(ask_from_binary(context, device, bytes, size));
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
  if (error != CL_SUCCESS || !kernel) {
    failed(__FILE__, __LINE__, "clCreateKernel(\"%s\") gives %d", name, (int)error);
    return;
  }
  CHECK(ask_is_of(kernel, program));
  CHECK_EQUAL(cl->clReleaseKernel(kernel), CL_SUCCESS);
}

cl_int build_program(cl_program program, const char *options) {
  return cl->clBuildProgram(program, 0, NULL, options, NULL, NULL);
}

cl_int build_on(cl_program program, unsigned index, const char *options) {
  const cl_device_id one = stub->device(index);
  return cl->clBuildProgram(program, 1, &one, options, NULL, NULL);
}

cl_int compile_program(cl_program program, const char *options) {
  return cl->clCompileProgram(program, 0, NULL, options, 0, NULL, NULL, NULL, NULL);
}

void ask_failed(const char *call, cl_int error) {
  failed(__FILE__, __LINE__, "%s gives %d", call, (int)error);
}

/* Until the next one. */
static const char *kept(char *text) {
  static char *last;
  free(last);
  return last = text;
}

const char *build_log(cl_program program, cl_device_id device) {
  return kept(ask_build(program, device, CL_PROGRAM_BUILD_LOG, NULL));
}

const char *build_options(cl_program program, cl_device_id device) {
  return kept(ask_build(program, device, CL_PROGRAM_BUILD_OPTIONS, NULL));
}

const char *program_text(cl_program program, cl_program_info what) {
  return kept(ask_program(program, what, NULL));
}

const char *device_text(cl_device_id device, cl_device_info what) {
  static char answer[65536];
  answer[0] = 0;
  ASK(answer, clGetDeviceInfo, device, what);
  return answer;
}

bool promised(unsigned index) {
  cl_bool flag = 77;
  ASK(flag, clGetDeviceInfo, stub->device(index), CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT);
  return flag;
}

void CL_CALLBACK count_call(cl_program which, void *data) {
  (void)which;
  __atomic_add_fetch((unsigned *)data, 1, __ATOMIC_RELAXED);
}

struct notice {
  cl_program program;
  unsigned count;
};

static void CL_CALLBACK count_notice(cl_program which, void *data) {
  struct notice *n = data;
  CHECK(which == n->program);
  n->count++;
}

const stub_program_notify last_notify = count_notice;
void *last_notify_data;

unsigned build_notified(cl_program which, const char *options, cl_int error) {
  struct notice n = {which, 0};
  last_notify_data = &n;
  CHECK_EQUAL(cl->clBuildProgram(which, 0, NULL, options, count_notice, &n), error);
  stub->wait();
  return n.count;
}

const char *calls(void) {
  static const struct {
    unsigned slot;
    const char *word;
  } working[] = {{STUB_SLOT(clCreateProgramWithSource), "source"}, {STUB_SLOT(clCreateProgramWithIL), "il"},
                 {STUB_SLOT(clCreateProgramWithBinary), "binary"}, {STUB_SLOT(clBuildProgram), "build"},
                 {STUB_SLOT(clCompileProgram), "compile"},         {STUB_SLOT(clLinkProgram), "link"}};
  static char words[1024];
  words[0] = 0;
  for (size_t i = 0; i < stub->calls(); i++)
    for (unsigned k = 0; k < sizeof working / sizeof *working; k++)
      if (stub->call(i)->slot == working[k].slot && strlen(words) < sizeof words - 16)
        strcat(strcat(words, *words ? " " : ""), working[k].word);
  return words;
}

void check_words(const char *file, int line, const char *what, const char *text, const char *words) {
  char word[1024];
  if (words && !*words && *text)
    failed(file, line, "%s is not empty, but '%s'", what, text);
  for (const char *at = words; at && *at; at += strcspn(at, "|"), at += *at == '|') {
    const bool there = *at != '!';
    snprintf(word, sizeof word, "%.*s", (int)strcspn(at + !there, "|"), at + !there);
    if (!strstr(text, word) == there)
      failed(file, line, "%s %s '%s': '%s'", what, there ? "lacks" : "has", word, text);
  }
}

bool ends_in(const char *text, const char *tail) {
  const size_t length = strlen(text), size = strlen(tail);
  return length >= size && !strcmp(text + length - size, tail);
}

cl_program program;

void check_build(const char *file, int line, const struct build *b) {
  static const cl_int failures[] = {CL_BUILD_PROGRAM_FAILURE, CL_COMPILE_PROGRAM_FAILURE};
  open_context(b->devices ? b->devices : 1);
  program = make_program(b->text);
  stub->clear();
  if (b->fault)
    stub->fail(b->slot, b->nth, b->fault);
  cl_int error;
  HEARD(error = (b->object ? compile_program : build_program)(program, b->options));
  char *log = strdup(build_log(program, device));
  if (error != b->error)
    failed(file, line, "error %d, not %d, for options '%s' of '%s': %s", (int)error, (int)b->error, b->options, b->text,
           log);
  if (b->calls && strcmp(calls(), b->calls))
    failed(file, line, "the calls are '%s', not '%s', for options '%s' of '%s'", calls(), b->calls, b->options,
           b->text);
  if (b->fault && !stub->facts->failed)
    failed(file, line, "the driver's call that was to fail never came");
  const cl_build_status status = ask_status(program, device);
  if (error == failures[b->object] && !b->fault && (status != CL_BUILD_ERROR || !*log))
    failed(file, line, "status %d and the log '%s' after error %d", (int)status, log, (int)error);
  if (error == CL_SUCCESS && status != CL_BUILD_SUCCESS)
    failed(file, line, "status %d", (int)status);
  if (error == CL_SUCCESS && strcmp(build_options(program, device), b->options ? b->options : ""))
    failed(file, line, "the build options are '%s'", build_options(program, device));
  check_words(file, line, "the log", log, b->log);
  check_words(file, line, "standard error", printed, b->printed);
  if (b->kernels && error == CL_SUCCESS) {
    char first[64];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(b->kernels, ";"), b->kernels);
    check_kernel(program, first);
  }
  if (b->kernels && strcmp(program_text(program, CL_PROGRAM_KERNEL_NAMES), b->kernels))
    failed(file, line, "the kernels are '%s', not '%s'", program_text(program, CL_PROGRAM_KERNEL_NAMES), b->kernels);
  if (strcmp(program_text(program, CL_PROGRAM_SOURCE), b->text) || ask_references(program) != 1)
    failed(file, line, "the source is '%s', references: %u", program_text(program, CL_PROGRAM_SOURCE),
           (unsigned)ask_references(program));
  free(log);
}

void build_first(const char *text, const char *options) {
  open_context(2);
  program = make_program(text);
  CHECK_EQUAL(build_on(program, 0, options), CL_SUCCESS);
  const cl_device_id other = stub->device(1);
  cl_device_id devices[2] = {NULL};
  size_t sizes[2] = {1, 1};
  ASK(devices, clGetProgramInfo, program, CL_PROGRAM_DEVICES);
  ASK(sizes, clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES);
  CHECK(devices[0] == device && devices[1] == other && sizes[0] && !sizes[1]);
  CHECK_EQUAL(ask_status(program, device), CL_BUILD_SUCCESS);
  CHECK_EQUAL(ask_status(program, other), CL_BUILD_NONE);
}

void build_second(const char *options, bool kept) {
  size_t sizes[2] = {0};
  cl_int error;
  CHECK_EQUAL(!strstr(HEARD(error = build_on(program, 1, options)), "the build for another device is lost"), kept);
  CHECK_EQUAL(error, CL_SUCCESS);
  CHECK_EQUAL(ask_status(program, device), kept ? CL_BUILD_SUCCESS : CL_BUILD_NONE);
  CHECK_EQUAL(ask_status(program, stub->device(1)), CL_BUILD_SUCCESS);
  ASK(sizes, clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES);
  CHECK(sizes[1] && !sizes[0] == !kept);
}

/* As cl_layer.h declares them since 2026. */
typedef cl_int(CL_API_CALL *init_with_properties)(cl_uint, const cl_icd_dispatch *, cl_uint *, const cl_icd_dispatch **,
                                                  const cl_properties *);

const cl_icd_dispatch *init_layer(const cl_icd_dispatch *driver) {
  init_with_properties init;
  const cl_icd_dispatch *table = NULL;
  cl_uint count = 0;
  layer_function("clInitLayerWithProperties", &init);
  return init && init(STUB_SLOTS, driver, &count, &table, NULL) == CL_SUCCESS && count == STUB_SLOTS ? table : NULL;
}

bool load_layer(const cl_icd_dispatch *driver) {
  static cl_icd_dispatch own; /* the layer's is gone after its end */
  const cl_icd_dispatch *table = init_layer(driver);
  if (table)
    own = *table;
  cl = table ? &own : cl;
  return table;
}

cl_int unload_layer(void) {
  cl_int(CL_API_CALL * deinit)(void);
  layer_function("clDeinitLayer", &deinit);
  return deinit ? deinit() : CL_INVALID_VALUE;
}

void apart(void (*part)(unsigned), unsigned argument) {
  int status = -1;
  fflush(stdout);
  pid_t child = fork();
  if (!child) {
    unsigned before = failure_count();
    part(argument);
    fflush(stdout);
    _exit(failure_count() != before);
  }
  waitpid(child, &status, 0);
  if (status)
    failed(__FILE__, __LINE__, "a process with %u: status %#x", argument, (unsigned)status);
}

size_t stack_of_new_threads(void) {
  pthread_attr_t attributes;
  size_t size = 0;
  if (!pthread_getattr_default_np(&attributes)) {
    pthread_attr_getstacksize(&attributes, &size);
    pthread_attr_destroy(&attributes);
  }
  return size;
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

static char cache[64];

void remove_cache(void) {
  DIR *files = *cache ? opendir(cache) : NULL;
  for (struct dirent *file; files && (file = readdir(files));)
    unlinkat(dirfd(files), file->d_name, 0);
  if (files)
    closedir(files);
  CHECK(!*cache || !rmdir(cache));
  *cache = 0;
}

void use_new_cache(void) {
  remove_cache();
  strcpy(cache, "/tmp/clgroup-stub-XXXXXX");
  CHECK(mkdtemp(cache));
  setenv("CLGROUP_CACHE_DIR", cache, 1);
}
