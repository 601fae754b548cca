/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The real clgroup-cc: its outputs, and when the cache makes running it unnecessary. */
#define _GNU_SOURCE /* memmem */
#include "cache/cache.h"
#include "check.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The number of times that the compiler's version was queried since the last call. */
static size_t versions(void) {
  size_t size;
  free(read_file("versions", &size));
  unlink(in_folder("versions"));
  return size / 6;
}

static void fails(const char *what, const char *source, const char *options, const char *says) {
  use("cc", source, options);
  expect(CLGROUP_COMPILE_FAILED, says, "%s", what);
  check(!strstr(outcome.log, in_folder("tmp")), "%s: %s", what, outcome.log);
}

static void compiles(const char *what, const char *source, const char *options, const char *says) {
  use("cc", source, options);
  expect(CLGROUP_COMPILE_OK, says, "%s", what);
  check(*says || !*outcome.log, "%s: %s", what, outcome.log);
}

static const char reduce[] = "kernel void k(global int *unlikely_name) {\n"
                             "  *unlikely_name = work_group_reduce_add(*unlikely_name);\n"
                             "}\n";

/* Does what was compiled hold the text? */
static bool holds(const char *text) {
  return outcome.binary && memmem(outcome.binary, outcome.size, text, strlen(text));
}

/* Runs the compilation. Returns what came of it, for forget(). */
static struct outcome taken(void) {
  run();
  const struct outcome mine = outcome;
  outcome = (struct outcome){0};
  return mine;
}

static void forget(struct outcome *o) {
  free(o->binary);
  free(o->log);
}

/* Is this outcome the last one? */
static bool is_same(const struct outcome *o) {
  return o->size == outcome.size && !memcmp(o->binary, outcome.binary, o->size) && !strcmp(o->log, outcome.log);
}

static void test_sources(void) {
  compiles("a work-group function", reduce, "", "");
  compiles("a warning", "kernel void k() {\n#warning careful\n}", "", "<source>:2:2: warning: careful");
  compiles("a warning that nobody wants", "kernel void k() {\n#warning careful\n}", "-w", "");
  fails("an error", "kernel void k() {\n  nonsense;\n}", "", "<source>:2:3: error: use of undeclared");
  fails("-Werror", "\n#warning careful\nkernel void k() {}", "-Werror", "<source>:2:2: error: careful");
  fails("nothing", "#error nothing", "", "<source>:1:2: error: nothing");
  compiles("no kernels", "", "", "");
  compiles("OpenCL C 1.2", "int work_group_all(int);kernel void k() {}", "-cl-std=CL1.2", "");
  compiles("C++ for OpenCL", "template <class T> T f(T t) { return t; }\nkernel void k(global int *p) { *p = f(1); }",
           "-cl-std=CLC++2021", "");

  compiles("-cl-kernel-arg-info", reduce, "-cl-kernel-arg-info", "");
  check(holds("unlikely_name"), "-cl-kernel-arg-info");
  compiles("no -cl-kernel-arg-info", reduce, "", "");
  check(!holds("unlikely_name"), "no -cl-kernel-arg-info");
  const size_t size = outcome.size;
  use("cc", reduce, "-g");
  struct outcome debug = taken();
  run();
  check(is_same(&debug) && debug.size > size, "two runs make the same, with -g too");
  forget(&debug);
}

