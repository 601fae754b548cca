/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builds, compilations and links, some of them on other threads. */
#define _GNU_SOURCE /* memmem */
#include "programs.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A build, compile or link, which may be another thread's. */
struct job {
  enum { BUILD, COMPILE, LINK } what;
  struct program *program;
  char *options;
  unsigned device_count, devices[STUB_DEVICES];
  unsigned input_count;
  struct program **inputs; /* headers or objects, pinned */
  char **names;            /* of headers */
  stub_program_notify notify;
  void *data;
  unsigned time; /* ms */
};

/* Only the library's names: what else a module imports is the driver's. */
static void unresolved(struct build *b, struct stub_log *log) {
  for (STUB_EACH_NAME(at, &b->unit, 'I'))
    if (memmem(STUB_LENGTH(at), "__clgroup_", 10) && !stub_has_name(&b->unit, 'E', STUB_LENGTH(at)))
      stub_fail(log, "undefined symbol: %.*s", STUB_PRINTED(at));
}

static void compile_one(struct job *job, unsigned device, struct build *b, struct stub_log *log) {
  const struct stub_device *d = &stub_settings.device[device];
  struct program *p = job->program;
  if (p->il) {
    stub_compile_il(p->il, p->il_size, d, &b->unit, log);
  } else {
    const char *headers[16];
    unsigned count = job->input_count < 16 ? job->input_count : 16;
    for (unsigned i = 0; i < count; i++)
      headers[i] = job->inputs[i]->source ? job->inputs[i]->source : "";
    struct stub_source source = {.text = p->source,
                                 .options = job->options,
                                 .device = d,
                                 .header_count = count,
                                 .header_names = (const char *const *)job->names,
                                 .headers = headers};
    b->unit.version = *d->il ? stub_settings.front_end_version : 0;
    stub_compile_source(&source, &b->unit, log);
  }
  if (job->what == BUILD)
    unresolved(b, log);
  b->type = job->what == BUILD ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE : CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
}

