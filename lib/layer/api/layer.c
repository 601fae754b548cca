/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The OpenCL functions that the layer intercepts. All others go directly to the driver. */
#define _GNU_SOURCE /* mempcpy */
#include "layer/api/inside.h"
#include "layer/api/entries.h"
#include "layer/base/stacks.h"
#include "layer/decide/extensions.h"
#include "layer/decide/service.h"
#include "layer/decide/trial.h"
#include "layer/objects/device-list.h"
#include "layer/objects/objects.h"
#include "names/extensions.h"
#include "names/symbols.h"

#include "clgroup/clgroup.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns a new object, and stores the error code if the application passed a place for it. */
static void *made(void *object, cl_int error, cl_int *error_ret) {
  if (error_ret)
    *error_ret = error;
  return object;
}

static size_t length_of(const char *string, const size_t *lengths, cl_uint i) {
  return lengths && lengths[i] ? strnlen(string, lengths[i]) : strlen(string);
}

/* The text that compilers see of the strings, which the driver has already accepted: concatenated, zero-terminated, and
 * without what may only be at its ends, since the layer adds lines in front of it and behind it. A string ends at its
 * first zero byte, whatever its length: no driver sees what follows. Compilers skip a UTF-8 byte order mark at the
 * beginning, and refuse one elsewhere. */
static char *join_strings(cl_uint count, const char **strings, const size_t *lengths, size_t *length) {
  static const char mark[] = "\xEF\xBB\xBF";
  size_t total = 0;
  for (cl_uint i = 0; i < count; i++)
    total += length_of(strings[i], lengths, i);
  char *text = malloc(total + 1), *to = text;
  for (cl_uint i = 0; text && i < count; i++)
    to = mempcpy(to, strings[i], length_of(strings[i], lengths, i));
  if (!text)
    return NULL;
  *to = 0;
  *length = total;
  if (!strncmp(text, mark, sizeof mark - 1)) {
    *length -= sizeof mark - 1;
    memmove(text, text + sizeof mark - 1, *length + 1);
  }
  return text;
}

cl_program CL_API_CALL clgroup_create_with_source(cl_context context, cl_uint count, const char **strings,
                                                  const size_t *lengths, cl_int *error_ret) {
  cl_int error = CL_SUCCESS;
  cl_program program = clgroup_next.clCreateProgramWithSource(context, count, strings, lengths, &error);
  if (!program)
    return made(NULL, error, error_ret);
  struct clgroup_program *p = NULL;
  size_t length = 0;
  char *source = join_strings(count, strings, lengths, &length);
  if (source && (p = clgroup_program_new(program, context, CLGROUP_PROGRAM_SOURCE))) {
    p->source = source;
    p->source_length = length;
    clgroup_program_add(p);
    return made(program, error, error_ret);
  }
  free(source);
  clgroup_next.clReleaseProgram(program);
  return made(NULL, CL_OUT_OF_HOST_MEMORY, error_ret);
}

/* Does the layer act on a device of the context for a module with these calls? A device that lacks the functions needs
 * it for any module. `tried`: must a trial also have shown that it works there? */
static bool acts(cl_context context, const struct clgroup_calls *calls, bool tried) {
  cl_uint count;
  cl_device_id *ids;
  bool does = false;
  (void)clgroup_context_devices(context, &ids, &count); /* for an invalid context the driver returns the error */
  for (cl_uint i = 0; i < count && !does; i++) {
    struct clgroup_service d;
    clgroup_device_describe(ids[i], &d);
    does = clgroup_service_replaced(&d, calls).names &&
           (!tried || clgroup_trial_passes(&d, calls->compiled ? CLGROUP_ROUTE_COMPILE : CLGROUP_ROUTE_LINK));
  }
  free(ids);
  return does;
}

/* For a failure of clgroup_spirv_rewrite or its like. */
static cl_int error_of(const char *why) {
  return strcmp(why, CLGROUP_NO_MEMORY) ? CL_INVALID_VALUE : CL_OUT_OF_HOST_MEMORY;
}

