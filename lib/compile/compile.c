/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* memmem */
#include "compile/compile.h"
#include "compile/deps.h"
#include "compile/export.h"
#include "compile/gpu.h"
#include "compile/standard.h"
#include "compile/validate.h"
#include "base/files.h"
#include "spirv/spirv.h"
#include "names/strategies.h"
#include "targets/targets.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int declares_uniform(const struct clgroup_compile_options *o) {
  return !o->without_uniform && !standard_is_before_2(o);
}

static int check_input(struct run *r, const struct clgroup_input *input) {
  struct stat info, output;
  if (run_is_stdin(input))
    return 0;
  if (stat(input->path, &info) || (!S_ISDIR(info.st_mode) && access(input->path, R_OK)))
    return clgroup_fail(r->s, "cannot read '%s': %s", input->path, strerror(errno));
  if (S_ISDIR(info.st_mode))
    return clgroup_fail(r->s, "cannot read '%s': it is a folder", input->path);
  if (S_ISREG(info.st_mode) && info.st_size == 0)
    return clgroup_fail(r->s, "'%s' is empty", input->path);
  if (S_ISREG(info.st_mode) && run_is_source(input) && clgroup_file_is_blank(input->path))
    return clgroup_fail(r->s, "'%s' holds zero bytes, no text: is the file whole?", input->path);
  if (!r->o->syntax_only && S_ISREG(info.st_mode) && !stat(r->o->output, &output) && info.st_dev == output.st_dev &&
      info.st_ino == output.st_ino)
    return clgroup_fail(r->s, "the output '%s' is also an input: give another name with -o", r->o->output);
  return 0;
}

static int check_libraries(struct run *r) {
  const char *path;
  for (size_t i = 0; (path = run_library(r, i)); i++) {
    if (access(path, R_OK))
      return clgroup_fail(r->s, "cannot read the device library '%s': %s; --library-dir=DIR says where it is", path,
                          strerror(errno));
    if (!r->install.library_is_named && clgroup_install_check(r->s, path))
      return -1;
  }
  return r->s->error ? -1 : 0;
}

static const char *const kernel_headers[] = {
#include "targets/kernel-headers.inc"
};
enum { KERNEL_HEADERS = sizeof kernel_headers / sizeof *kernel_headers };

static const char *kernel_header(const struct run *r, size_t i) {
  return clgroup_text(r->s, "%s/clgroup/%s", r->install.include_dir, kernel_headers[i]);
}

static int check_header(const struct run *r, const char *header) {
  if (!access(header, R_OK))
    return 0;
  return clgroup_fail(r->s, "cannot read clgroup's header '%s': %s; is the installation complete?", header,
                      strerror(errno));
}

/* Finds missing files before any work is done. */
static int check(struct run *r) {
  struct clgroup_session *s = r->s;
  const struct clgroup_compile_options *o = r->o;
  r->target = clgroup_find_target(r->lower.target);
  if (!r->target)
    return clgroup_refuse(s, "unknown target '%s'", r->lower.target);
  r->lower.size = sizeof r->lower;
  r->lower.folder = r->install.library_dir;
  if (!r->lower.strategy)
    r->lower.strategy = r->target->default_strategy;
  if (gpu_check(r))
    return -1;
  run_library(r, 0);
  if (s->error)
    return -1;
  if (!o->compile_only && !o->syntax_only && check_libraries(r))
    return -1;
  for (size_t i = 0; i < o->input_count; i++) {
    if (check_input(r, &o->inputs[i]))
      return -1;
    if (!run_is_source(&o->inputs[i]))
      continue;
    if ((declares_uniform(o) && check_header(r, r->install.uniform_header)) ||
        ((clgroup_target_is_gpu(r->target) || !standard_is_before_2(o)) &&
         check_header(r, r->install.sub_group_header)) ||
        (standard_provides_sub_groups(r) && check_header(r, r->install.provided_header)))
      return -1;
    for (size_t k = 0; k < KERNEL_HEADERS && !r->install.library_is_named; k++)
      if (clgroup_install_check(s, kernel_header(r, k)))
        return -1;
  }
  return 0;
}

static int read_input(struct run *r, size_t index, struct clgroup_bytes *bytes) {
  const struct clgroup_input *input = &r->o->inputs[index];
  const char *name = run_is_stdin(input) ? "standard input" : clgroup_text(r->s, "'%s'", input->path);
  if (run_is_stdin(input) ? clgroup_read_all(r->s, STDIN_FILENO, name, bytes)
                          : clgroup_read_file(r->s, input->path, bytes))
    return -1;
  return bytes->size ? 0 : clgroup_fail(r->s, "%s is empty", name);
}

