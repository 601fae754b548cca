/* Programs and kernels. */
#include "frontend.h"
#include "state.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct build {
  cl_build_status status;
  cl_program_binary_type type;
  char *options, *log;
  struct stub_unit unit;
};

struct callback {
  struct callback *next;
  stub_program_notify notify;
  void *data;
};

struct program {
  struct stub_object object;
  struct stub_context *context;
  unsigned device_count, devices[STUB_DEVICES]; /* indices */
  char *source;
  void *il;
  size_t il_size;
  struct build builds[STUB_DEVICES]; /* by index */
  unsigned kernels;
  struct callback *callbacks;
};

struct kernel {
  struct stub_object object;
  struct program *program;
  char *name;
};

/* A binary: this head, the type, the SPIR-V magic and version where the device takes SPIR-V, and names with a letter
 * before each. */
static const char magic[] = "clgroup stub binary";

static void clean_build(struct build *b) {
  free(b->options);
  free(b->log);
  stub_unit_free(&b->unit);
  *b = (struct build){.status = CL_BUILD_NONE};
}

static cl_program fail(cl_int *error, cl_int value) {
  if (error)
    *error = value;
  return NULL;
}

/* With the lock, for a dead one: frees what the program holds, but for its callbacks, which the caller takes. */
static struct callback *end_program(struct program *p) {
  struct callback *callbacks = p->callbacks;
  for (unsigned i = 0; i < STUB_DEVICES; i++)
    clean_build(&p->builds[i]);
  free(p->source);
  free(p->il);
  stub_release_context(p->context);
  return callbacks;
}

static void run_callbacks(struct program *p, struct callback *c) {
  while (c) {
    struct callback *next = c->next;
    c->notify((cl_program)p, c->data);
    free(c);
    c = next;
  }
}

static struct program *make_program(struct stub_context *c, cl_uint count, const cl_device_id *devices) {
  struct program *p = stub_make(STUB_PROGRAM, sizeof *p);
  p->context = c;
  c->object.references++;
  p->device_count = devices ? count : c->device_count;
  for (unsigned i = 0; i < p->device_count; i++)
    p->devices[i] = devices ? (unsigned)stub_device_index(devices[i]) : c->devices[i];
  for (unsigned i = 0; i < STUB_DEVICES; i++)
    p->builds[i].status = CL_BUILD_NONE;
  return p;
}

static struct program *make_in(cl_context context, cl_uint count, const cl_device_id *devices, cl_int *error) {
  struct stub_context *c = stub_find(STUB_CONTEXT, context);
  if (!c) {
    fail(error, CL_INVALID_CONTEXT);
    return NULL;
  }
  for (cl_uint i = 0; devices && i < count; i++)
    if (count > STUB_DEVICES || stub_device_index(devices[i]) < 0) {
      fail(error, CL_INVALID_DEVICE);
      return NULL;
    }
  if (error)
    *error = CL_SUCCESS;
  return make_program(c, count, devices);
}

cl_program stub_clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                          const size_t *lengths, cl_int *error) {
  size_t length = 0, at = 0;
  if (!count || !strings)
    return fail(error, CL_INVALID_VALUE);
  for (cl_uint i = 0; i < count; i++) {
    if (!strings[i])
      return fail(error, CL_INVALID_VALUE);
    length += lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
  }
  char *text = calloc(1, length + 1);
  for (cl_uint i = 0; text && i < count; i++) {
    size_t part = lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
    memcpy(text + at, strings[i], part);
    at += part;
  }
  stub_note(text, length);
  stub_lock();
  struct program *p = make_in(context, 0, NULL, error);
  if (p)
    p->source = text;
  stub_unlock();
  if (!p)
    free(text);
  return (cl_program)p;
}

