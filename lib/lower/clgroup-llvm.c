/* clgroup-llvm.h: clgroup_lower for a module in memory. It reads and writes files in memory, so that whatever happens
 * the caller's module and context are untouched. */
#define _GNU_SOURCE /* memfd_create */
#include "clgroup/clgroup-llvm.h"

#include "lower/lower.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

enum { LONGEST_PATH = 4096, DEFAULT_WORK_GROUP = 1024 };

struct memory_file {
  int descriptor;
  char path[32];
};

static bool open_file(struct memory_file *f) {
  f->descriptor = memfd_create("clgroup", MFD_CLOEXEC);
  snprintf(f->path, sizeof f->path, "/proc/self/fd/%d", f->descriptor);
  return f->descriptor >= 0;
}

static int fail(char *error, size_t error_size, const char *text, const char *detail) {
  snprintf(error, error_size, text, detail);
  return -1;
}

/* The device library of a target and strategy; false: there is none, or its name is too long. */
static bool library(char path[LONGEST_PATH], const struct clgroup_llvm_request *r, const char *strategy) {
  return snprintf(path, LONGEST_PATH, "%s/%s.%s.bc", r->folder, r->target, strategy) < LONGEST_PATH &&
         !access(path, R_OK);
}

static int lower_file(const struct clgroup_llvm_request *r, const char *input, const char *output, char *error,
                      size_t error_size) {
  char own[LONGEST_PATH], chunks[LONGEST_PATH], *why = NULL;
  if (strncmp(r->target, "spirv", 5) != 0)
    return fail(error, error_size, "target %s is not for modules in memory: use spirv64 or spirv32", r->target);
  const bool readable = library(own, r, r->strategy);
  if (!readable || !library(chunks, r, "chunks"))
    return fail(error, error_size, "cannot read the device library '%s'", readable ? chunks : own);
  const struct clgroup_lower_options options = {
      .library = own,
      .chunks = chunks,
      .max_work_group_size = r->max_work_group_size ? r->max_work_group_size : DEFAULT_WORK_GROUP,
      .device_max_work_group_size = r->device_max_work_group_size,
      .local_memory_size = r->local_memory_size,
      .opt_level = r->opt_level,
      .for_spirv = r->for_spirv,
      .plain_loops = r->for_spirv,
      .for_pocl = r->for_pocl,
      .verify = 1,
  };
  const int result = clgroup_lower(&options, &input, 1, output, &why);
  if (result == CLGROUP_LOWER_NOT_SPIRV)
    fail(error, error_size, "the module has integers that SPIR-V lacks: compile it with %s",
         "-Xclang -disable-llvm-passes");
  else if (result)
    fail(error, error_size, "%s", why ? why : "out of memory");
  free(why);
  return result ? -1 : 0;
}

static int take_module(LLVMModuleRef *module, const char *path, char *error, size_t error_size) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef lowered;
  char *why = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &why) ||
      LLVMParseIRInContext(LLVMGetModuleContext(*module), buffer, &lowered, &why)) {
    fail(error, error_size, "internal error: LLVM cannot read what it wrote: %s", why);
    LLVMDisposeMessage(why);
    return -1;
  }
  size_t length;
  const char *name = LLVMGetModuleIdentifier(*module, &length);
  LLVMSetModuleIdentifier(lowered, name, length);
  LLVMDisposeModule(*module);
  *module = lowered;
  return 0;
}

int clgroup_llvm_lower(LLVMModuleRef *module, const struct clgroup_llvm_request *request, char *error,
                       size_t error_size) {
  struct memory_file input = {.descriptor = -1}, output = {.descriptor = -1};
  int result;
  if (!open_file(&input) || !open_file(&output) || LLVMWriteBitcodeToFile(*module, input.path))
    result = fail(error, error_size, "cannot write to memory: %s", strerror(errno));
  else if (!(result = lower_file(request, input.path, output.path, error, error_size)))
    result = take_module(module, output.path, error, error_size);
  if (input.descriptor >= 0)
    close(input.descriptor);
  if (output.descriptor >= 0)
    close(output.descriptor);
  return result;
}