/* clang would look for its header in the current folder first. A program that does not say where its headers are is not
 * clang, and compiles nothing. */
static int add_clangs_header(struct run *r, struct clgroup_argv *argv) {
  clgroup_argv_add(argv, "-cl-no-stdinc");
  if (clgroup_install_find_headers(r->s, &r->install) || !r->install.clang_headers)
    return r->s->error ? -1 : 0;
  const char *header = clgroup_text(r->s, "%s/opencl-c-base.h", r->install.clang_headers);
  clgroup_argv_add(argv, "-Xclang", "-fdeclare-opencl-builtins");
  if (access(r->install.base_header, R_OK))
    clgroup_argv_add(argv, "-include", header);
  else
    clgroup_argv_add(argv, clgroup_text(r->s, "-DCLGROUP_BASE_HEADER=\"%s\"", header), "-include",
                     r->install.base_header);
  return 0;
}

/* The header takes a tenth of the time of a small program, so that one which surely calls no sub-group function has
 * none. */
static int may_call_sub_groups(struct run *r, const struct clgroup_input *input) {
  static const char *const signs[] = {"sub_", "##", "include", "import", "imacros"};
  const struct clgroup_compile_options *o = r->o;
  struct clgroup_bytes text = {0};
  if (standard_is_before_2(o))
    return 0;
  int may = run_is_stream(input) || clgroup_read_file(r->s, input->path, &text);
  for (size_t k = 0; !may && k < sizeof signs / sizeof *signs; k++) {
    may = memmem(text.data, text.size, signs[k], strlen(signs[k])) != NULL;
    for (size_t i = 0; i < o->clang_arg_count; i++)
      may |= strstr(o->clang_args[i], signs[k]) != NULL;
  }
  return may;
}

static int start_clang(struct run *r, size_t index, struct clgroup_child *child) {
  const struct clgroup_compile_options *o = r->o;
  const struct clgroup_input *input = &o->inputs[index];
  struct clgroup_argv argv = {.s = r->s};
  clgroup_argv_add(&argv, r->install.clang, "-target", r->target->triple);
  gpu_add_clang_options(r, &argv, 1);
  if (o->syntax_only)
    clgroup_argv_add(&argv, "-fsyntax-only");
  else
    clgroup_argv_add(&argv, "-c", "-emit-llvm");
  standard_add_clang_options(r, input, &argv);
  if (add_clangs_header(r, &argv))
    return -1;
  /* A variable may be set only in the work-items whose value counts, such as a leader, and passed by all. Debian's
   * clang 18 would put its arguments, with the paths of this installation, into what -g adds. */
  clgroup_argv_add(&argv, "-Xclang", "-no-enable-noundef-analysis", "-gno-record-command-line");
  /* By C99 an `inline` function that is called and not inlined must also be defined elsewhere. Drivers' own compilers
   * do not require that. */
  if (!run_is_cpp(r, input))
    clgroup_argv_add(&argv, "-fgnu89-inline");
  if (declares_uniform(o))
    clgroup_argv_add(&argv, "-Dcl_khr_work_group_uniform_arithmetic=1", "-include", r->install.uniform_header);
  if (clgroup_target_is_gpu(r->target) || may_call_sub_groups(r, input))
    clgroup_argv_add(&argv, "-include", r->install.sub_group_header);
  if (clgroup_target_is_gpu(r->target))
    clgroup_argv_add(&argv, clgroup_text(r->s, "-D__clgroup_lanes=%u", r->lower.lanes));
  if (clgroup_target_is_gpu(r->target) || clgroup_strategy_shuffles(r->lower.strategy))
    clgroup_argv_add(&argv, "-D__clgroup_sub_groups=1");
  clgroup_argv_add(&argv, "-idirafter", r->install.include_dir);
  /* CUDA's names, before CUDA's own headers, which a system may have in /usr/include. */
  clgroup_argv_add(&argv, "-isystem", clgroup_text(r->s, "%s/clgroup/cuda", r->install.include_dir));
  clgroup_argv_add_list(&argv, o->clang_args, o->clang_arg_count);
  standard_add_provided(r, &argv);
  if (r->lower.raw)
    clgroup_argv_add(&argv, "-Xclang", "-disable-llvm-passes");
  if (deps_add_options(r, index, &argv))
    return -1;
  /* Outputs go through pipes: on a full disk clang crashes with a stack dump, and llvm-spirv does not notice it. */
  if (!o->syntax_only)
    clgroup_argv_add(&argv, "-o", "-");
  clgroup_argv_add(&argv, "-x", input->kind == CLGROUP_CLCPP ? "clcpp" : "cl",
                   run_is_stream(input) ? "-" : input->path);
  run_print_command(r, &argv, o->syntax_only ? NULL : r->modules[index]);
  if (r->o->dry_run)
    return 0;
  /* Read here, since clang would accept empty input. */
  if (run_is_stream(input) && read_input(r, index, &r->standard_input))
    return -1;
  r->clang = argv;
  return run_start(r, RUN_CLANG, &argv, run_is_stream(input), child);
}