cl_program stub_clCreateProgramWithIL(cl_context context, const void *il, size_t length, cl_int *error) {
  static const uint32_t number = 0x07230203;
  uint32_t first = 0;
  if (il && length >= 20)
    memcpy(&first, il, sizeof first);
  if (first != number && first != 0x03022307)
    return fail(error, CL_INVALID_VALUE);
  stub_note(il, length);
  stub_lock();
  struct program *p = make_in(context, 0, NULL, error);
  for (unsigned i = 0; p && i < p->device_count; i++)
    if (!*stub_settings.device[p->devices[i]].il) {
      if (stub_drop(&p->object))
        (void)end_program(p);
      p = NULL;
      fail(error, CL_INVALID_OPERATION);
    }
  if (p && (p->il = malloc(length))) {
    memcpy(p->il, il, length);
    p->il_size = length;
  }
  stub_unlock();
  return (cl_program)p;
}

static bool read_binary(struct build *b, const unsigned char *bytes, size_t size) {
  const unsigned char *end = bytes + size;
  if (size < sizeof magic + 2 || memcmp(bytes, magic, sizeof magic))
    return false;
  bytes += sizeof magic;
  b->type = *bytes++;
  if (*bytes++) {
    uint32_t version = 0;
    if (end - bytes < 8)
      return false;
    memcpy(&version, bytes + 4, sizeof version);
    b->unit.version = version;
    bytes += 8;
  }
  while (bytes < end) {
    const unsigned char *zero = memchr(bytes, 0, (size_t)(end - bytes));
    char name[256];
    size_t length = zero ? (size_t)(zero - bytes) : 0;
    if (length < 2 || length > sizeof name)
      return false;
    for (size_t i = 1; i < length; i++)
      name[i - 1] = (char)(islower(bytes[0]) ? bytes[i] ^ 0x80 : bytes[i]);
    stub_names_add(bytes[0] == 'K' || bytes[0] == 'k'   ? &b->unit.kernels
                   : bytes[0] == 'I' || bytes[0] == 'i' ? &b->unit.imports
                                                        : &b->unit.exports,
                   name, length - 1);
    bytes = zero + 1;
  }
  b->status = b->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE ? CL_BUILD_NONE : CL_BUILD_SUCCESS;
  return true;
}

static void append(unsigned char **bytes, size_t *size, const void *more, size_t length) {
  *bytes = realloc(*bytes, *size + length);
  if (!*bytes)
    abort();
  memcpy(*bytes + *size, more, length);
  *size += length;
}

static void append_names(unsigned char **bytes, size_t *size, const struct stub_names *names, char letter,
                         bool hidden) {
  for (size_t i = 0; i < names->count; i++) {
    append(bytes, size, &letter, 1);
    for (const char *c = names->at[i]; *c; c++) {
      char shown = (char)(hidden ? *c ^ 0x80 : *c);
      append(bytes, size, &shown, 1);
    }
    append(bytes, size, "", 1);
  }
}

static unsigned char *write_binary(const struct build *b, size_t *size) {
  static const uint32_t number = 0x07230203;
  unsigned char *bytes = NULL;
  bool hidden = stub_settings.hides_binaries;
  *size = 0;
  append(&bytes, size, magic, sizeof magic);
  const unsigned char facts[] = {(unsigned char)b->type, b->unit.version != 0 && !hidden};
  append(&bytes, size, facts, sizeof facts);
  if (b->unit.version && !hidden) {
    append(&bytes, size, &number, sizeof number);
    append(&bytes, size, &b->unit.version, sizeof b->unit.version);
  }
  append_names(&bytes, size, &b->unit.kernels, hidden ? 'k' : 'K', hidden);
  append_names(&bytes, size, &b->unit.imports, hidden ? 'i' : 'I', hidden);
  append_names(&bytes, size, &b->unit.exports, hidden ? 'e' : 'E', hidden);
  return bytes;
}

