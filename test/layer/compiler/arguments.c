/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What reaches the compiler: its command line, its folder, its environment. */
#include "check.h"
#include "layer/compile/compiler-arguments.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char recorder[] =
    "for a; do echo \"$a\"; done >$folder/arguments\n"
    "env | sort >$folder/environment\n"
    "cat '<source>' >$folder/source 2>/dev/null\n"
    "cat >$folder/input\n"
    "ls -l /proc/$$/fd >$folder/descriptors\n"
    "pwd >$folder/where\n"
    "find . -type f | LC_ALL=C sort | while read -r f; do echo \"$f: $(tail -n 1 \"$f\")\"; done >$folder/files\n"
    "stat -c %a . .. >$folder/modes\n" GOOD;

/* Is this a line of the file? */
static bool has_line(const char *name, const char *line) {
  size_t size, length = strlen(line);
  char *text = read_file(name, &size);
  bool found = false;
  for (const char *at = text; !found && (at = strstr(at, line)); at++)
    found = (at == text || at[-1] == '\n') && at[length] == '\n';
  free(text);
  return found;
}

static bool has_text(const char *name, const char *part) {
  size_t size;
  char *text = read_file(name, &size);
  bool found = strstr(text, part);
  free(text);
  return found;
}

/* Options that reach the compiler as these lines of its command. */
static void reach(const char *options, const char *const *lines) {
  use("recorder", "kernel void k() {}", options);
  expect(CLGROUP_COMPILE_OK, "", "'%s'", options);
  for (; *lines; lines++)
    check(has_line("arguments", *lines), "'%s' comes with '%s'", options, *lines);
}
#define REACH(options, ...) reach(options, (const char *const[]){__VA_ARGS__, NULL})

static void refused(const char *options, const char *why) {
  use("recorder", "kernel void k() {}", options);
  expect(CLGROUP_COMPILE_BAD_OPTIONS, why, "'%s' is refused", options);
  check(!outcome.runs, "'%s' is refused without a run", options);
}

static void test_options(void) {
  char here[4096], line[4200];
  REACH("", "--target=spirv64", "--strategy=serial", "--device-max-work-group-size=4096", "--local-memory-size=65536",
        "--device-sub-group-size=8", "--device-sub-group-size=32", "-cl-std=CL3.0", "-x", "cl", "<source>",
        "-Dcl_khr_fp64=1", "-Dcl_vendor_thing=1", "../program", "--emit=bc");
  check(!has_line("arguments", "--compile-only") && !has_line("arguments", "-I."), "nothing that is not asked for");
  REACH(" -cl-std=CL1.2 ", "-cl-std=CL1.2", "cl");
  REACH("-cl-std=CL3.1", "-cl-std=CL3.1", "cl");
  REACH("-cl-std=clc++2021", "-cl-std=clc++2021", "clcpp");
  REACH("-D A -DB=\"x y\" -U C", "-D", "A", "B=x y", "-U", "C");
  REACH("-w -Werror -Wall -g -O0 -cl-opt-disable -cl-fast-relaxed-math -cl-kernel-arg-info -cl-mad-enable", "-w",
        "-Werror", "-Wall", "-g", "-O0", "-cl-opt-disable", "-cl-fast-relaxed-math", "-cl-kernel-arg-info",
        "-cl-mad-enable");
  REACH("-cl-no-subgroup-ifp", "cl");
  check(!has_line("arguments", "-cl-no-subgroup-ifp"), "-cl-no-subgroup-ifp is for linkers");

  if (!getcwd(here, sizeof here))
    here[0] = 0;
  snprintf(line, sizeof line, "%s/some/folder", here);
  REACH("-I some/folder -I/full", "-I", line, "/full");
  snprintf(line, sizeof line, "%s/some", here);
  REACH("-isystem some", "-isystem", line);
  REACH("-include nowhere.h", "-include", "nowhere.h");
  check(!chdir(folder), "the test's folder");
  write_file("there.h", "", 0);
  snprintf(line, sizeof line, "%s/there.h", folder);
  REACH("-include there.h", "-include", line);
  go_to(home);

  refused("--foo", "'--foo'");
  refused("-o x", "'-o'");
  refused("-D", "'-D'");
  refused("-w -I", "'-I'");
  refused("-cl-std=", "'-cl-std='");
  refused("-cl-std=CL9", "'-cl-std=CL9'");
  refused("-cl-unheard-of", "'-cl-unheard-of'");
  refused("-cl-mad-enables", "'-cl-mad-enables'");
  refused("-x spir", "'-x'");
  refused("file.cl", "'file.cl'");
  refused("-", "'-'");
  refused("--", "'--'");
  refused("-Xclang -load", "'-Xclang'");
}