/* The macros that a build for this device has and has not. */
static void test_device(void) {
  static const char source[] =
      "#if !defined(cl_khr_fp64) || !defined(cl_vendor_thing) || !defined(__opencl_c_work_group_collective_functions)\n"
      "#error too little\n"
      "#endif\n"
      "#if defined(cl_khr_fp16) || defined(cl_khr_subgroups) || defined(cl_khr_subgroup_shuffle)\n"
      "#error too much\n"
      "#endif\n"
      "#if defined(cl_khr_work_group_uniform_arithmetic) || defined(cl_ext_float_atomics)\n"
      "#error far too much\n"
      "#endif\n"
      "kernel void k(global double *p) { *p = work_group_reduce_add(*p); }\n";
  compiles("OpenCL C 3.0's extensions", source, "", "");
  compiles("OpenCL C 2.0's extensions", source, "-cl-std=CL2.0", "");
  compiles("OpenCL C 1.2's extensions", "#if !defined(cl_khr_fp64) || defined(cl_khr_fp16)\n#error\n#endif\n",
           "-cl-std=CL1.2", "");
  use("cc",
      "#if !defined(__opencl_c_images) || !defined(__opencl_c_atomic_scope_device)\n"
      "#error too little\n"
      "#endif\n"
      "#if defined(__opencl_c_generic_address_space) || defined(__opencl_c_subgroups) || \\\n"
      "    defined(__opencl_c_read_write_images) || defined(cl_khr_fp64)\n"
      "#error too much\n"
      "#endif\n"
      "kernel void k(global long *p) { *p = work_group_scan_exclusive_min(*p); }\n",
      "");
  job.extensions = "cl_khr_byte_addressable_store";
  job.features = "__opencl_c_images __opencl_c_int64 __opencl_c_atomic_scope_device";
  expect(CLGROUP_COMPILE_OK, "", "a device's features");
  /* Clang 22 declares these by the features, and in OpenCL C 2.0, which has no features, too. */
  static const char *const standards[] = {"-cl-std=CL2.0", "-cl-std=CL3.0"};
  job.features = "__opencl_c_atomic_order_seq_cst __opencl_c_atomic_order_acq_rel __opencl_c_atomic_scope_device "
                 "__opencl_c_atomic_scope_all_devices __opencl_c_generic_address_space";
  for (unsigned i = 0; i < 2; i++) {
    units[0] = unit_of("kernel void k(global atomic_int *p) {\n"
                       "  atomic_fetch_add(p, work_group_reduce_add(1));\n"
                       "  atomic_fetch_add_explicit(p, 1, memory_order_relaxed, memory_scope_all_svm_devices);\n"
                       "}\n",
                       standards[i]);
    expect(CLGROUP_COMPILE_OK, "", "atomics, %s", standards[i]);
  }
}

static void test_includes(void) {
  static const struct clgroup_header headers[] = {{"x.h", "#include \"deep/y.h\"\n", 20},
                                                  {"deep/y.h", "int wrong wrong;\n", 17}};
  use("cc", "#include <x.h>\n", "-I here");
  units->headers = headers;
  units->header_count = 2;
  go_to(folder);
  mkdir("here", 0700);
  write_file("here/x.h", "", 0);
  write_file("x.h", "", 0);
  expect(CLGROUP_COMPILE_FAILED, "deep/y.h:1:10: error", "headers of the application come first");
  check(strstr(outcome.log, "<source>:1"), "headers of the application come first: %s", outcome.log);
  units->header_count = 0;
  expect(CLGROUP_COMPILE_OK, "", "a folder of the application's");
  write_file("z.h", "#define Z 1\n", 12);
  compiles("a file in the current folder", "#include \"z.h\"\nconstant int x = Z;", "", "");
  go_to(home);
}

static void test_units(void) {
  static const char kernel[] = "int sum(int);\nkernel void k(global int *p) { *p = sum(*p) FACTOR; }",
                    function[] = "int sum(int x) { return work_group_reduce_add(x); }";
  use("cc", kernel, "");
  job.defines = "-DFACTOR=*7";
  units[1] = unit_of(function, "-cl-std=CL2.0");
  unit_count = 2;
  expect(CLGROUP_COMPILE_OK, "", "two sources");
  check(holds("k.clgroup.scratch"), "two sources");
  const size_t size = outcome.size;

  use("cc", function, "-cl-std=CL2.0");
  job.link = false;
  expect(CLGROUP_COMPILE_OK, "", "only compiled");
  check(!holds("clgroup.scratch"), "only compiled");
  struct outcome second = taken();
  job.link = true;
  job.defines = "-DFACTOR=*7";
  units[0] = unit_of(kernel, "");
  units[1] = (struct clgroup_unit){.binary = second.binary, .binary_size = second.size};
  unit_count = 2;
  expect(CLGROUP_COMPILE_OK, "", "a source and a module");
  check(outcome.size == size, "a source and a module: %zu bytes, not %zu", outcome.size, size);
  units[0] = units[1];
  expect(CLGROUP_COMPILE_FAILED, "sum", "the same function twice");
  forget(&second);
}

