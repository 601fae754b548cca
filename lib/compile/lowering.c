#include "compile/lowering.h"

#include "lower/lower.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>

struct clgroup_argv lowering_command(struct run *r) {
  const size_t inputs = r->o->input_count;
  struct clgroup_argv argv = clgroup_argv_new(r->s, CLGROUP_LOWER_ARGUMENTS + 2 + inputs);
  clgroup_argv_add(&argv, r->install.lower);
  for (int i = 0; i < CLGROUP_LOWER_ARGUMENTS; i++) {
    const char *name = clgroup_lower_arguments[i].name;
    const void *field = (const char *)&r->lower + clgroup_lower_arguments[i].at;
    const char *text = clgroup_lower_arguments[i].is_text ? *(const char *const *)field : NULL;
    const unsigned number = clgroup_lower_arguments[i].is_text ? 0 : *(const unsigned *)field;
    if (text)
      clgroup_argv_add(&argv, clgroup_text(r->s, "%s=%s", name, text));
    else if (number)
      clgroup_argv_add(&argv, clgroup_text(r->s, "%s=%u", name, number));
  }
  clgroup_argv_add(&argv, "--");
  for (size_t i = 0; i < inputs; i++)
    clgroup_argv_add(&argv, r->modules[i]);
  return argv;
}

int lowering_start(struct run *r, struct clgroup_child *child) {
  const struct clgroup_argv argv = lowering_command(r);
  if (clgroup_child_start(r->s, &argv, 1, child))
    return clgroup_fail(r->s, "cannot run '%s': %s; is the installation complete?", r->install.lower, strerror(errno));
  return 0;
}

/* `text` with the inputs' own names in place of the names of temporary files. */
static const char *with_user_names(struct run *r, const char *text) {
  for (size_t i = 0; i < r->o->input_count; i++) {
    const char *at, *module = r->modules[i];
    if (strcmp(module, r->names[i]))
      while ((at = strstr(text, module)))
        text = clgroup_text(r->s, "%.*s%s%s", (int)(at - text), text, r->names[i], at + strlen(module));
  }
  return text;
}

int lowering_finish(struct run *r, struct clgroup_child *child, struct clgroup_bytes *module) {
  unsigned char go = '\n';
  const struct clgroup_bytes input = {&go, 1};
  int status;
  if (clgroup_child_finish(r->s, child, &input, module, &status))
    return -1;
  if (!status)
    return 0;
  if (WIFEXITED(status) && WEXITSTATUS(status) == CLGROUP_LOWER_NOT_SPIRV_STATUS)
    return 1;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 1 || !module->size)
    return clgroup_fail(r->s, "%s %s; its own message, if any, is above", r->install.lower,
                        clgroup_describe_status(r->s, status));
  const char *error = clgroup_text(r->s, "%.*s", (int)module->size, (const char *)module->data);
  return clgroup_fail(r->s, "%s", with_user_names(r, error));
}
