#include "compile/run.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

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
    struct clgroup_argv mkdir = clgroup_argv_new(r->s, 2);
    clgroup_argv_add(&mkdir, "mkdir");
    clgroup_argv_add(&mkdir, r->s->temp_dir);
    run_print_command(r, &mkdir, NULL);
  }
  return name;
}

static int start_tool(struct run *r, const struct clgroup_argv *argv, int feed, const char *package,
                      const char *variable, struct clgroup_child *child) {
  if (clgroup_child_start(r->s, argv, feed, child))
    return clgroup_fail(r->s, "cannot run '%s': %s; install the Debian package %s-%d or set %s", argv->items[0],
                        strerror(errno), package, CLGROUP_LLVM_MAJOR, variable);
  return 0;
}

int run_start_clang(struct run *r, const struct clgroup_argv *argv, int feed, struct clgroup_child *child) {
  return start_tool(r, argv, feed, "clang", "CLGROUP_CLANG", child);
}

int run_start_llvm_spirv(struct run *r, const struct clgroup_argv *argv, int feed, struct clgroup_child *child) {
  return start_tool(r, argv, feed, "llvm-spirv", "CLGROUP_LLVM_SPIRV", child);
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