/* After clang has failed: was the cause the version of OpenCL C, a vector, or a missing header of the library's? A
 * source that is only compiled or checked needs no installation, and one that includes none of these headers does not
 * need them. */
static int explain_failure(struct run *r, size_t index) {
  static const char folder[] = "clgroup/";
  struct clgroup_bytes text = r->standard_input;
  if (!run_is_stream(&r->o->inputs[index]) && clgroup_read_file(r->s, r->o->inputs[index].path, &text))
    return -1;
  standard_explain(r, &text, r->names[index]);
  standard_explain_calls(r, &text, run_is_stream(&r->o->inputs[index]), r->names[index]);
  if (!text.size || !memmem(text.data, text.size, folder, sizeof folder - 1))
    return 0;
  for (size_t i = 0; i < KERNEL_HEADERS; i++)
    if (check_header(r, kernel_header(r, i)))
      return -1;
  return 0;
}

static int finish_clang(struct run *r, size_t index, struct clgroup_child *child, struct clgroup_bytes *module) {
  int status;
  const struct clgroup_bytes *input = run_is_stream(&r->o->inputs[index]) ? &r->standard_input : NULL;
  if (clgroup_child_finish(r->s, child, input, module, &status))
    return -1;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 1) { /* clang has printed why */
    explain_failure(r, index);
    return -1;
  }
  if (status)
    return clgroup_fail(r->s, "%s %s while it compiled '%s'", r->install.clang, clgroup_describe_status(r->s, status),
                        r->names[index]);
  if (!module->size && !r->o->syntax_only)
    return clgroup_fail(r->s, "%s produced no output for '%s': remove the option that makes it stop early",
                        r->install.clang, r->names[index]);
  return 0;
}

/* Writes the module to the file that the lowering reads. */
static int save_clang(struct run *r, size_t index, struct clgroup_child *child) {
  struct clgroup_bytes module;
  if (r->o->dry_run)
    return 0;
  if (finish_clang(r, index, child, &module))
    return -1;
  return run_write_module(r, r->modules[index], &module);
}

/* The session's memory is aligned for any type. */
static const uint32_t *words_of(const struct clgroup_bytes *bytes) {
  return (const uint32_t *)(const void *)bytes->data;
}

static int read_spirv(struct run *r, size_t index, struct clgroup_bytes *bytes) {
  if (read_input(r, index, bytes))
    return -1;
  if (bytes->size % 4)
    return clgroup_fail(r->s, "'%s' is not SPIR-V: its length, %zu bytes, is not a multiple of 4", r->names[index],
                        bytes->size);
  return 0;
}

/* Does the module use no library function? Returns 1 or 0, or -1 if it is not a module. */
static int uses_nothing(struct run *r, const struct clgroup_bytes *bytes) {
  char why[256], **names;
  size_t count;
  if (clgroup_spirv_imports(words_of(bytes), bytes->size / 4, &names, &count, why, sizeof why))
    return clgroup_fail(r->s, "'%s': %s", r->names[0], why);
  int uses = clgroup_spirv_uses(words_of(bytes), bytes->size / 4);
  for (size_t i = 0; i < count; i++)
    uses |= strstr(names[i], "work_group_") != NULL;
  free(names);
  return !uses;
}

/* Rejects invalid SPIR-V, since llvm-spirv accepts much of it, for example truncated modules. */
static int check_spirv(struct run *r, size_t index, const struct clgroup_bytes *module) {
  const char *why = r->o->without_validation ? NULL : clgroup_find_invalid(r->s, module, true);
  return why ? clgroup_fail(r->s, "'%s' is not valid SPIR-V: %s (--no-validate leaves out this check)", r->names[index],
                            why)
             : 0;
}

/* If both the only input and the output are SPIR-V, and the input uses no library function, copies it: LLVM would only
 * change it. Returns 1 if it did, 0 if it did not, -1 on an error. */
