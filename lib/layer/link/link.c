/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* memmem */
#include "layer/link/link.h"

#include "layer/base/signals.h"
#include "layer/objects/device-list.h"
#include "layer/objects/loaded.h"
#include "names/names.h"
#include "names/symbols.h"
#include "names/strategies.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A program's binaries, one for each of its devices. */
struct binaries {
  cl_uint count;
  cl_device_id *devices;
  size_t *sizes;
  unsigned char **bytes;
};

static void free_binaries(struct binaries *b) {
  for (cl_uint i = 0; i < b->count && b->bytes; i++)
    free(b->bytes[i]);
  free(b->devices);
  free(b->sizes);
  free(b->bytes);
  *b = (struct binaries){0};
}

static cl_int get_binaries(cl_program program, struct binaries *b) {
  const cl_icd_dispatch *cl = &clgroup_next;
  cl_int error = clgroup_program_devices(program, &b->devices, &b->count);
  if (error != CL_SUCCESS)
    return error;
  b->sizes = calloc(b->count, sizeof *b->sizes);
  b->bytes = calloc(b->count, sizeof *b->bytes);
  if (!b->sizes || !b->bytes)
    return CL_OUT_OF_HOST_MEMORY;
  error = cl->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, b->count * sizeof *b->sizes, b->sizes, NULL);
  for (cl_uint i = 0; i < b->count && error == CL_SUCCESS; i++)
    if (b->sizes[i] && !(b->bytes[i] = calloc(1, b->sizes[i])))
      error = CL_OUT_OF_HOST_MEMORY;
  if (error == CL_SUCCESS)
    error = cl->clGetProgramInfo(program, CL_PROGRAM_BINARIES, b->count * sizeof *b->bytes, b->bytes, NULL);
  return error;
}

/* Are names readable in this binary at all? */
static bool readable(const unsigned char *bytes, size_t size) {
  static const unsigned char bitcode[] = {'B', 'C', 0xc0, 0xde};
  return clgroup_spirv_version_within(bytes, size) || memmem(bytes, size, bitcode, sizeof bitcode);
}

/* What the inputs need of the library. */
struct asked {
  struct clgroup_symbols needs;
  uint32_t version;      /* the version of the SPIR-V that the driver's compiler makes, or 0 */
  bool opaque;           /* there is a binary without readable names */
  cl_device_id *devices; /* the devices for which the first input with a binary is compiled; or all */
  cl_uint device_count;
};

static void free_asked(struct asked *a) {
  clgroup_symbols_free(&a->needs);
  free(a->devices);
}

/* Reads one input. A driver may return no binary for a program although it can link it. */
static cl_int ask_input(const struct clgroup_link *link, cl_program input, struct asked *a) {
  struct binaries b = {0};
  cl_int error = get_binaries(input, &b);
  bool first = !a->device_count;
  for (cl_uint d = 0; d < b.count && error == CL_SUCCESS; d++) {
    if (!b.sizes[d])
      continue;
    for (cl_uint k = 0; k < link->count && first; k++)
      if (link->devices[k].device.id == b.devices[d])
        a->devices[a->device_count++] = b.devices[d];
    if (clgroup_symbols_find(&a->needs, b.bytes[d], b.sizes[d]))
      error = CL_OUT_OF_HOST_MEMORY;
    uint32_t version = clgroup_spirv_version_within(b.bytes[d], b.sizes[d]);
    if (version > a->version)
      a->version = version;
    a->opaque |= !readable(b.bytes[d], b.sizes[d]);
  }
  free_binaries(&b);
  return error == CL_OUT_OF_HOST_MEMORY ? error : CL_SUCCESS;
}

static cl_int ask(const struct clgroup_link *link, struct asked *a) {
  cl_int error = CL_SUCCESS;
  a->devices = calloc(link->count, sizeof *a->devices);
  if (!a->devices || (link->needs && clgroup_symbols_merge(&a->needs, link->needs)))
    return CL_OUT_OF_HOST_MEMORY;
  for (cl_uint i = 0; i < link->input_count && error == CL_SUCCESS; i++)
    error = ask_input(link, link->inputs[i], a);
  if (error == CL_SUCCESS && a->opaque &&
      clgroup_symbols_add(&a->needs, link->names, link->devices[0].device.address_bits))
    error = CL_OUT_OF_HOST_MEMORY;
  for (cl_uint i = 0; i < link->count && !a->device_count; i++)
    a->devices[i] = link->devices[i].device.id;
  if (!a->device_count)
    a->device_count = link->count;
  return error;
}

