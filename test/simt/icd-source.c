/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs from source: clgroup-cc is this driver's compiler, and clCompileProgram calls it with --compile-only. */
#include "icd.h"

#include "base/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_LINKED = 16 };

static bool write_all(const char *folder, const char *name, const void *data, size_t size) {
  char path[600], *slash;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  /* A header's name may have folders. */
  for (char *at = path + strlen(folder) + 1; (slash = strchr(at, '/')); at = slash + 1) {
    char command[700];
    snprintf(command, sizeof command, "mkdir -p '%.*s'", (int)(slash - path), path);
    if (system(command))
      return false;
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
  struct icd_program *p = icd_make(sizeof *p);
  p->context = icd_retain(context);
  p->device = ((struct icd_context *)context)->device;
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
static bool compile(struct icd_program *p, const char *folder, const char *words, const char *options) {
  char target[32] = "", arch[32] = "", more[32] = "", path[600];
  size_t size = strlen(words) + strlen(options) + sizeof path * 3;
  char *command = malloc(size);
  if (!command)
    abort();
  sscanf(p->device->target.name, "%31s %31s %31s", target, arch, more);
  snprintf(command, size, "'%s' --target=%s -march=%s %s -I '%s' %s %s -o '%s/out.bc' >'%s/log' 2>&1", CLGROUP_SIMT_CC,
           target, arch, more, folder, options, words, folder, folder);
  const bool good = !system(command);
  free(command);
  free(p->binary);
  snprintf(path, sizeof path, "%s/out.bc", folder);
  p->binary = good ? clgroup_file_read(path, &p->size) : NULL;
  snprintf(path, sizeof path, "%s/log", folder);
  free(p->log);
  p->log = clgroup_file_read(path, &size);
  return p->binary;
}

static bool make_folder(char *folder) {
  strcpy(folder, "/tmp/clgroup-simt-XXXXXX");
  return mkdtemp(folder);
}

static void remove_folder(const char *folder) {
  char command[64];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  if (system(command))
    fprintf(stderr, "clgroup executor: error: cannot remove %s\n", folder);
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
  char folder[32], words[64];
  if (!make_folder(folder))
    return false;
  snprintf(words, sizeof words, "%s %s/source.cl", kind, folder);
  bool good = write_all(folder, "source.cl", p->source, p->source_size);
  for (cl_uint i = 0; i < count && good; i++)
    good = headers[i]->source && write_all(folder, names[i], headers[i]->source, headers[i]->source_size);
  good = good && compile(p, folder, words, p->options);
  remove_folder(folder);
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
  struct icd_program *p;
  char folder[32], words[MOST_LINKED * 64] = "", name[16];
  const bool libraries = options && *options; /* -create-library and what comes with it */
  bool good = input_count && input_count <= MOST_LINKED && !libraries;
  (void)count, (void)devices;
  for (cl_uint i = 0; i < input_count && good; i++)
    good = ((struct icd_program *)inputs[i])->type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  if (!good || !make_folder(folder)) {
    stub_set(error, libraries ? CL_INVALID_LINKER_OPTIONS : CL_INVALID_OPERATION);
    return NULL;
  }
  p = icd_make(sizeof *p);
  p->context = icd_retain(context);
  p->device = ((struct icd_program *)inputs[0])->device;
  p->options = strdup("");
  for (cl_uint i = 0; i < input_count; i++) {
    const struct icd_program *from = (struct icd_program *)inputs[i];
    const size_t used = strlen(words);
    snprintf(name, sizeof name, "%u.bc", i);
    snprintf(words + used, sizeof words - used, " %s/%s", folder, name);
    good = good && write_all(folder, name, from->binary, from->size);
  }
  good = good && compile(p, folder, words, "--emit=bc");
  remove_folder(folder);
  good = good && icd_load(p);
  p->failed = !good;
  stub_set(error, good ? CL_SUCCESS : CL_LINK_PROGRAM_FAILURE);
  if (notify)
    notify((cl_program)p, user);
  return (cl_program)p;
}