cl_program stub_clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id *devices,
                                          const size_t *lengths, const unsigned char **binaries, cl_int *status,
                                          cl_int *error) {
  if (!count || !devices || !lengths || !binaries)
    return fail(error, CL_INVALID_VALUE);
  if (count == 1)
    stub_note(binaries[0], lengths[0]);
  stub_lock();
  struct program *p = make_in(context, count, devices, error);
  bool good = true;
  for (cl_uint i = 0; p && i < count; i++) {
    bool read = binaries[i] && read_binary(&p->builds[p->devices[i]], binaries[i], lengths[i]);
    if (status)
      status[i] = read ? CL_SUCCESS : CL_INVALID_BINARY;
    good &= read;
  }
  if (p && !good) {
    if (stub_drop(&p->object))
      (void)end_program(p);
    p = NULL;
    fail(error, CL_INVALID_BINARY);
  }
  stub_unlock();
  return (cl_program)p;
}

cl_int stub_clRetainProgram(cl_program handle) {
  stub_lock();
  struct program *p = stub_find(STUB_PROGRAM, handle);
  if (p)
    p->object.references++;
  stub_unlock();
  return p ? CL_SUCCESS : CL_INVALID_PROGRAM;
}

static cl_int drop_program(struct program *p, bool pin) {
  struct callback *callbacks = NULL;
  stub_lock();
  if (pin ? stub_unpin(&p->object) : stub_drop(&p->object))
    callbacks = end_program(p);
  stub_unlock();
  run_callbacks(p, callbacks);
  return CL_SUCCESS;
}

cl_int stub_clReleaseProgram(cl_program handle) {
  stub_lock();
  struct program *p = stub_find(STUB_PROGRAM, handle);
  struct callback *callbacks = p && stub_drop(&p->object) ? end_program(p) : NULL;
  stub_unlock();
  run_callbacks(p, callbacks);
  return p ? CL_SUCCESS : CL_INVALID_PROGRAM;
}

cl_int stub_clSetProgramReleaseCallback(cl_program handle, stub_program_notify notify, void *data) {
  stub_lock();
  struct program *p = stub_find(STUB_PROGRAM, handle);
  struct callback *c = p ? malloc(sizeof *c) : NULL;
  if (c) {
    *c = (struct callback){p->callbacks, notify, data};
    p->callbacks = c;
  }
  stub_unlock();
  return p ? CL_SUCCESS : CL_INVALID_PROGRAM;
}

cl_int stub_clSetProgramSpecializationConstant(cl_program handle, cl_uint id, size_t size, const void *value) {
  stub_lock();
  struct program *p = stub_find(STUB_PROGRAM, handle);
  cl_int result = !p                ? CL_INVALID_PROGRAM
                  : !p->il          ? CL_INVALID_PROGRAM
                  : !value || !size ? CL_INVALID_VALUE
                                    : CL_SUCCESS;
  stub_unlock();
  (void)id;
  return result;
}

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
  cl_int result;
};

/* Only the library's names: what else a module imports is the driver's. */
static void unresolved(struct build *b, struct stub_log *log) {
  for (size_t i = 0; i < b->unit.imports.count; i++)
    if (strstr(b->unit.imports.at[i], "__clgroup_") && !stub_names_have(&b->unit.exports, b->unit.imports.at[i])) {
      stub_say(log, "error: undefined symbol: %s\n", b->unit.imports.at[i]);
      log->failed = true;
    }
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
                                 .version = *d->il ? stub_settings.front_end_version : 0,
                                 .header_count = count,
                                 .header_names = (const char *const *)job->names,
                                 .headers = headers};
    stub_compile_source(&source, &b->unit, log);
  }
  if (job->what == BUILD)
    unresolved(b, log);
  b->type = job->what == BUILD ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE : CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
}