/* Compiles with a cache; tells whether the compiler ran, and whether the result is the same as the first time. */
static bool kept(void) {
  struct outcome first = taken();
  run();
  check(first.result == CLGROUP_COMPILE_OK && outcome.result == CLGROUP_COMPILE_OK, "%s%s", first.log, outcome.log);
  check(is_same(&first), "the same from the cache, not %s and %s", first.log, outcome.log);
  forget(&first);
  return !outcome.runs;
}

/* The same of another unit in the place of this one. */
static bool kept_as(const char *source, const char *options) {
  const struct clgroup_unit usual = units[0];
  units[0] = unit_of(source, options);
  const bool is = kept();
  units[0] = usual;
  return is;
}

/* Does this compilation have a cache key that differs from all before? */
#define CHANGED(change, what) ((void)(change), is_new(what))
static void is_new(const char *what) {
  expect_runs(1, "with %s it is compiled again", what);
  expect_runs(0, "with %s it is kept", what);
}

/* The headers that programs include are the installation's own, so these programs are kept too; until a header changes,
 * or one in a folder of the application's may come first. `compiler` is clgroup-cc's path. */
static void test_cached_headers(const char *compiler) {
  char command[16384], options[4200];
  snprintf(command, sizeof command,
           "cd '%s' && c=$(realpath '%s') && p=${c%%/bin/*} && mkdir -p own/bin own/include data/include app && "
           "ln -s \"$p/include/clgroup\" own/include/clgroup && ln -s \"$p\"/share/clgroup/* data/ 2>/dev/null; "
           "cp -rL \"$p/include/clgroup\" data/include/",
           folder, compiler);
  mkdir(in_folder("data"), 0700);
  check(!system(command), "an installation");
  snprintf(command, sizeof command, "exec '%s' \"$@\"\n", compiler);
  write_compiler("own/bin/cc", command);
  setenv("CLGROUP_DATA_DIR", in_folder("data"), 1);
  use("own/bin/cc",
      "#include <clgroup/operator_common.h>\nkernel void k(global int *p) { *p = work_group_reduce_add(*p); }\n", "");
  job.cache = clgroup_cache_open(in_folder("headers"), 10 << 20);
  check(kept(), "a program with a header of the library's is kept");
  nanosleep(&(struct timespec){0, 20000000}, NULL);
  check(!utimensat(AT_FDCWD, in_folder("data/include/clgroup/operator_common.h"), NULL, 0), "a header");
  is_new("a header that was replaced");
  job.target = "nvptx64";
  job.strategy = "subgroup";
  job.architecture = "sm_80";
  CHANGED(job.form = CLGROUP_FORM_PTX, "PTX");
  units->options = options;
  snprintf(options, sizeof options, "-I%s", in_folder("app"));
  is_new("a folder of the application's");
  mkdir(in_folder("app/clgroup"), 0700);
  check(!kept(), "nor is it kept where that folder may have the header");
  units->options = "";
  check(kept(), "a folder of that name");
  go_to(in_folder("app"));
  check(!kept(), "nor where the current folder may have it");
  go_to(home);
  clgroup_cache_close(job.cache);
  unsetenv("CLGROUP_DATA_DIR");
}