static void link_one(struct job *job, unsigned device, struct build *b, struct stub_log *log) {
  for (unsigned i = 0; i < job->input_count; i++) {
    const struct build *input = &job->inputs[i]->builds[device];
    const uint32_t mine = b->unit.version, other = input->unit.version;
    if (input->type != CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT && input->type != CL_PROGRAM_BINARY_TYPE_LIBRARY)
      stub_fail(log, "input %u is no object", i);
    if (stub_settings.one_version && mine && other && mine != other)
      stub_fail(log, "Conflicting SPIR-V versions: %u.%u vs %u.%u", mine >> 16, mine >> 8 & 255, other >> 16,
                other >> 8 & 255);
    for (STUB_EACH_NAME(at, &input->unit, 'E'))
      if (stub_has_name(&b->unit, 'E', STUB_LENGTH(at)))
        stub_fail(log, "%.*s is defined twice", STUB_PRINTED(at));
    for (const char *letter = "KIE"; *letter; letter++)
      for (STUB_EACH_NAME(at, &input->unit, *letter))
        stub_add_name(&b->unit, *letter, STUB_LENGTH(at));
    b->unit.version = other > mine ? other : mine;
  }
  bool library = strstr(job->options, "-create-library");
  if (!library)
    unresolved(b, log);
  b->type = library ? CL_PROGRAM_BINARY_TYPE_LIBRARY : CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

/* Keeps the program alive until the job's end. */
static void begin(struct job *job, const char *options) {
  job->program->object.pins++;
  job->time = stub_settings.build_time;
  job->options = strdup(options ? options : "");
  for (unsigned i = 0; i < job->device_count; i++) {
    struct build *b = &job->program->builds[job->devices[i]];
    stub_clean_build(b);
    b->status = CL_BUILD_IN_PROGRESS;
    b->options = strdup(job->options);
  }
}

static cl_int run_job(struct job *job) {
  static const cl_int failures[] = {CL_BUILD_PROGRAM_FAILURE, CL_COMPILE_PROGRAM_FAILURE, CL_LINK_PROGRAM_FAILURE};
  cl_int result = CL_SUCCESS;
  stub_unlock();
  if (job->time)
    nanosleep(&(struct timespec){job->time / 1000, job->time % 1000 * 1000000L}, NULL);
  stub_lock();
  for (unsigned i = 0; i < job->device_count; i++) {
    struct build *b = &job->program->builds[job->devices[i]];
    struct stub_log log = {0};
    (job->what == LINK ? link_one : compile_one)(job, job->devices[i], b, &log);
    b->log = stub_settings.forget_log ? NULL : log.text;
    if (stub_settings.forget_log)
      free(log.text);
    b->status = log.failed ? CL_BUILD_ERROR : CL_BUILD_SUCCESS;
    if (log.failed) {
      free(b->unit.names);
      b->unit = (struct stub_unit){0};
      b->type = CL_PROGRAM_BINARY_TYPE_NONE;
      result = failures[job->what];
    }
  }
  return result;
}

static void forget_inputs(struct job *job) {
  for (unsigned i = 0; i < job->input_count; i++) {
    stub_drop_program(job->inputs[i], true);
    if (job->names)
      free(job->names[i]);
  }
  free(job->inputs);
  free(job->names);
}

static void call_back(const struct job *job) {
  stub_unlock();
  if (job->notify)
    job->notify((cl_program)job->program, job->data);
  stub_lock();
}

static cl_int finish(struct job *job) {
  const cl_int result = run_job(job);
  forget_inputs(job);
  free(job->options);
  call_back(job);
  stub_drop_program(job->program, true);
  return result;
}

/* The jobs of other threads that have not ended. */
static pthread_cond_t jobs_ended = PTHREAD_COND_INITIALIZER;
static unsigned jobs;

static void *run_thread(void *argument) {
  struct job *job = argument;
  stub_lock();
  finish(job);
  jobs--;
  pthread_cond_broadcast(&jobs_ended);
  stub_unlock();
  free(job);
  return NULL;
}

void stub_wait(void) {
  while (jobs)
    pthread_cond_wait(&jobs_ended, &stub_mutex);
}

/* Does the job, now or on another thread. Returns the driver's result. */
static cl_int start(struct job *job) {
  pthread_t thread;
  if (!job->notify || !stub_settings.asynchronous)
    return finish(job);
  struct job *copy = malloc(sizeof *copy);
  if (!copy)
    abort();
  *copy = *job;
  jobs++;
  if (pthread_create(&thread, NULL, run_thread, copy))
    abort();
  pthread_detach(thread);
  return CL_SUCCESS;
}

/* The devices of a job; if none are given, all of the program's. */
static cl_int set_devices(struct job *job, cl_uint count, const cl_device_id *devices) {
  if (!devices != !count || count > STUB_DEVICES)
    return CL_INVALID_VALUE;
  job->device_count = devices ? count : job->program->device_count;
  for (unsigned i = 0; i < job->device_count; i++) {
    int index = devices ? stub_device_index(devices[i]) : (int)job->program->devices[i];
    if (!stub_has_device(job->program, index))
      return CL_INVALID_DEVICE;
    job->devices[i] = (unsigned)index;
    if (job->program->builds[index].status == CL_BUILD_IN_PROGRESS && job->what != LINK)
      return CL_INVALID_OPERATION;
  }
  return CL_SUCCESS;
}

static cl_int set_inputs(struct job *job, cl_uint count, const cl_program *inputs, const char **names) {
  job->inputs = calloc(count + 1, sizeof *job->inputs);
  job->names = names ? calloc(count + 1, sizeof *job->names) : NULL;
  for (cl_uint i = 0; i < count; i++) {
    struct program *input = stub_find(STUB_PROGRAM, inputs[i]);
    if (!input)
      return CL_INVALID_PROGRAM;
    input->object.pins++;
    if (names)
      job->names[i] = strdup(names[i]);
    job->inputs[job->input_count++] = input;
  }
  return CL_SUCCESS;
}

static cl_int build_or_compile(struct job *job, cl_program handle, cl_uint count, const cl_device_id *devices,
                               const char *options, cl_uint header_count, const cl_program *headers,
                               const char **header_names) {
  stub_note(options ? options : "", options ? strlen(options) : 0);
  if (!job->notify && job->data)
    return CL_INVALID_VALUE;
  struct program *p = job->program = stub_find(STUB_PROGRAM, handle);
  cl_int error = !p                                                       ? CL_INVALID_PROGRAM
                 : p->kernels                                             ? CL_INVALID_OPERATION
                 : job->what == COMPILE && !p->source && !p->il           ? CL_INVALID_OPERATION
                 : !header_count != !headers || !headers != !header_names ? CL_INVALID_VALUE
                                                                          : set_devices(job, count, devices);
  if (!error && !stub_options_are_known(options, false))
    error = job->what == BUILD ? CL_INVALID_BUILD_OPTIONS : CL_INVALID_COMPILER_OPTIONS;
  if (!error)
    error = set_inputs(job, header_count, headers, header_names);
  if (!error && !p->source && !p->il) { /* a binary, which is built already */
    for (unsigned i = 0; i < job->device_count; i++) {
      struct build *b = &p->builds[job->devices[i]];
      b->status = b->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
      if (b->status == CL_BUILD_ERROR)
        error = CL_BUILD_PROGRAM_FAILURE;
    }
    forget_inputs(job);
    call_back(job);
    return error;
  }
  if (error) {
    forget_inputs(job);
    return error;
  }
  begin(job, options);
  return start(job);
}

cl_int stub_clBuildProgram(cl_program handle, cl_uint count, const cl_device_id *devices, const char *options,
                           stub_program_notify notify, void *data) {
  struct job job = {.what = BUILD, .notify = notify, .data = data};
  return build_or_compile(&job, handle, count, devices, options, 0, NULL, NULL);
}

cl_int stub_clCompileProgram(cl_program handle, cl_uint count, const cl_device_id *devices, const char *options,
                             cl_uint header_count, const cl_program *headers, const char **header_names,
                             stub_program_notify notify, void *data) {
  struct job job = {.what = COMPILE, .notify = notify, .data = data};
  return build_or_compile(&job, handle, count, devices, options, header_count, headers, header_names);
}

cl_program stub_clLinkProgram(cl_context context, cl_uint count, const cl_device_id *devices, const char *options,
                              cl_uint input_count, const cl_program *inputs, stub_program_notify notify, void *data,
                              cl_int *error) {
  struct job job = {.what = LINK, .notify = notify, .data = data};
  stub_note(options ? options : "", options ? strlen(options) : 0);
  const bool bad = !input_count || !inputs || (!notify && data) || !devices != !count || count > STUB_DEVICES;
  cl_int result = bad                                      ? CL_INVALID_VALUE
                  : !stub_options_are_known(options, true) ? CL_INVALID_LINKER_OPTIONS
                                                           : CL_SUCCESS;
  struct program *p = job.program = result ? NULL : stub_make_program(context, count, devices, &result);
  result = result ? result : set_inputs(&job, input_count, inputs, NULL);
  result = result ? result : set_devices(&job, count, devices);
  if (result) {
    forget_inputs(&job);
    if (p)
      stub_drop_program(p, false);
    stub_set(error, result);
    return NULL;
  }
  begin(&job, options);
  stub_set(error, start(&job));
  return (cl_program)p;
}