static void link_one(struct job *job, unsigned device, struct build *b, struct stub_log *log) {
  for (unsigned i = 0; i < job->input_count; i++) {
    const struct build *input = &job->inputs[i]->builds[device];
    if (input->type != CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT && input->type != CL_PROGRAM_BINARY_TYPE_LIBRARY) {
      stub_say(log, "error: input %u is no object\n", i);
      log->failed = true;
    }
    if (stub_settings.one_version && b->unit.version && input->unit.version && b->unit.version != input->unit.version) {
      stub_say(log, "error: Conflicting SPIR-V versions: %u.%u vs %u.%u\n", b->unit.version >> 16,
               b->unit.version >> 8 & 255, input->unit.version >> 16, input->unit.version >> 8 & 255);
      log->failed = true;
    }
    for (size_t e = 0; e < input->unit.exports.count; e++)
      if (stub_names_have(&b->unit.exports, input->unit.exports.at[e])) {
        stub_say(log, "error: %s is defined twice\n", input->unit.exports.at[e]);
        log->failed = true;
      }
    stub_unit_add(&b->unit, &input->unit);
  }
  bool library = strstr(job->options, "-create-library");
  if (!library)
    unresolved(b, log);
  b->type = library ? CL_PROGRAM_BINARY_TYPE_LIBRARY : CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

static void set_in_progress(struct job *job) {
  for (unsigned i = 0; i < job->device_count; i++) {
    struct build *b = &job->program->builds[job->devices[i]];
    clean_build(b);
    b->status = CL_BUILD_IN_PROGRESS;
    b->options = strdup(job->options);
  }
}

static void run_job(struct job *job) {
  static const cl_int failures[] = {CL_BUILD_PROGRAM_FAILURE, CL_COMPILE_PROGRAM_FAILURE, CL_LINK_PROGRAM_FAILURE};
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
      stub_unit_free(&b->unit);
      b->type = CL_PROGRAM_BINARY_TYPE_NONE;
      job->result = failures[job->what];
    }
  }
  stub_unlock();
}

static void end_job(struct job *job) {
  for (unsigned i = 0; i < job->input_count; i++) {
    drop_program(job->inputs[i], true);
    if (job->names)
      free(job->names[i]);
  }
  free(job->inputs);
  free(job->names);
  free(job->options);
  if (job->notify)
    job->notify((cl_program)job->program, job->data);
  drop_program(job->program, true);
}

static pthread_mutex_t jobs_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t jobs_ended = PTHREAD_COND_INITIALIZER;
static unsigned jobs;

static void *run_thread(void *argument) {
  struct job *job = argument;
  run_job(job);
  end_job(job);
  free(job);
  pthread_mutex_lock(&jobs_lock);
  jobs--;
  pthread_cond_broadcast(&jobs_ended);
  pthread_mutex_unlock(&jobs_lock);
  return NULL;
}

void stub_wait(void) {
  pthread_mutex_lock(&jobs_lock);
  while (jobs)
    pthread_cond_wait(&jobs_ended, &jobs_lock);
  pthread_mutex_unlock(&jobs_lock);
}

/* Does the job, now or on another thread. Returns the driver's result. */
static cl_int start(struct job *job) {
  pthread_t thread;
  job->time = stub_settings.build_time;
  if (!job->notify || !stub_settings.asynchronous) {
    run_job(job);
    cl_int result = job->result;
    end_job(job);
    return result;
  }
  struct job *copy = malloc(sizeof *copy);
  if (!copy)
    abort();
  *copy = *job;
  pthread_mutex_lock(&jobs_lock);
  jobs++;
  pthread_mutex_unlock(&jobs_lock);
  if (pthread_create(&thread, NULL, run_thread, copy))
    abort();
  pthread_detach(thread);
  return CL_SUCCESS;
}

