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

static struct outcome compile(const char *source, const char *options) {
  struct clgroup_compiler_job c = compile_by("cc");
  struct clgroup_unit unit = unit_of(source, options);
  return run_compile(&c, &unit, 1);
}

static void fails(const char *what, const char *source, const char *options, const char *says) {
  struct outcome o = compile(source, options);
  check(o.result == CLGROUP_COMPILE_FAILED && strstr(o.log, says) && !strstr(o.log, in_folder("tmp")), "%s: %d, %s",
        what, o.result, o.log);
  free_outcome(&o);
}

static void compiles(const char *what, const char *source, const char *options, const char *says) {
  struct outcome o = compile(source, options);
  check(o.result == CLGROUP_COMPILE_OK && (*says ? strstr(o.log, says) != NULL : !*o.log), "%s: %d, %s", what, o.result,
        o.log);
  free_outcome(&o);
}

static const char reduce[] = "kernel void k(global int *unlikely_name) {\n"
                             "  *unlikely_name = work_group_reduce_add(*unlikely_name);\n"
                             "}\n";

static bool holds(const struct outcome *o, const char *text) {
  return o->binary && memmem(o->binary, o->size, text, strlen(text));
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
  compiles("OpenCL C 3.1", reduce, "-cl-std=CL3.1", "");
  fails("functions that OpenCL C 1.2 lacks", reduce, "-cl-std=CL1.2",
        "calls work_group_reduce_add, which needs -cl-std=CL2.0 or newer, not -cl-std=CL1.2");
  compiles("C++ for OpenCL", "template <class T> T f(T t) { return t; }\nkernel void k(global int *p) { *p = f(1); }",
           "-cl-std=CLC++2021", "");

  struct outcome with = compile(reduce, "-cl-kernel-arg-info"), without = compile(reduce, "");
  check(holds(&with, "unlikely_name") && !holds(&without, "unlikely_name"), "-cl-kernel-arg-info");
  struct outcome again = compile(reduce, "-g"), debug = compile(reduce, "-g");
  check(again.size == debug.size && !memcmp(again.binary, debug.binary, again.size) && debug.size > without.size,
        "two runs make the same, with -g too");
  free_outcome(&with);
  free_outcome(&without);
  free_outcome(&again);
  free_outcome(&debug);
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
  struct clgroup_compiler_job c = compile_by("cc");
  struct clgroup_unit unit =
      unit_of("#if !defined(__opencl_c_images) || !defined(__opencl_c_atomic_scope_device)\n"
              "#error too little\n"
              "#endif\n"
              "#if defined(__opencl_c_generic_address_space) || defined(__opencl_c_subgroups) || \\\n"
              "    defined(__opencl_c_read_write_images) || defined(cl_khr_fp64)\n"
              "#error too much\n"
              "#endif\n"
              "kernel void k(global long *p) { *p = work_group_scan_exclusive_min(*p); }\n",
              "");
  c.extensions = "cl_khr_byte_addressable_store";
  c.features = "__opencl_c_images __opencl_c_int64 __opencl_c_atomic_scope_device";
  expect(&c, &unit, 1, CLGROUP_COMPILE_OK, "", "a device's features");
  /* Clang 22 declares these by the features, and in OpenCL C 2.0, which has no features, too. */
  static const char *const standards[] = {"-cl-std=CL2.0", "-cl-std=CL3.0"};
  c.features = "__opencl_c_atomic_order_seq_cst __opencl_c_atomic_order_acq_rel __opencl_c_atomic_scope_device "
               "__opencl_c_atomic_scope_all_devices __opencl_c_generic_address_space";
  for (unsigned i = 0; i < 2; i++) {
    unit = unit_of("kernel void k(global atomic_int *p) {\n"
                   "  atomic_fetch_add(p, work_group_reduce_add(1));\n"
                   "  atomic_fetch_add_explicit(p, 1, memory_order_relaxed, memory_scope_all_svm_devices);\n"
                   "}\n",
                   standards[i]);
    expect(&c, &unit, 1, CLGROUP_COMPILE_OK, "", "atomics, %s", standards[i]);
  }
}

static void test_includes(void) {
  static const struct clgroup_header headers[] = {{"x.h", "#include \"deep/y.h\"\n", 20},
                                                  {"deep/y.h", "int wrong wrong;\n", 17}};
  struct clgroup_compiler_job c = compile_by("cc");
  struct clgroup_unit unit = unit_of("#include <x.h>\n", "-I here");
  unit.headers = headers;
  unit.header_count = 2;
  go_to(folder);
  mkdir("here", 0700);
  write_file("here/x.h", "", 0);
  write_file("x.h", "", 0);
  struct outcome o = run_compile(&c, &unit, 1);
  check(o.result == CLGROUP_COMPILE_FAILED && strstr(o.log, "deep/y.h:1:10: error") && strstr(o.log, "<source>:1"),
        "headers of the application come first: %s", o.log);
  free_outcome(&o);
  unit.header_count = 0;
  expect(&c, &unit, 1, CLGROUP_COMPILE_OK, "", "a folder of the application's");
  write_file("z.h", "#define Z 1\n", 12);
  compiles("a file in the current folder", "#include \"z.h\"\nconstant int x = Z;", "", "");
  go_to(home);
}

