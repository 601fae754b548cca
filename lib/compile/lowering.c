/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "compile/lowering.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>

struct clgroup_argv lowering_command(struct run *r) {
  const struct clgroup_llvm_options *o = &r->lower;
  struct clgroup_argv argv = {.s = r->s};
  clgroup_argv_add(&argv, r->install.lower);
#define TEXT(field)                                                                                                    \
  if (o->field)                                                                                                        \
    clgroup_argv_add(&argv, clgroup_text(r->s, #field "=%s", o->field));
#define NUMBER(field)                                                                                                  \
  if (o->field)                                                                                                        \
    clgroup_argv_add(&argv, clgroup_text(r->s, #field "=%u", (unsigned)o->field));
#include "compile/lowering.inc"
  if (r->o->quiet)
    clgroup_argv_add(&argv, "-w");
  clgroup_argv_add(&argv, "--");
  clgroup_argv_add_list(&argv, r->modules, r->o->input_count);
  return argv;
}

int lowering_start(struct run *r, struct clgroup_child *child) {
  const struct clgroup_argv argv = lowering_command(r);
  if (clgroup_child_start(r->s, &argv, 1, child))
    return clgroup_fail(r->s, "cannot run '%s': %s; is the installation complete?", r->install.lower, strerror(errno));
  return 0;
}

/* `text`, with the names of temporary files replaced by the inputs' own names. */
static const char *with_user_names(struct run *r, const char *text) {
  for (size_t i = 0; i < r->o->input_count; i++) {
    const char *at = text, *module = r->modules[i], *name = r->names[i];
    while (strcmp(module, name) && (at = strstr(at, module))) {
      const size_t before = (size_t)(at - text);
      text = clgroup_text(r->s, "%.*s%s%s", (int)before, text, name, at + strlen(module));
      at = text + before + strlen(name); /* which may contain the other */
    }
  }
  return text;
}

int lowering_finish(struct run *r, struct clgroup_child *child, int again, struct clgroup_bytes *module) {
  unsigned char go = '\n';
  const struct clgroup_bytes input = {&go, 1};
  int status;
  if (clgroup_child_finish(r->s, child, &input, module, &status))
    return -1;
  if (!status)
    return 0;
  const int failed = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if ((failed == CLGROUP_LLVM_NOT_SPIRV && again) ||
      (failed == CLGROUP_LLVM_NOT_POCL && r->o->emit == CLGROUP_EMIT_SPV))
    return failed;
  if ((failed != 1 && failed != CLGROUP_LLVM_NOT_SPIRV && failed != CLGROUP_LLVM_NOT_POCL) || !module->size)
    return clgroup_fail(r->s, "%s %s; its own message, if any, is above", r->install.lower,
                        clgroup_describe_status(r->s, status));
  const char *error = clgroup_text(r->s, "%.*s", (int)module->size, (const char *)module->data);
  return clgroup_fail(r->s, "%s", with_user_names(r, error));
}