/* With the lock: the devices of a job, all of the program's where none are given. */
static cl_int set_devices(struct job *job, cl_uint count, const cl_device_id *devices) {
  if (!devices != !count || count > STUB_DEVICES)
    return CL_INVALID_VALUE;
  job->device_count = devices ? count : job->program->device_count;
  for (unsigned i = 0; i < job->device_count; i++) {
    int index = devices ? stub_device_index(devices[i]) : (int)job->program->devices[i];
    bool its = false;
    for (unsigned k = 0; k < job->program->device_count; k++)
      its |= (int)job->program->devices[k] == index;
    if (!its)
      return CL_INVALID_DEVICE;
    job->devices[i] = (unsigned)index;
    if (job->program->builds[index].status == CL_BUILD_IN_PROGRESS && job->what != LINK)
      return CL_INVALID_OPERATION;
    if (stub_settings.device[index].without_compiler && job->what != LINK && job->program->source)
      return CL_COMPILER_NOT_AVAILABLE;
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

static void forget_inputs(struct job *job) {
  for (unsigned i = 0; i < job->input_count; i++) {
    drop_program(job->inputs[i], true);
    if (job->names)
      free(job->names[i]);
  }
  free(job->inputs);
  free(job->names);
}

static cl_int build_or_compile(struct job *job, cl_program handle, cl_uint count, const cl_device_id *devices,
                               const char *options, cl_uint header_count, const cl_program *headers,
                               const char **header_names) {
  stub_note(options ? options : "", options ? strlen(options) : 0);
  if (!job->notify && job->data)
    return CL_INVALID_VALUE;
  stub_lock();
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
      if (b->type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT) { /* drivers link an object that is alone */
        struct stub_log log = {0};
        unresolved(b, &log);
        free(b->log);
        b->log = log.text;
        if (!log.failed) {
          b->status = CL_BUILD_SUCCESS;
          b->type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
        }
      }
      if (b->status == CL_BUILD_ERROR)
        error = CL_BUILD_PROGRAM_FAILURE;
    }
    stub_unlock();
    forget_inputs(job);
    if (job->notify)
      job->notify(handle, job->data);
    return error;
  }
  if (error) {
    stub_unlock();
    forget_inputs(job);
    return error;
  }
  p->object.pins++;
  job->options = strdup(options ? options : "");
  set_in_progress(job);
  stub_unlock();
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
  cl_int result = CL_SUCCESS;
  stub_note(options ? options : "", options ? strlen(options) : 0);
  if (!input_count || !inputs || (!notify && data) || !devices != !count || count > STUB_DEVICES)
    return fail(error, CL_INVALID_VALUE);
  if (!stub_options_are_known(options, true))
    return fail(error, CL_INVALID_LINKER_OPTIONS);
  stub_lock();
  struct program *p = job.program = make_in(context, count, devices, &result);
  if (p)
    result = set_inputs(&job, input_count, inputs, NULL);
  if (p && !result)
    result = set_devices(&job, count, devices);
  if (!p || result) {
    if (p && stub_drop(&p->object))
      (void)end_program(p);
    stub_unlock();
    forget_inputs(&job);
    return fail(error, result);
  }
  p->object.pins++;
  job.options = strdup(options ? options : "");
  set_in_progress(&job);
  stub_unlock();
  result = start(&job);
  if (error)
    *error = result;
  return (cl_program)p;
}