/* A module whose instructions have become calls, and the functions that it calls. */
struct module {
  uint32_t *words;
  size_t count;
  struct clgroup_symbols needs;
};

static void free_module(struct module *m) {
  clgroup_symbols_free(&m->needs);
  free(m->words);
  *m = (struct module){0};
}

/* Makes calls of work-group instructions, unless they are left to the driver, and of those of `called`. Returns 0, or
 * -1 with *m empty. */
static int rewrite(const uint32_t *il, size_t size, bool work_groups, unsigned called, struct module *m, char *why,
                   size_t why_size) {
  char names[CLGROUP_EXTENSIONS_TEXT];
  uint32_t *provided = NULL;
  *m = (struct module){.count = size / 4};
  clgroup_extensions_print(called, names);
  int failed = called ? clgroup_spirv_provide(il, size / 4, names, &m->words, &m->count, why, why_size) : 0;
  if (!failed && (work_groups || !called)) {
    provided = m->words;
    m->words = NULL;
    failed = clgroup_spirv_rewrite(provided ? provided : il, m->count, &m->words, &m->count, why, why_size);
  }
  free(provided);
  if (!failed && (failed = clgroup_symbols_find(&m->needs, m->words, m->count * sizeof *m->words)))
    snprintf(why, why_size, CLGROUP_NO_MEMORY);
  if (failed)
    free_module(m);
  return failed;
}

/* Rewrites a module's work-group instructions. Is that wanted on a device? *m is empty if they cannot be rewritten. */
static bool replaces_groups(cl_context context, const uint32_t *il, size_t size, struct module *m, cl_int *error) {
  struct clgroup_calls calls = {.module = true};
  char why[256];
  const int failed = rewrite(il, size, true, 0, m, why, sizeof why);
  const bool uses = clgroup_spirv_uses(il, size / 4);
  bool wanted = uses && acts(context, &calls, true);
  if (uses && !wanted && !failed) {
    calls.names = clgroup_symbols_names(&m->needs);
    calls.foreign = clgroup_spirv_is_foreign(il, size / 4);
    wanted = acts(context, &calls, true);
  }
  if (failed) {
    clgroup_log(CLGROUP_LOG_ERRORS, "clCreateProgramWithIL: this module's work-group functions %s: %s",
                wanted ? "cannot be replaced" : "are left to the driver, even wrong ones", why);
    *error = wanted ? error_of(why) : CL_SUCCESS;
  }
  return wanted;
}

/* What a module uses of the extensions, if a device of the context lacks some which the layer offers; and those of them
 * whose instructions become calls, where clgroup-cc does not provide them: the same on all devices. */
struct extensions {
  unsigned used, called;
};