/* The prelude has renamed the functions. */
static void add_with_public_names(struct clgroup_buffer *log, const char *text) {
  static const char prefix[] = CLGROUP_NAME_PREFIX, written[] = "written_", own[] = "work_group_";
  for (const char *at; (at = strstr(text, prefix));) {
    const char *name = at + sizeof prefix - 1;
    const bool is_written = !strncmp(name, written, sizeof written - 1); /* generic/names.h */
    const bool is_own = is_written || !strncmp(name, own, sizeof own - 1);
    clgroup_buffer_add_bytes(log, text, (size_t)((is_own ? at : name) - text));
    text = is_written ? name + sizeof written - 1 : name;
  }
  clgroup_buffer_add(log, "%s", text);
}

void clgroup_add_driver_log(struct clgroup_buffer *log, cl_program program, const struct clgroup_service *devices,
                            cl_uint count) {
  for (cl_uint i = 0; i < count; i++) {
    char *text = clgroup_build_text(program, devices[i].device.id, CL_PROGRAM_BUILD_LOG);
    if (text && *text) {
      clgroup_buffer_end_line(log);
      add_with_public_names(log, text);
    }
    free(text);
  }
}

/* One attempt to link: the choice of the library's modules, and the result. */
struct attempt {
  struct clgroup_choice choice;
  cl_program *programs; /* the inputs, and room for the modules */
  struct clgroup_loaded *loaded;
  cl_program linked;
  bool too_large; /* a kernel needs more local memory than there is */
  struct clgroup_buffer log;
};

static cl_int load_module(const struct clgroup_link *link, const struct asked *a, const struct clgroup_module *module,
                          struct attempt *t) {
  const cl_icd_dispatch *cl = &clgroup_next;
  cl_int error = CL_SUCCESS;
  for (cl_uint i = 0; i < link->count; i++)
    if (!link->devices[i].device.spirv) { /* the driver may not even have the functions for it */
      clgroup_buffer_add(&t->log, "clgroup: %s: the driver does not accept SPIR-V, so the library cannot be linked\n",
                         link->devices[i].device.name);
      return CL_LINK_PROGRAM_FAILURE;
    }
  cl_program program = cl->clCreateProgramWithIL(link->context, module->words, module->count * 4, &error);
  if (!program) {
    clgroup_buffer_add(&t->log, "clgroup: the driver rejects the library's module: clCreateProgramWithIL returned %d\n",
                       error);
    return error != CL_SUCCESS ? error : CL_OUT_OF_HOST_MEMORY;
  }
  t->loaded->programs[t->loaded->program_count++] = program;
  error = cl->clCompileProgram(program, a->device_count, a->devices, NULL, 0, NULL, NULL, NULL, NULL);
  if (error != CL_SUCCESS) {
    clgroup_buffer_add(&t->log, "clgroup: the driver cannot compile the library's module: error %d\n", error);
    clgroup_add_driver_log(&t->log, program, link->devices, link->count);
  }
  return error;
}

static size_t largest_work_group(const struct clgroup_link *link) {
  size_t most = 0;
  for (cl_uint i = 0; i < link->count; i++)
    if (link->devices[i].device.max_size > most)
      most = link->devices[i].device.max_size;
  return most;
}

/* The modules of a choice: one for each strategy that makes some of the functions. */
struct modules {
  struct clgroup_module of[CLGROUP_STRATEGY_COUNT];
  unsigned count;
  uint64_t local_memory;
};

static void free_modules(struct modules *m) {
  while (m->count)
    free(m->of[--m->count].words);
  m->local_memory = 0;
}

/* In chunks of work-items (generic/work_group/chunks/layout.h); but votes by strategy tree, for which an int is
 * enough. */
static const struct clgroup_choice chunks = {"chunks", "all=tree any=tree"};

static bool in_chunks(const struct clgroup_choice *choice) {
  return !strcmp(choice->strategy, chunks.strategy);
}

/* Makes the module of one strategy's functions, if there are any. */
static cl_int make_part(const struct clgroup_link *link, const struct clgroup_loaded_key *key, const char *strategy,
                        struct attempt *t, struct modules *m) {
  struct clgroup_symbols part = {0};
  const struct clgroup_library_request request = {.size = sizeof request,
                                                  .address_bits = key->address_bits,
                                                  .strategy = strategy,
                                                  .max_size = key->max_size,
                                                  .needs = &part,
                                                  .loads_again = clgroup_devices_faults(link->devices, link->count) &
                                                                 CLGROUP_FAULT_LOADS_AGAIN,
                                                  .version = key->version};
  struct clgroup_module *module = &m->of[m->count];
  char why[256] = "out of memory";
  cl_int error = CL_SUCCESS;
  if (clgroup_choice_part(&key->choice, key->needs, strategy, &part) ||
      (part.count && clgroup_library_module(&request, module, why, sizeof why))) {
    clgroup_buffer_add(&t->log, "clgroup: module spirv%u.%s: %s\n", key->address_bits, strategy, why);
    error = CL_OUT_OF_HOST_MEMORY;
  } else if (part.count) {
    m->count++;
    m->local_memory += module->local_memory;
  }
  clgroup_symbols_free(&part);
  return error;
}