static cl_int program_info(struct program *p, cl_program_info what, size_t size, void *where, size_t *size_ret) {
  cl_uint number = 0;
  cl_device_id devices[STUB_DEVICES];
  size_t sizes[STUB_DEVICES];
  unsigned char *binaries[STUB_DEVICES] = {0};
  const struct stub_unit *unit = NULL;
  for (unsigned i = 0; i < p->device_count; i++) {
    struct build *b = &p->builds[p->devices[i]];
    devices[i] = (cl_device_id)&stub_devices[p->devices[i]];
    if (!unit && b->status == CL_BUILD_SUCCESS && b->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
      unit = &b->unit;
  }
  switch (what) {
  case CL_PROGRAM_REFERENCE_COUNT:
    number = p->object.references;
    return stub_answer(&number, sizeof number, size, where, size_ret);
  case CL_PROGRAM_CONTEXT:
    return stub_answer(&p->context, sizeof p->context, size, where, size_ret);
  case CL_PROGRAM_NUM_DEVICES:
    number = p->device_count;
    return stub_answer(&number, sizeof number, size, where, size_ret);
  case CL_PROGRAM_DEVICES:
    return stub_answer(devices, p->device_count * sizeof *devices, size, where, size_ret);
  case CL_PROGRAM_SOURCE:
    return stub_answer_text(p->source, size, where, size_ret);
  case CL_PROGRAM_IL:
    if (!p->il) {
      if (size_ret)
        *size_ret = 0;
      return CL_SUCCESS;
    }
    return stub_answer(p->il, p->il_size, size, where, size_ret);
  case CL_PROGRAM_NUM_KERNELS: {
    size_t count = unit ? unit->kernels.count : 0;
    return unit ? stub_answer(&count, sizeof count, size, where, size_ret) : CL_INVALID_PROGRAM_EXECUTABLE;
  }
  case CL_PROGRAM_KERNEL_NAMES: {
    char names[1024] = "";
    if (!unit)
      return CL_INVALID_PROGRAM_EXECUTABLE;
    for (size_t i = 0; i < unit->kernels.count; i++)
      snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? ";" : "", unit->kernels.at[i]);
    return stub_answer_text(names, size, where, size_ret);
  }
  case CL_PROGRAM_BINARY_SIZES:
  case CL_PROGRAM_BINARIES:
    for (unsigned i = 0; i < p->device_count; i++) {
      const struct build *b = &p->builds[p->devices[i]];
      sizes[i] = 0;
      if (b->type != CL_PROGRAM_BINARY_TYPE_NONE)
        binaries[i] = write_binary(b, &sizes[i]);
      if (what == CL_PROGRAM_BINARIES && where && size >= p->device_count * sizeof(char *) && binaries[i] &&
          ((unsigned char **)where)[i])
        memcpy(((unsigned char **)where)[i], binaries[i], sizes[i]);
      free(binaries[i]);
    }
    if (what == CL_PROGRAM_BINARY_SIZES)
      return stub_answer(sizes, p->device_count * sizeof *sizes, size, where, size_ret);
    if (size_ret)
      *size_ret = p->device_count * sizeof(char *);
    return where && size < p->device_count * sizeof(char *) ? CL_INVALID_VALUE : CL_SUCCESS;
  default:
    return CL_INVALID_VALUE;
  }
}

cl_int stub_clGetProgramInfo(cl_program handle, cl_program_info what, size_t size, void *where, size_t *size_ret) {
  stub_lock();
  struct program *p = stub_find(STUB_PROGRAM, handle);
  cl_int result = p ? program_info(p, what, size, where, size_ret) : CL_INVALID_PROGRAM;
  stub_unlock();
  return result;
}

cl_int stub_clGetProgramBuildInfo(cl_program handle, cl_device_id device, cl_program_build_info what, size_t size,
                                  void *where, size_t *size_ret) {
  cl_int result = CL_INVALID_VALUE;
  int index = stub_device_index(device);
  stub_lock();
  struct program *p = stub_find(STUB_PROGRAM, handle);
  struct build *b = p && index >= 0 ? &p->builds[index] : NULL;
  bool its = false;
  for (unsigned i = 0; p && i < p->device_count; i++)
    its |= (int)p->devices[i] == index;
  size_t zero = 0;
  if (!p)
    result = CL_INVALID_PROGRAM;
  else if (!its)
    result = CL_INVALID_DEVICE;
  else if (what == CL_PROGRAM_BUILD_STATUS)
    result = stub_answer(&b->status, sizeof b->status, size, where, size_ret);
  else if (what == CL_PROGRAM_BINARY_TYPE)
    result = stub_answer(&b->type, sizeof b->type, size, where, size_ret);
  else if (what == CL_PROGRAM_BUILD_OPTIONS)
    result = stub_answer_text(b->options, size, where, size_ret);
  else if (what == CL_PROGRAM_BUILD_LOG)
    result = stub_answer_text(b->log, size, where, size_ret);
  else if (what == CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE)
    result = stub_answer(&zero, sizeof zero, size, where, size_ret);
  stub_unlock();
  return result;
}