/* Replaces a module by one with calls, if the layer acts on a device; or keeps it, for clgroup-cc. Takes over `il`. */
static cl_program rewritten(cl_context context, uint32_t *il, size_t size, struct extensions e, cl_int *error_ret) {
  const cl_icd_dispatch *cl = &clgroup_next;
  struct module m;
  char why[256];
  cl_int error = CL_SUCCESS;
  cl_program program = NULL;
  const bool groups = replaces_groups(context, il, size, &m, &error);
  const bool called = e.called && error == CL_SUCCESS;
  if (called) {
    free_module(&m);
    if (rewrite(il, size, groups, e.called, &m, why, sizeof why)) {
      clgroup_log(CLGROUP_LOG_ERRORS,
                  "clCreateProgramWithIL: this module's instructions of extensions cannot be replaced: %s", why);
      error = error_of(why);
    }
  }
  /* Is the driver's compiler wrong about its own functions? */
  const struct clgroup_calls calls = {.names = clgroup_symbols_names(&m.needs), .module = true, .compiled = true};
  const bool compiled = !groups && m.words && acts(context, &calls, true);
  const bool kept = m.words && (e.used || compiled);
  if (error == CL_SUCCESS)
    program = groups || called ? cl->clCreateProgramWithIL(context, m.words, m.count * 4, &error)
                               : cl->clCreateProgramWithIL(context, il, size, &error);
  const bool plain = !groups && program;
  if (kept && !called && !program && error != CL_OUT_OF_HOST_MEMORY) /* clgroup-cc takes what the driver does not */
    program = cl->clCreateProgramWithSource(context, 1, &(const char *){" "}, NULL, &error);
  struct clgroup_program *p = NULL;
  if (program && (groups || kept) && (p = clgroup_program_new(program, context, CLGROUP_PROGRAM_IL))) {
    p->il = il;
    p->il_size = size;
    p->words = m.words;
    p->word_count = m.count;
    p->needs = m.needs;
    p->extensions = e.used;
    p->called = called ? e.called : 0;
    p->is_plain = plain;
    p->for_compiler = compiled;
    clgroup_program_add(p);
    return made(program, error, error_ret);
  }
  free_module(&m);
  free(il);
  if (program && (groups || kept)) {
    cl->clReleaseProgram(program);
    program = NULL;
    error = CL_OUT_OF_HOST_MEMORY;
  }
  return made(program, error, error_ret);
}

static struct extensions extensions_of(cl_context context, const uint32_t *il, size_t size) {
  const unsigned uniform = CLGROUP_HAS(work_group_uniform_arithmetic);
  const struct extensions none = {0};
  char text[CLGROUP_EXTENSIONS_TEXT];
  const char *unknown;
  cl_uint count;
  cl_device_id *ids;
  if (!(clgroup_settings.requested & ~uniform))
    return none;
  clgroup_spirv_extensions(il, size / 4, text, sizeof text);
  struct extensions e = {.used = clgroup_extensions_of_list(text, &unknown)};
  bool lacks = false;
  if (!e.used || clgroup_context_devices(context, &ids, &count) != CL_SUCCESS)
    return none;
  for (cl_uint i = 0; i < count; i++) {
    struct clgroup_service d;
    clgroup_device_describe(ids[i], &d);
    const unsigned offered = clgroup_extensions_offered(&d), called = clgroup_extensions_called(&d, offered, e.used);
    const bool differs = i && called != e.called;
    if (differs)
      clgroup_extensions_differ(count);
    e.called = differs ? 0 : called;
    lacks |= called || (d.device.spirv && clgroup_extensions_needed(&d, offered, e.used));
  }
  free(ids);
  return lacks ? e : none;
}

cl_program CL_API_CALL clgroup_create_with_il(cl_context context, const void *il, size_t size, cl_int *error_ret) {
  const struct clgroup_calls any = {.names = UINT64_MAX, .module = true, .foreign = true};
  const bool is_module = il && size >= 4 && size % 4 == 0;
  uint32_t *words = is_module ? malloc(size) : NULL; /* the application's may be unaligned */
  if (is_module && !words)
    return made(NULL, CL_OUT_OF_HOST_MEMORY, error_ret);
  if (words)
    memcpy(words, il, size);
  const struct extensions e = words ? extensions_of(context, words, size) : (struct extensions){0};
  if (e.used || (words && clgroup_spirv_uses(words, size / 4) && acts(context, &any, false)))
    return rewritten(context, words, size, e, error_ret);
  free(words);
  return clgroup_next.clCreateProgramWithIL(context, il, size, error_ret);
}