static void test_units(void) {
  struct clgroup_compiler_job c = compile_by("cc");
  struct clgroup_unit units[] = {unit_of("int sum(int);\nkernel void k(global int *p) { *p = sum(*p) FACTOR; }", ""),
                                 unit_of("int sum(int x) { return work_group_reduce_add(x); }", "-cl-std=CL2.0")};
  c.defines = "-DFACTOR=*7";
  struct outcome o = run_compile(&c, units, 2);
  check(o.result == CLGROUP_COMPILE_OK && holds(&o, "k.clgroup.scratch"), "two sources: %s", o.log);
  size_t size = o.size;
  free_outcome(&o);

  c.link = false;
  struct outcome second = run_compile(&c, units + 1, 1);
  check(second.result == CLGROUP_COMPILE_OK && !holds(&second, "clgroup.scratch"), "only compiled: %s", second.log);
  c.link = true;
  units[1] = (struct clgroup_unit){.binary = second.binary, .binary_size = second.size};
  o = run_compile(&c, units, 2);
  check(o.result == CLGROUP_COMPILE_OK && o.size == size, "a source and a module: %s", o.log);
  free_outcome(&o);
  units[0] = units[1];
  expect(&c, units, 2, CLGROUP_COMPILE_FAILED, "sum", "the same function twice");
  free_outcome(&second);
}

/* Compiles with a cache; tells whether the compiler ran, and whether the result is the same as the first time. */
static bool kept(struct clgroup_compiler_job *c, const struct clgroup_unit *unit) {
  struct outcome first = run_compile(c, unit, 1);
  runs();
  struct outcome again = run_compile(c, unit, 1);
  bool ran = runs();
  check(first.result == CLGROUP_COMPILE_OK && again.result == CLGROUP_COMPILE_OK, "%s%s", first.log, again.log);
  check(first.size == again.size && !memcmp(first.binary, again.binary, first.size) && !strcmp(first.log, again.log),
        "the same from the cache, not %s and %s", first.log, again.log);
  free_outcome(&first);
  free_outcome(&again);
  return !ran;
}

/* Does this compilation have a cache key that differs from all before? */
#define CHANGED(change, what) ((void)(change), is_new(&c, &unit, what))
static void is_new(struct clgroup_compiler_job *c, const struct clgroup_unit *unit, const char *what) {
  runs();
  expect(c, unit, 1, CLGROUP_COMPILE_OK, "", "with %s it is compiled again", what);
  check(runs() == 1, "with %s it is compiled again", what);
  struct outcome o = run_compile(c, unit, 1);
  check(runs() == 0, "with %s it is kept", what);
  free_outcome(&o);
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
  struct clgroup_compiler_job c = compile_by("own/bin/cc");
  struct clgroup_unit unit = unit_of(
      "#include <clgroup/operator_common.h>\nkernel void k(global int *p) { *p = work_group_reduce_add(*p); }\n", "");
  c.cache = clgroup_cache_open(in_folder("headers"), 10 << 20);
  check(kept(&c, &unit), "a program with a header of the library's is kept");
  nanosleep(&(struct timespec){0, 20000000}, NULL);
  check(!utimensat(AT_FDCWD, in_folder("data/include/clgroup/operator_common.h"), NULL, 0), "a header");
  is_new(&c, &unit, "a header that was replaced");
  c.target = "nvptx64";
  c.strategy = "subgroup";
  c.architecture = "sm_80";
  CHANGED(c.form = CLGROUP_FORM_PTX, "PTX");
  unit.options = options;
  snprintf(options, sizeof options, "-I%s", in_folder("app"));
  is_new(&c, &unit, "a folder of the application's");
  mkdir(in_folder("app/clgroup"), 0700);
  check(!kept(&c, &unit), "nor is it kept where that folder may have the header");
  unit.options = "";
  check(kept(&c, &unit), "a folder of that name");
  go_to(in_folder("app"));
  check(!kept(&c, &unit), "nor where the current folder may have it");
  go_to(home);
  clgroup_cache_close(c.cache);
  unsetenv("CLGROUP_DATA_DIR");
}