static int pass_spirv_through(struct run *r) {
  const struct clgroup_compile_options *o = r->o;
  struct clgroup_bytes module;
  if (o->emit != CLGROUP_EMIT_SPV || o->lower.pocl_device || o->input_count != 1 ||
      o->inputs[0].kind != CLGROUP_SPIRV || run_is_stream(&o->inputs[0]) || o->lower.provide || o->spirv_version ||
      o->spirv_arg_count)
    return 0;
  int unused = read_spirv(r, 0, &module) ? -1 : uses_nothing(r, &module);
  if (unused <= 0)
    return unused;
  struct clgroup_argv cat = {.s = r->s};
  clgroup_argv_add(&cat, "cat", o->inputs[0].path);
  run_print_command(r, &cat, o->output);
  if (o->dry_run)
    return deps_commit(r, 0) ? -1 : 1;
  if (check_spirv(r, 0, &module))
    return -1;
  return deps_commit(r, 0) || clgroup_output_commit(r->s, &r->output, &module) ? -1 : 1;
}

/* Replaces the work-group instructions of a SPIR-V input by calls, and converts it to an LLVM module. */
static int import_spirv(struct run *r, size_t index) {
  const char *rewritten = run_module_name(r, clgroup_text(r->s, "%zu.spv", index));
  if (!rewritten)
    return -1;
  if (run_prints(r)) {
    fputs("# ", stderr);
    clgroup_print_quoted(stderr, rewritten);
    fputs(" is ", stderr);
    clgroup_print_quoted(stderr, r->names[index]);
    fputs(" with its work-group instructions as calls\n", stderr);
  }
  struct clgroup_argv argv = {.s = r->s};
  clgroup_argv_add(&argv, r->install.llvm_spirv, "-r");
  if (clgroup_target_is_gpu(r->target)) /* atomic functions with an order */
    clgroup_argv_add(&argv, "--spirv-target-env=CL2.0");
  clgroup_argv_add(&argv, rewritten, "-o", "-");
  run_print_command(r, &argv, r->modules[index]);
  if (r->o->dry_run)
    return 0;

  struct clgroup_bytes bytes;
  char why[256] = "";
  uint32_t *calls = NULL, *words;
  size_t count;
  if (read_spirv(r, index, &bytes) || check_spirv(r, index, &bytes))
    return -1;
  const int unreadable = clgroup_spirv_rewrite(words_of(&bytes), bytes.size / 4, &calls, &count, why, sizeof why) ||
                         clgroup_spirv_for_translator(calls, count, &words, &count, why, sizeof why);
  free(calls);
  if (unreadable)
    return clgroup_fail(r->s, "'%s': %s", r->names[index], why);
  bytes = (struct clgroup_bytes){(unsigned char *)words, count * 4};
  int failed = run_write_module(r, rewritten, &bytes);
  free(words);
  struct clgroup_child child;
  if (failed || run_start(r, RUN_LLVM_SPIRV, &argv, 0, &child) ||
      run_finish_llvm_spirv(r, &child, NULL, &bytes, r->names[index]))
    return -1;
  return run_write_module(r, r->modules[index], &bytes);
}

/* Saves a module from standard input or a pipe, since the lowering reads files. */
static int save_stream(struct run *r, size_t index) {
  struct clgroup_bytes bytes;
  if (r->o->dry_run)
    return 0;
  if (read_input(r, index, &bytes))
    return -1;
  return run_write_module(r, r->modules[index], &bytes);
}

/* Sets the file name of each input's module. */
static int name_modules(struct run *r) {
  size_t count = r->o->input_count;
  r->modules = clgroup_alloc(r->s, count * sizeof *r->modules);
  for (size_t i = 0; i < count; i++) {
    const struct clgroup_input *input = &r->o->inputs[i];
    r->modules[i] = input->path;
    if ((input->kind != CLGROUP_IR || run_is_stream(input)) &&
        !(r->modules[i] = run_module_name(r, clgroup_text(r->s, "%zu.bc", i))))
      return -1;
  }
  return 0;
}

/* Makes modules of the inputs from `first` on. Continues after a compile error, to show those of all inputs. */
static int make_modules(struct run *r, size_t first) {
  int failed = 0;
  for (size_t i = first; i < r->o->input_count && !r->s->error; i++) {
    const struct clgroup_input *input = &r->o->inputs[i];
    struct clgroup_child clang;
    if (run_is_source(input))
      failed |= start_clang(r, i, &clang) || save_clang(r, i, &clang);
    else if (input->kind == CLGROUP_SPIRV)
      failed |= import_spirv(r, i);
    else if (run_is_stream(input))
      failed |= save_stream(r, i);
  }
  return failed ? -1 : 0;
}