/* The layer's definition yields to the application's: clang would warn of both. */
static void test_definitions(void) {
  static const char *const options[] = {"-D__OPENCL_VERSION__=120", "-D __OPENCL_VERSION__=120",
                                        "-w -D__OPENCL_VERSION__", "-U__OPENCL_VERSION__"};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    use("recorder", "one", options[i]);
    job.defines = "-D__OPENCL_VERSION__=300";
    expect(CLGROUP_COMPILE_OK, "", "%s wins", options[i]);
    check(!has_line("arguments", "__OPENCL_VERSION__=300"), "%s wins", options[i]);
  }
  use("recorder", "one", "-D__OPENCL_VERSION__X=120 -DX -D __OPENCL_VERSION=2");
  job.defines = "-D__OPENCL_VERSION__=300";
  expect(CLGROUP_COMPILE_OK, "", "other names do not");
  check(has_line("arguments", "__OPENCL_VERSION__=300"), "other names do not");
}

static void test_device(void) {
  use("recorder", "one\ntwo", "");
  job.max_work_group_size = 1 << 20;
  job.features = "__opencl_c_int64";
  job.defines = "-DLAYER=1 -cl-std=CL2.0";
  job.link = false;
  run();
  check(outcome.result == CLGROUP_COMPILE_OK && has_line("arguments", "--compile-only") &&
            has_line("arguments", "--max-work-group-size=65536") && has_line("arguments", "LAYER=1") &&
            has_line("arguments", "-cl-std=CL2.0"),
        "only compiling, with options of the layer");
  check(has_text("arguments", ",+__opencl_c_subgroups,+__opencl_c_work_group_collective_functions") &&
            !has_text("arguments", "__opencl_c_3d_image_writes"),
        "in OpenCL C 2.0 all features, whatever the device lists, but for those of extensions");
  check(has_text("source", "#undef cl_khr_subgroup_ballot\n") && has_text("source", "#line 1\none\ntwo") &&
            !has_text("source", "#undef __opencl_c_read_write_images") &&
            has_line("arguments", "-D__clgroup_lacks_cl_khr_subgroup_ballot"),
        "what stands before the source");

  use("recorder", "one\ntwo", "");
  job.extensions = "  cl_khr_subgroup_ballot   cl_khr_work_group_uniform_arithmetic ";
  job.features = "__opencl_c_int64 __opencl_c_read_write_images_not";
  run();
  check(has_line("arguments",
                 "-cl-ext=-all,+cl_khr_subgroup_ballot,+cl_khr_work_group_uniform_arithmetic,+__opencl_c_int64,"
                 "+__opencl_c_work_group_collective_functions"),
        "the device's extensions and features, and the library's");
  check(!has_text("source", "#undef cl_khr_subgroup_ballot\n") &&
            has_text("source", "#undef __opencl_c_read_write_images\n") &&
            !has_text("arguments", "__clgroup_lacks_cl_khr_subgroup_ballot") &&
            has_line("arguments", "-D__clgroup_lacks_cl_khr_subgroup_clustered_reduce"),
        "what the device lacks of the header's");

  job.target = "nvptx64";
  job.architecture = "sm_80";
  run();
  check(has_text("arguments", ",+__opencl_c_atomic_order_acq_rel,+__opencl_c_atomic_order_seq_cst,"
                              "+__opencl_c_atomic_scope_all_devices,+__opencl_c_atomic_scope_device,"
                              "+__opencl_c_generic_address_space,+__opencl_c_int64,") &&
            !has_text("source", "#undef __opencl_c_atomic_order_seq_cst\n"),
        "atomics on NVIDIA's, whose driver does not list them");
}

/* SPIR-V is what a link makes for those that take it; what lies between is bitcode. */
static void test_spirv(void) {
  use("recorder", "kernel void k() {}", "");
  job.form = CLGROUP_FORM_SPIRV;
  expect(CLGROUP_COMPILE_UNABLE, "wrote no program", "bitcode in place of SPIR-V");
  check(has_line("arguments", "--emit=spv"), "bitcode in place of SPIR-V");
  job.link = false;
  expect(CLGROUP_COMPILE_OK, "", "only compiling for SPIR-V");
  check(has_line("arguments", "--emit=bc"), "only compiling for SPIR-V");

  write_compiler("spirv", "printf '\\003\\002\\043\\007 a module' >\"$out\"\n");
  use("spirv", "kernel void k() {}", "");
  job.form = CLGROUP_FORM_SPIRV;
  expect(CLGROUP_COMPILE_OK, "", "SPIR-V");
  check(outcome.size == 13, "SPIR-V of %zu bytes", outcome.size);
  job.form = CLGROUP_FORM_BITCODE;
  expect(CLGROUP_COMPILE_UNABLE, "wrote no program", "SPIR-V in place of bitcode");

  struct clgroup_buffer text = {0};
  clgroup_arguments_for_driver("-D X -cl-uniform-work-group-size -w -cl-fast-relaxed-math "
                               "-cl-no-subgroup-ifp -unheard -cl-fp32-correctly-rounded-divide-sqrt",
                               &text);
  check(text.data && !strcmp(text.data, " -cl-uniform-work-group-size -cl-no-subgroup-ifp "
                                        "-cl-fp32-correctly-rounded-divide-sqrt"),
        "options that SPIR-V does not hold: %s", text.data);
  clgroup_buffer_free(&text);
}

