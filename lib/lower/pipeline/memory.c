/* A module in memory is lowered by way of files in memory, so that whatever happens the caller's module and context are
 * untouched. */
#define _GNU_SOURCE /* memfd_create */
#include "clgroup/clgroup-llvm.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

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

int clgroup_llvm_lower(LLVMModuleRef *module, const struct clgroup_llvm_options *options, char *error,
                       size_t error_size) {
  struct memory_file input = {.descriptor = -1}, output = {.descriptor = -1};
  const char *const path = input.path;
  struct clgroup_llvm_options own = *options;
  own.as_text = false;
  own.wait = NULL;
  int result;
  if (!open_file(&input) || !open_file(&output) || LLVMWriteBitcodeToFile(*module, input.path))
    result = fail(error, error_size, "cannot write to memory: %s", strerror(errno));
  else if (!(result = clgroup_llvm_lower_files(&path, 1, output.path, &own, error, error_size)))
    result = take_module(module, output.path, error, error_size);
  if (input.descriptor >= 0)
    close(input.descriptor);
  if (output.descriptor >= 0)
    close(output.descriptor);
  return result;
}
