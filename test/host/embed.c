/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-embed-test check: the C API's structs of options, of older and newer headers, and options that make no sense.
 * clgroup-embed-test FIELD=VALUE... -- IN.bc OUT.bc: what a driver does that has the bitcode in itself. It lowers the
 * module, if that uses the library, with the fields of compile/lowering.inc. */
#include "clgroup/clgroup-llvm.h"
#include "compile/lowering-argument.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

static char error[4096];
static int passed, failed;

static void expect(bool is_right, const char *what) {
  if (is_right)
    passed++;
  else {
    failed++;
    printf("fail: %s (%s)\n", what, error);
  }
}

/* The result of clgroup_llvm_file for these options, whose struct is `size` bytes. */
static int file_of(const void *options) {
  char path[4096];
  error[0] = 0;
  return clgroup_llvm_file(options, 0, path, sizeof path, error, sizeof error);
}

static bool refused(const void *options, const char *with) {
  return file_of(options) < 0 && strstr(error, with) && !strchr(error, '\n');
}

/* A newer header's struct. */
struct newer {
  struct clgroup_llvm_options known;
  int unknown;
};

static void check_options(void) {
  struct newer o = {{.size = sizeof o.known, .folder = "/f", .target = "spirv64", .strategy = "tree"}, 0};
  expect(file_of(&o) == 1, "this header's options");
  o.known.size = sizeof o;
  expect(file_of(&o) == 1, "a newer header's, which sets no new field");
  o.unknown = 1;
  expect(refused(&o, "a field that this version of clgroup does not have"), "a newer header's, which sets one");
  o.known.size = offsetof(struct clgroup_llvm_options, wait);
  o.known.wait = (int (*)(void *))(size_t)1;
  expect(file_of(&o) == 1, "an older header's");
  o.known.size = 0;
  expect(refused(&o, "size is not set"), "no size");
  o.known.size = (size_t)-1;
  expect(refused(&o, "size is not set"), "what was not initialized");
  o.known = (struct clgroup_llvm_options){.size = sizeof o.known, .target = "spirv64", .strategy = "tree"};
  expect(refused(&o, "the options lack a folder"), "neither folder nor embedded files");
  o.known.embedded = clgroup_llvm_spirv64;
  expect(!file_of(&o), "embedded files: none is read");
  expect(clgroup_llvm_lower_files(NULL, 0, "/nowhere/out", &o.known, error, sizeof error) < 0 &&
             strstr(error, "there is no input"),
         "no input");
}

static void check_architecture(const char *target, unsigned architecture, const char *with) {
  const struct clgroup_llvm_options o = {
      .size = sizeof o, .folder = "/f", .target = target, .strategy = "tree", .architecture = architecture};
  expect(with ? refused(&o, with) : file_of(&o) == 1, "an architecture");
}

static void check_request(void) {
  const struct clgroup_symbols none = {0};
  struct clgroup_library_request r = {.size = sizeof r, .address_bits = 64, .strategy = "tree", .needs = &none};
  struct clgroup_module module;
  char *name = "_Z31__clgroup_work_group_reduce_addi";
  const struct clgroup_symbols reduce = {&name, 1};
  expect(!clgroup_library_module(&r, &module, error, sizeof error), "a request");
  free(module.words);
  r = (struct clgroup_library_request){.size = sizeof r, .address_bits = 64, .strategy = "tree", .max_size = SIZE_MAX};
  r.needs = &reduce;
  expect(!clgroup_library_module(&r, &module, error, sizeof error) && module.local_memory > UINT32_MAX,
         "work-groups of any size");
  free(module.words);
  r.max_size = 0;
  expect(clgroup_library_module(&r, &module, error, sizeof error) && strstr(error, "max_size is 0"),
         "without max_size");
  r.size = 0;
  expect(clgroup_library_module(&r, &module, error, sizeof error) && strstr(error, "size is not set"), "without size");
  r = (struct clgroup_library_request){.size = sizeof r, .address_bits = 64, .needs = &none};
  expect(clgroup_library_module(&r, &module, error, sizeof error) && strstr(error, "strategy"), "without strategy");
}

static int check(void) {
  unsigned llvm = 0, major = 0, minor = 0, patch = 0;
  expect(sscanf(clgroup_version(), "%u.%u.%u", &major, &minor, &patch) == 3 &&
             10000 * major + 100 * minor + patch == CLGROUP_VERSION,
         "clgroup_version");
  expect(!strcmp(clgroup_llvm_version(&llvm), clgroup_version()) && llvm == LLVM_MAJOR &&
             clgroup_llvm_version(NULL) == clgroup_llvm_version(&llvm),
         "clgroup_llvm_version");
  check_options();
  check_architecture("nvptx64", 10, "architecture 10: target nvptx64 takes 70, for sm_70, to 999");
  check_architecture("nvptx64", 0, "architecture 0: ");
  check_architecture("nvptx64", 0x90a, "architecture 2314: ");
  check_architecture("nvptx64", 121, NULL);
  check_architecture("amdgcn", 90, "architecture 0x5a: target amdgcn takes 0x900, for gfx900, to 0x1fff");
  check_architecture("amdgcn", 0x1201, NULL);
  check_request();
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}

static const struct clgroup_llvm_embedded *files_of(const char *target) {
  return !strcmp(target, "spirv64")   ? clgroup_llvm_spirv64
         : !strcmp(target, "spirv32") ? clgroup_llvm_spirv32
         : !strcmp(target, "nvptx64") ? clgroup_llvm_nvptx64
                                      : clgroup_llvm_amdgcn;
}

int main(int argc, char **argv) {
  struct clgroup_llvm_options options = {.size = sizeof options, .target = "spirv64", .strategy = "serial"};
  int at = 1, status = EXIT_FAILURE;
  if (argc == 2 && !strcmp(argv[1], "check"))
    return check();
  while (at < argc && lowering_take_argument(argv[at], &options))
    at++;
  if (at + 3 != argc || strcmp(argv[at], "--") != 0)
    return 2;
  options.embedded = options.folder ? NULL : files_of(options.target);
  LLVMContextRef context = LLVMContextCreate();
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module = NULL;
  char *why = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(argv[at + 1], &buffer, &why) ||
      LLVMParseIRInContext(context, buffer, &module, &why)) {
    printf("%s\n", why);
    LLVMDisposeMessage(why);
  } else if (!options.provide && !clgroup_llvm_uses(module)) {
    puts("uses nothing");
    status = EXIT_SUCCESS;
  } else if (clgroup_llvm_lower(&module, &options, error, sizeof error)) {
    puts(error);
  } else {
    status = LLVMWriteBitcodeToFile(module, argv[at + 2]) ? EXIT_FAILURE : EXIT_SUCCESS;
    printf("lowered%s\n", clgroup_llvm_uses(module) ? ", and functions of the library are left" : "");
  }
  if (module)
    LLVMDisposeModule(module);
  LLVMContextDispose(context);
  return status;
}