/* Sets the constant in a copy of the application's module, and rewrites that: it may be the scope of an instruction. */
static cl_int specialize_module(struct clgroup_program *p, cl_uint id, size_t size, const void *value) {
  struct module m;
  char why[256] = CLGROUP_NO_MEMORY;
  if (!p->specialized && (p->specialized = malloc(p->il_size)))
    memcpy(p->specialized, p->il, p->il_size);
  if (!p->specialized || clgroup_spirv_specialize(p->specialized, p->il_size / 4, id, value, size, why, sizeof why) ||
      rewrite(p->specialized, p->il_size, !p->is_plain, p->called, &m, why, sizeof why)) {
    clgroup_log(CLGROUP_LOG_ERRORS, "clSetProgramSpecializationConstant: %s", why);
    return error_of(why);
  }
  clgroup_symbols_free(&p->needs);
  free(p->words);
  p->needs = m.needs;
  p->words = m.words;
  p->word_count = m.count;
  return CL_SUCCESS;
}

/* The layer makes further programs from the module, so the constant is also set in the module: Mesa 25 loses the
 * constants of a program that is compiled and linked. */
cl_int CL_API_CALL clgroup_specialize(cl_program program, cl_uint id, size_t size, const void *value) {
  struct clgroup_program *p;
  cl_int error = clgroup_program_open(program, &p);
  if (error == CL_SUCCESS)
    error = clgroup_next.clSetProgramSpecializationConstant(program, id, size, value);
  if (error == CL_SUCCESS && p && p->kind == CLGROUP_PROGRAM_IL)
    error = specialize_module(p, id, size, value);
  if (p)
    clgroup_program_close(p);
  return error;
}

/* A saved object or library may still have calls of the device library. */
cl_program CL_API_CALL clgroup_create_with_binary(cl_context context, cl_uint count, const cl_device_id *devices,
                                                  const size_t *lengths, const unsigned char **binaries, cl_int *status,
                                                  cl_int *error_ret) {
  cl_int error = CL_SUCCESS;
  cl_program program =
      clgroup_next.clCreateProgramWithBinary(context, count, devices, lengths, binaries, status, &error);
  struct clgroup_symbols needs = {0};
  struct clgroup_program *p = NULL;
  bool failed = false;
  for (cl_uint i = 0; program && i < count; i++)
    failed |= clgroup_symbols_find(&needs, binaries[i], lengths[i]) != 0;
  if (needs.count && !failed) {
    p = clgroup_program_new(program, context, CLGROUP_PROGRAM_UNRESOLVED);
    failed = !p;
  }
  if (p) {
    p->needs = needs;
    clgroup_program_add(p);
  } else
    clgroup_symbols_free(&needs);
  if (failed) {
    clgroup_next.clReleaseProgram(program);
    return made(NULL, CL_OUT_OF_HOST_MEMORY, error_ret);
  }
  return made(program, error, error_ret);
}

/* The program's entry, locked, if its kernels are in another driver program, or have a limit; otherwise, and after an
 * error, NULL. */
static struct clgroup_program *open_linked(cl_program program, cl_int *error) {
  struct clgroup_program *p;
  *error = clgroup_program_open(program, &p);
  if (!p || p->linked || (p->limit && p->kind == CLGROUP_PROGRAM_UNRESOLVED))
    return p;
  if (!clgroup_build_left(p, true))
    *error = CL_INVALID_PROGRAM_EXECUTABLE;
  clgroup_program_close(p);
  return NULL;
}

cl_kernel CL_API_CALL clgroup_create_kernel(cl_program program, const char *name, cl_int *error_ret) {
  cl_int error;
  struct clgroup_program *p = open_linked(program, &error);
  if (error != CL_SUCCESS)
    return made(NULL, error, error_ret);
  if (!p)
    return clgroup_next.clCreateKernel(program, name, error_ret);
  cl_kernel kernel = clgroup_next.clCreateKernel(p->linked ? p->linked : program, name, &error);
  if (kernel && (error = clgroup_kernel_add(kernel, p)) != CL_SUCCESS)
    kernel = NULL;
  clgroup_program_close(p);
  return made(kernel, error, error_ret);
}