static void test_cached(const char *compiler) {
  static const struct clgroup_header first[] = {{"x.h", "#define X 1\n", 12}, {"y.h", "#define X 2\n", 12}},
                                     other = {"x.h", "#define X 2\n", 12};
  static const char outer[] = "#include \"outer.h\"\nkernel void k(global int *p) { *p = X; }\n";
  use("cc", "#include \"x.h\"\nkernel void k(global int *p) { *p = X; }\n#warning kept\n", "");
  units->headers = first;
  units->header_count = 1;
  char libraries[4096];
  snprintf(libraries, sizeof libraries, "%.*s/../share/clgroup", (int)(strrchr(compiler, '/') - compiler), compiler);
  setenv("CLGROUP_DATA_DIR", libraries, 1);
  job.cache = clgroup_cache_open(in_folder("cache"), 10 << 20);
  check(kept(), "a program with a header of its own is kept");
  CHANGED(units->options = "-DA", "an option");
  CHANGED(units->headers = &other, "another header's text");
  units->header_count = 2;
  CHANGED(units->headers = first, "one more header");
  CHANGED(units->length--, "a byte less of source");
  CHANGED(job.strategy = "tree", "another strategy");
  CHANGED(job.max_work_group_size = 77, "another size");
  CHANGED(job.extensions = "cl_khr_fp64", "other extensions");
  CHANGED(job.features = "__opencl_c_images", "other features");
  CHANGED(job.features = "__opencl_c_images __opencl_c_atomic_scope_device", "features that are but macros");
  CHANGED(job.defines = "-DB", "another option of the layer's");
  CHANGED(job.default_standard = "CL2.0", "another standard");
  CHANGED(job.identity = "another driver", "another driver");
  CHANGED(job.form = CLGROUP_FORM_SPIRV, "SPIR-V");
  job.pocl_device = "x86_64-a-device";
  expect_runs(0, "for PoCL's bitcode there is no key of its own");
  job.renew = true;
  expect_runs(1, "what the driver refuses is made anew");
  job.pocl_device = NULL;
  job.renew = false;
  expect_runs(0, "which is kept");
  check(holds("x86_64-a-device"), "in the place of what was refused");
  CHANGED(job.link = false, "no link");
  char script[8192];
  versions();
  check(kept() && versions() == 0, "what is kept is found without starting a process");
  setenv("CLGROUP_CLANG", "/bin/sh", 1);
  check(kept() && versions() == 1, "a variable of the compiler's: it is asked again");
  unsetenv("CLGROUP_CLANG");
  snprintf(script, sizeof script, "exec '%s' \"$@\" # rebuilt\n", compiler);
  nanosleep(&(struct timespec){0, 20000000}, NULL);
  write_compiler("cc", script);
  is_new("a compiler that was built again");
  write_file("llvm-spirv", "one", 3);
  is_new("an llvm-spirv");
  write_file("llvm-spirv", "another", 7);
  is_new("an llvm-spirv that was replaced");

  char options[4200];
  snprintf(options, sizeof options, "-I %s", folder);
  write_file("outer.h", "#define X 1\n", 12);
  check(!kept_as(outer, options), "a program with a file in it is not kept");
  snprintf(options, sizeof options, "-isystem %s", folder);
  check(!kept_as(outer, options), "nor one with a file of -isystem");
  snprintf(options, sizeof options, "-include %s", in_folder("outer.h"));
  check(!kept_as("kernel void k(global int *p) { *p = X; }\n", options), "nor one with a file of -include");
  check(!kept_as("#if __has_include(\"nowhere.h\")\n#endif\n", ""), "nor one that asks for files");

  check(kept(), "the test's folder");
  go_to(folder);
  check(!kept_as(outer, ""), "nor one with a file of the current folder");
  go_to("/");
  expect_runs(0, "the current folder is nothing to a program that uses no file of it");
  go_to(home);

  job.link = true;
  units[1] = unit_of("kernel void l() {}", "");
  unit_count = 2;
  run();
  expect_runs(0, "two units are kept");
  units[1] = unit_of("kernel void m() {}", "");
  expect_runs(2, "of two units one has changed");
  unit_count = 1;
  for (int i = 0; i < 2; i++) {
    units[0] = unit_of("constant char t[] = __TIME__;\n", "");
    expect_runs(1, "nor one with the time in it");
    units[0] = unit_of("wrong", "");
    expect(CLGROUP_COMPILE_FAILED, "wrong", "an error");
    check(outcome.runs == 1, "errors are not kept");
  }
  clgroup_cache_close(job.cache);
  unsetenv("CLGROUP_DATA_DIR");
}

void test_compiler(const char *compiler) {
  char script[8192];
  snprintf(script, sizeof script, "exec '%s' \"$@\"\n", compiler);
  write_compiler("cc", script);
  test_sources();
  test_device();
  test_includes();
  test_units();
  test_cached(compiler);
  test_cached_headers(compiler);
  check_clean("clgroup-cc");
}
