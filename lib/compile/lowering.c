#include "compile/lowering.h"

#include "lower/lower.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>

static void add_text(struct clgroup_session *s, struct clgroup_argv *argv, const char *name, const char *value) {
  if (value && *value)
    clgroup_argv_add(argv, clgroup_text(s, "%s=%s", name, value));
}

static void add_number(struct clgroup_session *s, struct clgroup_argv *argv, const char *name, unsigned value) {
  if (value)
    clgroup_argv_add(argv, clgroup_text(s, "%s=%u", name, value));
}

struct clgroup_argv clgroup_lowering_command(struct clgroup_session *s, const struct clgroup_lowering *job) {
  enum { MOST = 24 }; /* arguments before the inputs */
  struct clgroup_argv argv = clgroup_argv_new(s, MOST + job->input_count);
  clgroup_argv_add(&argv, job->program);
  add_text(s, &argv, "library", job->library);
  add_text(s, &argv, "other", job->other);
  add_text(s, &argv, "exceptions", job->other ? job->exceptions : NULL);
  add_text(s, &argv, "chunks", job->chunks);
  add_text(s, &argv, "builtins", job->builtins);
  add_text(s, &argv, "libclc", job->libclc);
  add_number(s, &argv, "architecture", job->architecture);
  add_number(s, &argv, "lanes", job->lanes);
  add_number(s, &argv, "offsets", job->has_offsets != 0);
  add_number(s, &argv, "limit", job->max_work_group_size);
  add_number(s, &argv, "device-limit", job->device_max_work_group_size);
  add_number(s, &argv, "local-memory", job->local_memory_size);
  add_number(s, &argv, "uniform", job->uniform != 0);
  clgroup_argv_add(&argv, clgroup_text(s, "opt=%u", job->opt_level));
  add_text(s, &argv, "form", job->form);
  add_number(s, &argv, "raw", job->raw != 0);
  add_number(s, &argv, "cpp", job->cpp != 0);
  add_number(s, &argv, "plain", job->plain_loops != 0);
  add_text(s, &argv, "driver", job->for_pocl ? "pocl" : NULL);
  add_number(s, &argv, "leave-vectors", job->leave_vectors);
  clgroup_argv_add(&argv, "--");
  for (size_t i = 0; i < job->input_count; i++)
    clgroup_argv_add(&argv, job->inputs[i]);
  return argv;
}

int clgroup_lowering_start(struct clgroup_session *s, const struct clgroup_lowering *job, struct clgroup_child *child) {
  const struct clgroup_argv argv = clgroup_lowering_command(s, job);
  if (clgroup_child_start(s, &argv, 1, child))
    return clgroup_fail(s, "cannot run '%s': %s; is the installation complete?", job->program, strerror(errno));
  return 0;
}

/* `text` with the inputs' own names in place of the names of temporary files. */
static const char *with_user_names(struct clgroup_session *s, const struct clgroup_lowering *job, const char *text) {
  for (size_t i = 0; i < job->input_count; i++) {
    size_t length = strlen(job->inputs[i]);
    const char *at;
    if (strcmp(job->inputs[i], job->names[i]))
      while ((at = strstr(text, job->inputs[i])))
        text = clgroup_text(s, "%.*s%s%s", (int)(at - text), text, job->names[i], at + length);
  }
  return text;
}

int clgroup_lowering_finish(struct clgroup_session *s, const struct clgroup_lowering *job, struct clgroup_child *child,
                            struct clgroup_bytes *module) {
  unsigned char go = '\n';
  const struct clgroup_bytes input = {&go, 1};
  int status;
  if (clgroup_child_finish(s, child, &input, module, &status))
    return -1;
  if (!status)
    return 0;
  if (WIFEXITED(status) && WEXITSTATUS(status) == CLGROUP_LOWER_NOT_SPIRV_STATUS)
    return 1;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 1 || !module->size)
    return clgroup_fail(s, "%s %s; its own message, if any, is above", job->program,
                        clgroup_describe_status(s, status));
  const char *error = clgroup_text(s, "%.*s", (int)module->size, (const char *)module->data);
  return clgroup_fail(s, "%s", with_user_names(s, job, error));
}