cl_int CL_API_CALL clgroup_create_kernels(cl_program program, cl_uint room, cl_kernel *kernels, cl_uint *count_ret) {
  cl_int error;
  struct clgroup_program *p = open_linked(program, &error);
  if (error != CL_SUCCESS)
    return error;
  if (!p)
    return clgroup_next.clCreateKernelsInProgram(program, room, kernels, count_ret);
  cl_uint count = 0;
  error = clgroup_next.clCreateKernelsInProgram(p->linked ? p->linked : program, room, kernels, &count);
  for (cl_uint i = 0; kernels && error == CL_SUCCESS && i < count; i++) {
    error = clgroup_kernel_add(kernels[i], p);
    if (error == CL_SUCCESS)
      continue;
    for (cl_uint k = 0; k < count; k++)
      if (k < i)
        clgroup_kernel_release(kernels[k]);
      else if (k > i)
        clgroup_next.clReleaseKernel(kernels[k]);
  }
  clgroup_program_close(p);
  if (error == CL_SUCCESS && count_ret)
    *count_ret = count;
  return error;
}

/* cl_khr_il_program's name for clCreateProgramWithIL, cl_khr_subgroups' function, which the driver may lack, and
 * cl_khr_command_buffer's launch. The driver's functions would bypass the layer. */
static void *own_extension(const char *name, void *drivers) {
  const cl_icd_dispatch *own = &clgroup_intercepts;
  const bool sub_groups = name && clgroup_settings.requested & clgroup_extensions_of_sub_groups();
  clgroup_recorder *recorder = clgroup_record;
  if (sub_groups && !strcmp(name, "clGetKernelSubGroupInfoKHR"))
    memcpy(&drivers, &own->clGetKernelSubGroupInfoKHR, sizeof drivers);
  if (drivers && sub_groups && !strcmp(name, CLGROUP_RECORDER))
    memcpy(&drivers, &recorder, sizeof drivers);
  if (drivers && name && !strcmp(name, "clCreateProgramWithILKHR") && clgroup_next.clCreateProgramWithIL)
    memcpy(&drivers, &own->clCreateProgramWithIL, sizeof drivers);
  return drivers;
}

void *CL_API_CALL clgroup_get_extension(const char *name) {
  return own_extension(name, clgroup_next.clGetExtensionFunctionAddress(name));
}

void *CL_API_CALL clgroup_get_platform_extension(cl_platform_id platform, const char *name) {
  return own_extension(name, clgroup_next.clGetExtensionFunctionAddressForPlatform(platform, name));
}

cl_int CL_API_CALL clgroup_get_device_ids(cl_platform_id platform, cl_device_type type, cl_uint room,
                                          cl_device_id *devices, cl_uint *count) {
  const size_t usual = clgroup_stacks_enlarge(platform);
  cl_int error = clgroup_next.clGetDeviceIDs(platform, type, room, devices, count);
  clgroup_stacks_restore(usual);
  return error;
}

cl_context CL_API_CALL clgroup_create_context_from_type(const cl_context_properties *properties, cl_device_type type,
                                                        clgroup_context_notify notify, void *data, cl_int *error_ret) {
  cl_platform_id platform = NULL;
  for (const cl_context_properties *p = properties; p && *p; p += 2)
    if (*p == CL_CONTEXT_PLATFORM)
      platform = (cl_platform_id)p[1];
  const size_t usual = clgroup_stacks_enlarge(platform);
  cl_context context = clgroup_next.clCreateContextFromType(properties, type, notify, data, error_ret);
  clgroup_stacks_restore(usual);
  return context;
}

#define ENTRY(type, name, function, parameters, arguments)                                                             \
  static type CL_API_CALL enter_##name parameters {                                                                    \
    const int cancellation = clgroup_enter();                                                                          \
    type result = function arguments;                                                                                  \
    clgroup_leave(cancellation);                                                                                       \
    return result;                                                                                                     \
  }
#include "layer/api/entries.inc"

const cl_icd_dispatch clgroup_intercepts = {
#define ENTRY(type, name, function, parameters, arguments) .name = enter_##name,
#include "layer/api/entries.inc"
};