static cl_int make_modules(const struct clgroup_link *link, const struct clgroup_loaded_key *key, struct attempt *t,
                           struct modules *m) {
  cl_int error = make_part(link, key, chunks.strategy, t, m);
  if (error == CL_SUCCESS)
    error = make_part(link, key, clgroup_choice_extensions, t, m);
  for (unsigned i = 0; i < CLGROUP_STRATEGY_COUNT && error == CL_SUCCESS; i++)
    error = make_part(link, key, clgroup_strategy_rows[i].name, t, m);
  return error;
}

/* The local memory that the library may use: half of a device's. The rest is for the kernels' own variables, and for
 * arguments, whose size is known only at launch. */
static uint64_t budget(const struct clgroup_link *link) {
  uint64_t least = UINT64_MAX;
  for (cl_uint i = 0; i < link->count; i++)
    if (link->devices[i].device.local_memory / 2 < least)
      least = link->devices[i].device.local_memory / 2;
  return least;
}

/* Loads the library's modules, or takes those that are already loaded for another program. */
static cl_int load(const struct clgroup_link *link, const struct asked *a, struct attempt *t) {
  struct modules m = {.count = 0};
  cl_int error = CL_SUCCESS;
  struct clgroup_loaded_key key = {
      .context = link->context,
      .devices = a->devices,
      .device_count = a->device_count,
      .address_bits = link->devices[0].device.address_bits,
      .max_size = largest_work_group(link),
      .needs = &a->needs,
      .version = a->version,
  };
  for (;;) {
    key.choice = t->choice;
    if ((t->loaded = clgroup_loaded_take(&key)))
      return CL_SUCCESS;
    error = make_modules(link, &key, t, &m);
    if (error != CL_SUCCESS || m.local_memory <= budget(link) || in_chunks(&t->choice))
      break;
    t->choice = chunks;
    clgroup_log(CLGROUP_LOG_ALL, "strategy %s, since %" PRIu64 " bytes of local memory would be too much",
                chunks.strategy, m.local_memory);
    free_modules(&m);
  }
  if (error == CL_SUCCESS && !(t->loaded = clgroup_loaded_new(&key)))
    error = CL_OUT_OF_HOST_MEMORY;
  for (unsigned i = 0; i < m.count && error == CL_SUCCESS; i++)
    error = load_module(link, a, &m.of[i], t);
  free_modules(&m);
  return error;
}

/* The first kernel that needs more local memory than a device has, as a text for the log; false: there is none. */
static bool is_too_large(const struct clgroup_link *link, cl_program program, struct clgroup_buffer *text) {
  const cl_icd_dispatch *cl = &clgroup_next;
  cl_uint count = 0;
  bool found = false;
  if (cl->clCreateKernelsInProgram(program, 0, NULL, &count) != CL_SUCCESS || !count)
    return false;
  cl_kernel *kernels = calloc(count, sizeof *kernels);
  if (!kernels || cl->clCreateKernelsInProgram(program, count, kernels, NULL) != CL_SUCCESS)
    count = 0;
  for (cl_uint k = 0; k < count; k++) {
    for (cl_uint d = 0; d < link->count && !found; d++) {
      cl_ulong bytes = 0;
      if (cl->clGetKernelWorkGroupInfo(kernels[k], link->devices[d].device.id, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes,
                                       &bytes, NULL) != CL_SUCCESS ||
          bytes <= link->devices[d].device.local_memory)
        continue;
      char *name = clgroup_kernel_name(kernels[k]);
      clgroup_buffer_add(text,
                         "clgroup: kernel '%s' needs %llu bytes of local memory with the library's; %s has %llu\n",
                         name ? name : "", (unsigned long long)bytes, link->devices[d].device.name,
                         (unsigned long long)link->devices[d].device.local_memory);
      free(name);
      found = true;
    }
    cl->clReleaseKernel(kernels[k]);
  }
  free(kernels);
  return found;
}

