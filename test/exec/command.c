/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "command.h"

#include "base/child.h"
#include "base/files.h"
#include "text.h"

#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void command_add(struct command *c, const char *text) {
  if (c->count < MAX_ARGUMENTS)
    text_add(&c->words[c->count++], "%s", text);
}

void command_add_words(struct command *c, const char *text) {
  while (text && *text) {
    size_t length = strcspn(text, " ");
    if (length && c->count < MAX_ARGUMENTS)
      text_add(&c->words[c->count++], "%.*s", (int)length, text);
    text += length + strspn(text + length, " ");
  }
}

void command_print(char **line, const char *word) {
  text_add(line, strpbrk(word, " *?[]'\"$&|;<>()\\") ? "%s'%s'" : "%s%s", *line ? " " : "", word);
}

void command_print_program(char **line, const char *program) {
  for (char **variable = environ; *variable; variable++)
    if (!strncmp(*variable, "CLGROUP_", 8) || !strncmp(*variable, "OPENCL_LAYERS=", 14) ||
        !strncmp(*variable, "OCL_ICD_VENDORS=", 16))
      command_print(line, *variable);
  if (*line) {
    char *with_variables = NULL;
    text_add(&with_variables, "env %s", *line);
    free(*line);
    *line = with_variables;
  }
  text_add(line, *line ? " %s" : "%s", program);
}

int command_take(char **line, const struct argument *known, size_t count, const char *usage, char *const *words) {
  const int took = argument_take(known, count, usage, words);
  for (int i = 0; i < took && strcmp(words[0], "--filter") && strcmp(words[0], "--fail-fast"); i++)
    command_print(line, words[i]);
  return took;
}

/* Starts the command with both output streams in the file. Returns 0, or an errno. */
static int start_into(const struct command *c, const char *output, pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  const int error = posix_spawnp(child, c->words[0], &actions, NULL, c->words, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

bool command_run(struct command *c, const char *folder, char **log) {
  char output[PATH_MAX];
  pid_t process;
  int status = 0;
  snprintf(output, sizeof output, "%s/output", folder);
  /* Oclgrind preloads itself and its LLVM, which the child must not have. */
  unsetenv("LD_PRELOAD");
  const int error = start_into(c, output, &process);
  if (!error)
    status = clgroup_child_wait(process);
  bool good = !error && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (!good) {
    for (unsigned i = 0; i < c->count; i++)
      text_add(log, "%s%s", i ? " " : "", c->words[i]);
    char *printed = error ? NULL : clgroup_file_read(output, NULL);
    if (error)
      text_add(log, ": cannot be started: %s", strerror(error));
    else if (WIFSIGNALED(status))
      text_add(log, ": killed by signal %d\n%s", WTERMSIG(status), printed ? printed : "");
    else
      text_add(log, ": exit status %d\n%s", WEXITSTATUS(status), printed ? printed : "");
    free(printed);
  }
  for (unsigned i = 0; i < c->count; i++)
    free(c->words[i]);
  return good;
}
