/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "compile/run.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

int run_is_source(const struct clgroup_input *input) {
  return input->kind == CLGROUP_CL || input->kind == CLGROUP_CLCPP;
}

int run_is_stdin(const struct clgroup_input *input) {
  return !strcmp(input->path, "-");
}

int run_is_stream(const struct clgroup_input *input) {
  struct stat info;
  return run_is_stdin(input) || (!stat(input->path, &info) && S_ISFIFO(info.st_mode));
}

int run_is_cpp(const struct run *r, const struct clgroup_input *input) {
  const char *standard = r->o->cl_std;
  return standard ? !strncasecmp(standard, "CLC++", 5) : input->kind == CLGROUP_CLCPP;
}

const char *run_library(struct run *r, size_t i) {
  char path[4096], why[512];
  const int found = clgroup_llvm_file(&r->lower, i, path, sizeof path, why, sizeof why);
  if (found < 0)
    clgroup_refuse(r->s, "%s", why);
  return found > 0 ? clgroup_text(r->s, "%s", path) : NULL;
}

int run_prints(const struct run *r) {
  return r->o->print_commands || r->o->dry_run;
}

void run_print_command(const struct run *r, const struct clgroup_argv *argv, const char *to) {
  if (!run_prints(r))
    return;
  clgroup_argv_print(stderr, argv);
  if (to && strcmp(to, "-")) {
    fputs(" >", stderr);
    clgroup_print_quoted(stderr, to);
  }
  putc('\n', stderr);
}

const char *run_temp_name(struct run *r, const char *base) {
  int first = !r->s->temp_dir;
  const char *name = clgroup_temp_name(r->s, base, r->o->dry_run);
  if (name && first) {
    struct clgroup_argv mkdir = {.s = r->s};
    clgroup_argv_add(&mkdir, "mkdir", r->s->temp_dir);
    run_print_command(r, &mkdir, NULL);
  }
  return name;
}

static int is_same_file(const char *a, const char *b) {
  struct stat a_info, b_info;
  return !strcmp(a, b) ||
         (!stat(a, &a_info) && !stat(b, &b_info) && a_info.st_dev == b_info.st_dev && a_info.st_ino == b_info.st_ino);
}

int run_is_input(const struct run *r, const char *path) {
  for (size_t i = 0; i < r->o->input_count; i++)
    if (is_same_file(path, r->o->inputs[i].path))
      return 1;
  return 0;
}

const char *run_module_name(struct run *r, const char *base) {
  if (!r->o->save_temps)
    return run_temp_name(r, base);
  const char *name = clgroup_text(r->s, "%s.%s", r->o->save_temps, base);
  if (!run_is_input(r, name))
    return name;
  clgroup_fail(r->s, "-save-temps would write over the input '%s': give another name with -o", name);
  return NULL;
}

int run_write_module(struct run *r, const char *path, const struct clgroup_bytes *bytes) {
  struct clgroup_output output;
  if (!r->o->save_temps)
    return clgroup_write_temp(r->s, path, bytes);
  return clgroup_output_open(r->s, path, &output) || clgroup_output_commit(r->s, &output, bytes) ? -1 : 0;
}

int run_start(struct run *r, enum run_tool tool, const struct clgroup_argv *argv, int feed,
              struct clgroup_child *child) {
  static const char *const packages[] = {"clang", "llvm-spirv", "lld"};
  static const char *const variables[] = {"CLGROUP_CLANG", "CLGROUP_LLVM_SPIRV", "CLGROUP_LLD"};
  if (!clgroup_child_start(r->s, argv, feed, child))
    return 0;
  if (errno == E2BIG || errno == EAGAIN || errno == ENOMEM)
    return clgroup_fail(r->s, "cannot run '%s': %s", argv->items[0], strerror(errno));
  return clgroup_fail(r->s, "cannot run '%s': %s; install the Debian package %s-%d or set %s", argv->items[0],
                      strerror(errno), packages[tool], CLGROUP_LLVM_MAJOR, variables[tool]);
}

int run_finish_llvm_spirv(struct run *r, struct clgroup_child *child, const struct clgroup_bytes *input,
                          struct clgroup_bytes *bytes, const char *name) {
  int status;
  if (clgroup_child_finish(r->s, child, input, bytes, &status))
    return -1;
  if (status)
    clgroup_fail(r->s, "%s %s on '%s'; its own message, if any, is above", r->install.llvm_spirv,
                 clgroup_describe_status(r->s, status), name);
  return status != 0;
}