static cl_int attempt(const struct clgroup_link *link, const struct asked *a, struct attempt *t) {
  sigset_t signals;
  clgroup_signals_hold(&signals);
  cl_int error = load(link, a, t);
  t->too_large = false;
  if (error == CL_SUCCESS) {
    memcpy(t->programs + link->input_count, t->loaded->programs, t->loaded->program_count * sizeof *t->programs);
    t->linked =
        clgroup_next.clLinkProgram(link->context, a->device_count, a->devices, link->options,
                                   link->input_count + t->loaded->program_count, t->programs, NULL, NULL, &error);
    if (error == CL_SUCCESS && !t->linked)
      error = CL_LINK_PROGRAM_FAILURE;
    if (error != CL_SUCCESS && t->linked)
      clgroup_add_driver_log(&t->log, t->linked, link->devices, link->count);
    t->too_large = error == CL_SUCCESS && t->loaded->program_count && is_too_large(link, t->linked, &t->log);
    if (t->too_large)
      error = CL_LINK_PROGRAM_FAILURE;
  }
  clgroup_signals_release(&signals);
  if (error == CL_SUCCESS) {
    clgroup_loaded_give(t->loaded);
  } else {
    clgroup_loaded_release(t->loaded);
    t->loaded = NULL;
  }
  return error;
}

/* A program with such a kernel is left to a driver that has the functions itself. Another driver cannot build it; its
 * other kernels can be launched. */
static bool driver_may_build(const struct clgroup_link *link) {
  bool may = true;
  for (cl_uint i = 0; i < link->count; i++)
    may &= link->devices[i].device.has_functions;
  return may;
}

/* Tries the device's strategy; where the driver cannot link it, one that needs nothing; and where a kernel cannot be
 * launched for want of local memory, chunks. What the driver refuses is known only from a link, and the objects stay.
 */
static cl_int try_all(const struct clgroup_link *link, const struct asked *a, struct attempt *t) {
  cl_int error;
  for (;;) {
    error = attempt(link, a, t);
    const struct clgroup_choice instead =
        t->too_large || in_chunks(&t->choice) ? chunks : clgroup_device_all_by(clgroup_choice_instead(&t->choice));
    if (error == CL_SUCCESS || error == CL_OUT_OF_HOST_MEMORY || clgroup_choice_same(&t->choice, &instead))
      break;
    clgroup_log(CLGROUP_LOG_ALL, "the driver cannot %s the program with strategy %s (error %d): trying %s",
                t->too_large ? "launch" : "link", t->choice.strategy, error, instead.strategy);
    if (t->linked)
      clgroup_next.clReleaseProgram(t->linked);
    clgroup_buffer_free(&t->log);
    t->linked = NULL;
    t->choice = instead;
  }
  if (!t->too_large || driver_may_build(link))
    return error;
  const char *line = t->log.data ? t->log.data + strlen("clgroup: ") : "out of memory";
  clgroup_log(CLGROUP_LOG_ERRORS, "%.*s", (int)strcspn(line, "\n"), line);
  return CL_SUCCESS;
}

cl_int clgroup_link_program(struct clgroup_link *link, cl_program *linked, struct clgroup_loaded **loaded,
                            struct clgroup_buffer *log) {
  struct asked a = {0};
  struct attempt t = {0};
  *linked = NULL;
  cl_int error = ask(link, &a);
  link->functions = a.needs.count;
  t.choice = link->choice;
  /* The linker would reject another version. */
  const struct clgroup_strategy *strategy = clgroup_strategy_row(t.choice.strategy);
  if (link->devices->device.faults & CLGROUP_FAULT_PLAIN_OBJECTS && a.version &&
      a.version < (0x10000 | strategy->spirv_minor << 8))
    t.choice = clgroup_device_all_by(clgroup_choice_instead(&t.choice));
  t.programs = calloc(link->input_count + CLGROUP_STRATEGY_COUNT, sizeof *t.programs);
  if (!t.programs)
    error = CL_OUT_OF_HOST_MEMORY;
  if (error == CL_SUCCESS) {
    memcpy(t.programs, link->inputs, link->input_count * sizeof *t.programs);
    error = try_all(link, &a, &t);
    clgroup_log(CLGROUP_LOG_ALL, "linked %zu functions of strategy %s%s%s: %d", a.needs.count, t.choice.strategy,
                *t.choice.exceptions ? ", " : "", t.choice.exceptions, error);
  }
  *linked = t.linked;
  if (loaded)
    *loaded = t.loaded;
  else
    clgroup_loaded_release(t.loaded);
  if (t.log.data) {
    clgroup_buffer_end_line(log);
    clgroup_buffer_add(log, "%s", t.log.data);
  }
  clgroup_buffer_free(&t.log);
  free(t.programs);
  free_asked(&a);
  return error;
}