static void test_headers(void) {
  static const struct clgroup_header good[] = {{"a.h", "1\n", 2}, {"b/c/d.h", "2\n", 2}, {"./e.h", "3\n", 2},
                                               {"..h", "4\n", 2}, {"b/..f", "5\n", 2},   {"g h", "6\n", 2},
                                               {"e.h", "3\n", 2}, {"a.h", "1\n", 2}};
  use("recorder", "source", "");
  units->headers = good;
  units->header_count = sizeof good / sizeof *good; /* the last two are there already */
  expect(CLGROUP_COMPILE_OK, "", "headers");
  check(has_line("arguments", "-I."), "headers");
  size_t size;
  char *files = read_file("files", &size);
  check(!strcmp(files, "./..h: 4\n./<source>: source\n./a.h: 1\n./b/..f: 5\n./b/c/d.h: 2\n./e.h: 3\n./g h: 6\n"),
        "headers are:\n%s", files);
  free(files);

  char longest[400];
  memset(longest, 'x', sizeof longest - 1);
  longest[sizeof longest - 1] = 0;
  const char *bad[] = {"../x", "/tmp/x", "a/../../x", "..", "", "a/", "<source>", longest, "a/..", "<source>/x"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    units->headers = &(struct clgroup_header){bad[i], "1\n", 2};
    units->header_count = 1;
    expect(CLGROUP_COMPILE_UNABLE, bad[i], "a header called '%s'", bad[i]);
    check(!outcome.runs, "a header called '%s'", bad[i]);
  }
  check_clean("headers");
}

static void test_surroundings(void) {
  setenv("LD_PRELOAD", "", 1);
  setenv("OPENCL_LAYERS", "/some/layer.so", 1);
  setenv("CPATH", "/headers", 1);
  setenv("KEPT", "yes", 1);
  write_file("leaked", "", 0);
  int leaked = open(in_folder("leaked"), O_RDONLY); /* not marked to be closed */
  use("recorder", "source", "");
  run();
  close(leaked);
  check(has_line("environment", "KEPT=yes") && has_text("environment", "\nPATH="), "the environment goes on");
  check(!has_text("environment", "LD_PRELOAD=") && !has_text("environment", "OPENCL_LAYERS=") &&
            !has_text("environment", "CPATH="),
        "what the compiler must not have");
  char line[4200];
  snprintf(line, sizeof line, "TMPDIR=%s/tmp/clgroup-", folder);
  check(has_text("environment", line), "its temporary files are in the folder that is removed");
  check(has_text("where", "/in\n") && has_line("modes", "700") && !has_text("modes", "755"), "a private folder");
  size_t size;
  free(read_file("input", &size));
  check(!size, "nothing to read");
  check(has_text("descriptors", "pipe:") && !has_text("descriptors", "leaked"), "a descriptor of the application's");
  unsetenv("OPENCL_LAYERS");
  unsetenv("LD_PRELOAD");
  unsetenv("CPATH");

  /* The compiler and TMPDIR by relative names, and by PATH. */
  char *path = strdup(getenv("PATH")), *temporaries = strdup(getenv("TMPDIR"));
  go_to(folder);
  setenv("TMPDIR", "tmp", 1);
  job.compiler = "./recorder";
  expect(CLGROUP_COMPILE_OK, "", "relative names");
  go_to(home);
  setenv("TMPDIR", temporaries, 1);
  snprintf(line, sizeof line, "%s:%s", folder, path);
  setenv("PATH", line, 1);
  job.compiler = "recorder";
  expect(CLGROUP_COMPILE_OK, "", "the compiler in PATH");
  setenv("PATH", path, 1);
  free(path);
  free(temporaries);
  check_clean("surroundings");
}

static void test_runs(void) {
  static const unsigned char module[] = "BC\xC0\xDE made before";
  use("recorder", "one", "");
  expect_runs(1, "one source");
  units[1] = unit_of("two", "");
  units[2] = (struct clgroup_unit){.binary = module, .binary_size = sizeof module};
  unit_count = 3;
  expect_runs(3, "two sources and a module");
  check(has_line("arguments", "0.bc") && has_line("arguments", "2.bc") &&
            has_text("files", "./2.bc: BC\xC0\xDE made before"),
        "two sources and a module are three runs");
  units[1].options = "--bad";
  expect(CLGROUP_COMPILE_BAD_OPTIONS, "--bad", "a bad option of the second");
  check(outcome.runs <= 1, "a bad option of the second");
  units[0] = units[2];
  unit_count = 1;
  expect_runs(1, "a module");
  check(has_line("arguments", "0.bc"), "a module is one run");
}

void test_arguments(void) {
  write_compiler("recorder", recorder);
  check_clean("the beginning");
  test_options();
  test_definitions();
  test_device();
  test_spirv();
  test_headers();
  test_surroundings();
  test_runs();
}
