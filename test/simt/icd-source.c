/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs from source: clgroup-cc is this driver's compiler, and clCompileProgram calls it with --compile-only. */
#include "icd.h"

#include "base/buffer.h"
#include "base/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Of a program's build. */
#define FOLDER "/tmp/clgroup-simt-XXXXXX"

static bool write_all(const char *folder, const char *name, const void *data, size_t size) {
  char path[600];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  /* A header's name may have folders. */
  for (char *at = path + strlen(folder) + 1; (at = strchr(at, '/')); *at++ = '/') {
    *at = 0;
    mkdir(path, 0700);
  }
  return clgroup_file_write(path, data, size);
}

/* As for other drivers, a string ends at its first zero byte. */
static size_t length_of(const char *string, const size_t *lengths, cl_uint i) {
  return lengths && lengths[i] ? strnlen(string, lengths[i]) : strlen(string);
}

cl_program icd_clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings, const size_t *lengths,
                                         cl_int *error) {
  size_t size = 0;
  for (cl_uint i = 0; strings && i < count; i++) {
    if (!strings[i]) {
      stub_set(error, CL_INVALID_VALUE);
      return NULL;
    }
    size += length_of(strings[i], lengths, i);
  }
  stub_set(error, count && strings ? CL_SUCCESS : CL_INVALID_VALUE);
  if (!count || !strings)
    return NULL;
  struct icd_program *p = icd_make_program(context, ((struct icd_context *)context)->device);
  p->source = calloc(1, size + 1);
  if (!p->source)
    abort();
  for (cl_uint i = 0; i < count; i++) {
    const size_t length = length_of(strings[i], lengths, i);
    memcpy(p->source + p->source_size, strings[i], length);
    p->source_size += length;
  }
  return (cl_program)p;
}

/* Runs clgroup-cc by a shell, with these words, in `folder`, which has its input files. Its output becomes p's binary,
 * and its messages p's log. */
static bool compile(struct icd_program *p, const char *folder, const char *words) {
  struct clgroup_buffer command = {0};
  char target[32] = "", arch[32] = "", more[32] = "", path[64];
  size_t size;
  sscanf(p->device->target.name, "%31s %31s %31s", target, arch, more);
  clgroup_buffer_add(&command, "'%s' --target=%s -march=%s %s -I '%s' %s %s -o '%s/out.bc' >'%s/log' 2>&1",
                     CLGROUP_SIMT_CC, target, arch, more, folder, p->options, words, folder, folder);
  const bool good = !system(command.data);
  clgroup_buffer_free(&command);
  free(p->binary);
  snprintf(path, sizeof path, "%s/out.bc", folder);
  p->binary = good ? clgroup_file_read(path, &p->size) : NULL;
  snprintf(path, sizeof path, "%s/log", folder);
  free(p->log);
  p->log = clgroup_file_read(path, &size);
  return p->binary;
}

/* Removes what an earlier build of the program left. */
static void forget(struct icd_program *p, const char *options) {
  simt_module_free(p->module);
  p->module = NULL;
  p->type = CL_PROGRAM_BINARY_TYPE_NONE;
  free(p->options);
  p->options = strdup(options ? options : "");
}

static bool compile_source(struct icd_program *p, const char *kind, cl_uint count, const struct icd_program **headers,
                           const char **names) {
  char folder[] = FOLDER, words[64];
  bool good = mkdtemp(folder) && write_all(folder, "source.cl", p->source, p->source_size);
  for (cl_uint i = 0; i < count && good; i++)
    good = headers[i]->source && write_all(folder, names[i], headers[i]->source, headers[i]->source_size);
  snprintf(words, sizeof words, "%s %s/source.cl", kind, folder);
  good = good && compile(p, folder, words);
  clgroup_tree_remove(folder);
  return good;
}

bool icd_build_source(struct icd_program *p, const char *options) {
  forget(p, options);
  return compile_source(p, "--emit=bc", 0, NULL, NULL);
}

cl_int icd_clCompileProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                            cl_uint header_count, const cl_program *headers, const char **names,
                            stub_program_notify notify, void *user) {
  struct icd_program *p = (struct icd_program *)program;
  if (!p->source || p->kernels)
    return CL_INVALID_OPERATION;
  if (!count != !devices || (user && !notify))
    return CL_INVALID_VALUE;
  forget(p, options);
  const bool good =
      compile_source(p, "--compile-only", header_count, (const struct icd_program **)(uintptr_t)headers, names);
  p->failed = !good;
  if (good)
    p->type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  if (notify)
    notify(program, user);
  return good ? CL_SUCCESS : CL_COMPILE_PROGRAM_FAILURE;
}

cl_program icd_clLinkProgram(cl_context context, cl_uint count, const cl_device_id *devices, const char *options,
                             cl_uint input_count, const cl_program *inputs, stub_program_notify notify, void *user,
                             cl_int *error) {
  struct clgroup_buffer words = {0};
  char folder[] = FOLDER, name[16];
  const bool libraries = options && *options; /* -create-library and what comes with it */
  bool good = input_count && !libraries;
  (void)count, (void)devices;
  for (cl_uint i = 0; i < input_count && good; i++)
    good = ((struct icd_program *)inputs[i])->type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  if (!good || !mkdtemp(folder)) {
    stub_set(error, libraries ? CL_INVALID_LINKER_OPTIONS : CL_INVALID_OPERATION);
    return NULL;
  }
  struct icd_program *p = icd_make_program(context, ((struct icd_program *)inputs[0])->device);
  p->options = strdup("");
  clgroup_buffer_add(&words, "--emit=bc");
  for (cl_uint i = 0; i < input_count; i++) {
    const struct icd_program *from = (struct icd_program *)inputs[i];
    snprintf(name, sizeof name, "%u.bc", i);
    clgroup_buffer_add(&words, " %s/%s", folder, name);
    good = good && write_all(folder, name, from->binary, from->size);
  }
  good = good && compile(p, folder, words.data) && icd_load(p);
  clgroup_buffer_free(&words);
  clgroup_tree_remove(folder);
  p->failed = !good;
  stub_set(error, good ? CL_SUCCESS : CL_LINK_PROGRAM_FAILURE);
  if (notify)
    notify((cl_program)p, user);
  return (cl_program)p;
}