static void mark_as_cpp(struct run *r, struct clgroup_bytes *module) {
  const size_t size = module->size + sizeof CLGROUP_LLVM_CPP_MARK;
  unsigned char *marked = clgroup_alloc(r->s, size);
  memcpy(marked, module->data, module->size);
  memcpy(marked + module->size, CLGROUP_LLVM_CPP_MARK, sizeof CLGROUP_LLVM_CPP_MARK);
  *module = (struct clgroup_bytes){marked, size};
}

/* Writes clang's module as the output. */
static int compile_only(struct run *r) {
  struct clgroup_child clang;
  struct clgroup_bytes module;
  r->modules = clgroup_alloc(r->s, sizeof *r->modules);
  r->modules[0] = r->o->output; /* for the printed command */
  if (start_clang(r, 0, &clang))
    return -1;
  if ((!r->o->dry_run && finish_clang(r, 0, &clang, &module)) || deps_commit(r, 0))
    return -1;
  if (r->o->dry_run)
    return 0;
  if (run_is_cpp(r, &r->o->inputs[0]))
    mark_as_cpp(r, &module);
  return clgroup_output_commit(r->s, &r->output, &module);
}

/* Continues after an error, to show those of all sources. */
static int check_syntax(struct run *r) {
  struct clgroup_child clang;
  struct clgroup_bytes nothing;
  int failed = 0;
  for (size_t i = 0; i < r->o->input_count && !r->s->error; i++)
    failed |= start_clang(r, i, &clang) || (!r->o->dry_run && finish_clang(r, i, &clang, &nothing));
  return failed ? -1 : 0;
}

/* clang's passes may make code that SPIR-V cannot express (integers of odd widths, vectors of odd lengths), or on which
 * llvm-spirv fails. Sources are then compiled again without those passes; drivers optimize the kernels later. */
static int can_run_again(const struct run *r) {
  int sources = 0;
  for (size_t i = 0; i < r->o->input_count; i++) {
    if (run_is_stream(&r->o->inputs[i]))
      return 0; /* cannot be read twice */
    sources |= run_is_source(&r->o->inputs[i]);
  }
  return sources;
}

static int run(struct run *r) {
  struct clgroup_session *s = r->s;
  const struct clgroup_compile_options *o = r->o;
  if (clgroup_install_find(s, o->lower.folder, &r->install) || check(r))
    return -1;
  r->names = clgroup_alloc(s, o->input_count * sizeof *r->names);
  for (size_t i = 0; i < o->input_count; i++)
    r->names[i] = run_is_stdin(&o->inputs[i]) ? "<stdin>" : o->inputs[i].path;
  if (o->syntax_only)
    return check_syntax(r);
  if ((!o->dry_run && clgroup_output_open(s, o->output, &r->output)) || deps_open(r))
    return -1;
  if (o->compile_only)
    return compile_only(r);
  int passed = pass_spirv_through(r);
  if (passed)
    return passed < 0 ? -1 : 0;
  if (name_modules(r))
    return -1;

  /* The first clang runs while the other processes start. */
  struct clgroup_child clang;
  struct export e;
  struct clgroup_bytes result;
  int clang_first = run_is_source(&o->inputs[0]);
  if ((clang_first && start_clang(r, 0, &clang)) || export_start(r, &e))
    return -1;
  int failed = clang_first && save_clang(r, 0, &clang);
  failed |= make_modules(r, (size_t)clang_first);
  if (failed)
    return -1;
  export_print(r, &e);
  int exported = o->dry_run ? 0 : export_finish(r, &e, !r->lower.raw && can_run_again(r), &result);
  if (exported)
    return exported;
  if (deps_commit(r, 1))
    return -1;
  return o->dry_run ? 0 : clgroup_output_commit(s, &r->output, &result);
}

int clgroup_compile(const struct clgroup_compile_options *options, char **error) {
  struct clgroup_session session;
  struct run r = {.s = &session, .o = options, .lower = options->lower};
  *error = NULL;
  clgroup_session_begin(&session);
  int failed = run(&r);
  if (failed == EXPORT_NOT_SPIRV) {
    clgroup_session_end(&session);
    clgroup_session_begin(&session);
    r = (struct run){.s = &session, .o = options, .lower = options->lower};
    r.lower.raw = 1;
    failed = run(&r);
  }
  if (failed && session.error) {
    *error = strdup(session.error);
    failed = session.bad_options ? CLGROUP_BAD_OPTIONS : failed;
  }
  clgroup_session_end(&session);
  return failed;
}