static void test_cached(const char *compiler) {
  static const struct clgroup_header first[] = {{"x.h", "#define X 1\n", 12}, {"y.h", "#define X 2\n", 12}},
                                     other = {"x.h", "#define X 2\n", 12};
  struct clgroup_compiler_job c = compile_by("cc");
  struct clgroup_unit unit = unit_of("#include \"x.h\"\nkernel void k(global int *p) { *p = X; }\n#warning kept\n", "");
  unit.headers = first;
  unit.header_count = 1;
  char libraries[4096];
  snprintf(libraries, sizeof libraries, "%.*s/../share/clgroup", (int)(strrchr(compiler, '/') - compiler), compiler);
  setenv("CLGROUP_DATA_DIR", libraries, 1);
  c.cache = clgroup_cache_open(in_folder("cache"), 10 << 20);
  check(kept(&c, &unit), "a program with a header of its own is kept");
  CHANGED(unit.options = "-DA", "an option");
  CHANGED(unit.headers = &other, "another header's text");
  unit.header_count = 2;
  CHANGED(unit.headers = first, "one more header");
  CHANGED(unit.length--, "a byte less of source");
  CHANGED(c.strategy = "tree", "another strategy");
  CHANGED(c.max_work_group_size = 77, "another size");
  CHANGED(c.extensions = "cl_khr_fp64", "other extensions");
  CHANGED(c.features = "__opencl_c_images", "other features");
  CHANGED(c.features = "__opencl_c_images __opencl_c_atomic_scope_device", "features that are but macros");
  CHANGED(c.defines = "-DB", "another option of the layer's");
  CHANGED(c.default_standard = "CL2.0", "another standard");
  CHANGED(c.identity = "another driver", "another driver");
  CHANGED(c.form = CLGROUP_FORM_SPIRV, "SPIR-V");
  CHANGED(c.link = false, "no link");
  char script[8192];
  versions();
  check(kept(&c, &unit) && versions() == 0, "what is kept is found without starting a process");
  setenv("CLGROUP_CLANG", "/bin/sh", 1);
  check(kept(&c, &unit) && versions() == 1, "a variable of the compiler's: it is asked again");
  unsetenv("CLGROUP_CLANG");
  snprintf(script, sizeof script, "exec '%s' \"$@\" # rebuilt\n", compiler);
  nanosleep(&(struct timespec){0, 20000000}, NULL);
  write_compiler("cc", script);
  is_new(&c, &unit, "a compiler that was built again");
  write_file("llvm-spirv", "one", 3);
  is_new(&c, &unit, "an llvm-spirv");
  write_file("llvm-spirv", "another", 7);
  is_new(&c, &unit, "an llvm-spirv that was replaced");

  struct clgroup_unit outer = unit_of("#include \"outer.h\"\nkernel void k(global int *p) { *p = X; }\n", "");
  char options[4200];
  snprintf(options, sizeof options, "-I %s", folder);
  write_file("outer.h", "#define X 1\n", 12);
  outer.options = options;
  check(!kept(&c, &outer), "a program with a file in it is not kept");
  snprintf(options, sizeof options, "-isystem %s", folder);
  check(!kept(&c, &outer), "nor one with a file of -isystem");
  snprintf(options, sizeof options, "-include %s", in_folder("outer.h"));
  outer = unit_of("kernel void k(global int *p) { *p = X; }\n", options);
  check(!kept(&c, &outer), "nor one with a file of -include");
  outer = unit_of("constant char t[] = __TIME__;\n", "");
  runs();
  struct outcome o = run_compile(&c, &outer, 1);
  free_outcome(&o);
  o = run_compile(&c, &outer, 1);
  check(runs() == 2, "nor one with the time in it");
  free_outcome(&o);
  outer = unit_of("#if __has_include(\"nowhere.h\")\n#endif\n", "");
  check(!kept(&c, &outer), "nor one that asks for files");

  outer = unit_of("#include \"outer.h\"\nkernel void k(global int *p) { *p = X; }\n", "");
  check(kept(&c, &unit), "the test's folder");
  go_to(folder);
  check(!kept(&c, &outer), "nor one with a file of the current folder");
  go_to("/");
  runs();
  o = run_compile(&c, &unit, 1);
  check(runs() == 0, "the current folder is nothing to a program that uses no file of it");
  free_outcome(&o);
  go_to(home);

  struct clgroup_unit wrong = unit_of("wrong", "");
  runs();
  for (int i = 0; i < 2; i++) {
    o = run_compile(&c, &wrong, 1);
    check(o.result == CLGROUP_COMPILE_FAILED && *o.log, "an error");
    free_outcome(&o);
  }
  check(runs() == 2, "errors are not kept");

  c.link = true;
  struct clgroup_unit both[] = {unit, outer};
  both[1] = unit_of("kernel void l() {}", "");
  o = run_compile(&c, both, 2);
  free_outcome(&o);
  runs();
  expect(&c, both, 2, CLGROUP_COMPILE_OK, "", "two units are kept");
  check(runs() == 0, "two units are kept");
  both[1] = unit_of("kernel void m() {}", "");
  expect(&c, both, 2, CLGROUP_COMPILE_OK, "", "of two units one has changed");
  check(runs() == 2, "of two units one has changed");
  clgroup_cache_close(c.cache);
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