static struct kernel *make_kernel(struct program *p, const char *name) {
  struct kernel *k = stub_make(STUB_KERNEL, sizeof *k);
  k->program = p;
  k->name = strdup(name);
  p->object.references++;
  p->kernels++;
  return k;
}

/* With the lock: the first device's executable, or NULL. */
static const struct stub_unit *executable(const struct program *p) {
  for (unsigned i = 0; i < p->device_count; i++) {
    const struct build *b = &p->builds[p->devices[i]];
    if (b->status == CL_BUILD_SUCCESS && b->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
      return &b->unit;
  }
  return NULL;
}

cl_kernel stub_clCreateKernel(cl_program handle, const char *name, cl_int *error) {
  struct kernel *k = NULL;
  stub_lock();
  struct program *p = stub_find(STUB_PROGRAM, handle);
  const struct stub_unit *unit = p ? executable(p) : NULL;
  cl_int result = !p                                       ? CL_INVALID_PROGRAM
                  : !name                                  ? CL_INVALID_VALUE
                  : !unit                                  ? CL_INVALID_PROGRAM_EXECUTABLE
                  : !stub_names_have(&unit->kernels, name) ? CL_INVALID_KERNEL_NAME
                                                           : CL_SUCCESS;
  if (!result)
    k = make_kernel(p, name);
  stub_unlock();
  if (error)
    *error = result;
  return (cl_kernel)k;
}

cl_int stub_clCreateKernelsInProgram(cl_program handle, cl_uint count, cl_kernel *kernels, cl_uint *count_ret) {
  stub_lock();
  struct program *p = stub_find(STUB_PROGRAM, handle);
  const struct stub_unit *unit = p ? executable(p) : NULL;
  cl_int result = !p                                       ? CL_INVALID_PROGRAM
                  : !unit                                  ? CL_INVALID_PROGRAM_EXECUTABLE
                  : kernels && count < unit->kernels.count ? CL_INVALID_VALUE
                                                           : CL_SUCCESS;
  for (size_t i = 0; !result && kernels && i < unit->kernels.count; i++)
    kernels[i] = (cl_kernel)make_kernel(p, unit->kernels.at[i]);
  if (!result && count_ret)
    *count_ret = (cl_uint)unit->kernels.count;
  stub_unlock();
  return result;
}

cl_kernel stub_clCloneKernel(cl_kernel handle, cl_int *error) {
  stub_lock();
  struct kernel *k = stub_find(STUB_KERNEL, handle), *clone = k ? make_kernel(k->program, k->name) : NULL;
  stub_unlock();
  if (error)
    *error = k ? CL_SUCCESS : CL_INVALID_KERNEL;
  return (cl_kernel)clone;
}

cl_int stub_clRetainKernel(cl_kernel handle) {
  stub_lock();
  struct kernel *k = stub_find(STUB_KERNEL, handle);
  if (k)
    k->object.references++;
  stub_unlock();
  return k ? CL_SUCCESS : CL_INVALID_KERNEL;
}

cl_int stub_clReleaseKernel(cl_kernel handle) {
  stub_lock();
  struct kernel *k = stub_find(STUB_KERNEL, handle);
  struct program *p = k && stub_drop(&k->object) ? k->program : NULL;
  if (p) {
    free(k->name);
    k->name = NULL;
    p->kernels--;
  }
  stub_unlock();
  if (p)
    drop_program(p, false);
  return k ? CL_SUCCESS : CL_INVALID_KERNEL;
}

static cl_int check_kernel(cl_kernel handle) {
  stub_lock();
  bool good = stub_find(STUB_KERNEL, handle);
  stub_unlock();
  return good ? CL_SUCCESS : CL_INVALID_KERNEL;
}

cl_int stub_clSetKernelArg(cl_kernel handle, cl_uint index, size_t size, const void *value) {
  (void)index, (void)size, (void)value;
  return check_kernel(handle);
}

cl_int stub_clGetKernelInfo(cl_kernel handle, cl_kernel_info what, size_t size, void *where, size_t *size_ret) {
  cl_int result = CL_INVALID_VALUE;
  cl_uint number = 1;
  stub_lock();
  struct kernel *k = stub_find(STUB_KERNEL, handle);
  if (!k) {
    result = CL_INVALID_KERNEL;
  } else if (what == CL_KERNEL_FUNCTION_NAME) {
    result = stub_answer_text(k->name, size, where, size_ret);
  } else if (what == CL_KERNEL_NUM_ARGS) {
    result = stub_answer(&number, sizeof number, size, where, size_ret);
  } else if (what == CL_KERNEL_REFERENCE_COUNT) {
    number = k->object.references;
    result = stub_answer(&number, sizeof number, size, where, size_ret);
  } else if (what == CL_KERNEL_CONTEXT) {
    result = stub_answer(&k->program->context, sizeof k->program->context, size, where, size_ret);
  } else if (what == CL_KERNEL_PROGRAM) {
    result = stub_answer(&k->program, sizeof k->program, size, where, size_ret);
  } else if (what == CL_KERNEL_ATTRIBUTES) {
    result = stub_answer_text("", size, where, size_ret);
  }
  stub_unlock();
  return result;
}

cl_int stub_clGetKernelWorkGroupInfo(cl_kernel handle, cl_device_id device, cl_kernel_work_group_info what, size_t size,
                                     void *where, size_t *size_ret) {
  cl_int result = check_kernel(handle);
  int index = device ? stub_device_index(device) : 0;
  size_t sizes[3] = {0};
  cl_ulong bytes = 128;
  if (result || index < 0)
    return result ? result : CL_INVALID_DEVICE;
  switch (what) {
  case CL_KERNEL_WORK_GROUP_SIZE:
    sizes[0] = stub_settings.device[index].max_work_group_size;
    return stub_answer(sizes, sizeof *sizes, size, where, size_ret);
  case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
    return stub_answer(sizes, sizeof sizes, size, where, size_ret);
  case CL_KERNEL_LOCAL_MEM_SIZE:
  case CL_KERNEL_PRIVATE_MEM_SIZE:
    return stub_answer(&bytes, sizeof bytes, size, where, size_ret);
  case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
    sizes[0] = 8;
    return stub_answer(sizes, sizeof *sizes, size, where, size_ret);
  default:
    return CL_INVALID_VALUE;
  }
}

cl_int stub_clGetKernelArgInfo(cl_kernel handle, cl_uint index, cl_kernel_arg_info what, size_t size, void *where,
                               size_t *size_ret) {
  cl_int result = check_kernel(handle);
  if (result || index)
    return result ? result : CL_INVALID_ARG_INDEX;
  return what == CL_KERNEL_ARG_NAME ? stub_answer_text("out", size, where, size_ret) : CL_INVALID_VALUE;
}

cl_int stub_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel handle, cl_uint dimensions, const size_t *offset,
                                   const size_t *global, const size_t *local, cl_uint count, const cl_event *wait,
                                   cl_event *event) {
  (void)offset, (void)global, (void)local, (void)count, (void)wait, (void)event;
  stub_lock();
  bool good = stub_find(STUB_QUEUE, queue);
  stub_unlock();
  cl_int result = good ? check_kernel(handle) : CL_INVALID_COMMAND_QUEUE;
  return result ? result : dimensions >= 1 && dimensions <= 3 ? CL_SUCCESS : CL_INVALID_WORK_DIMENSION;
}
