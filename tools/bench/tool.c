#include "bench/tool.h"
#include "bench/files.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool tool_run(const char *const words[], const char *log, char *why, size_t why_size) {
  posix_spawn_file_actions_t actions;
  pid_t process;
  int status = 0;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  int error = posix_spawnp(&process, words[0], &actions, NULL, (char **)words, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error) {
    snprintf(why, why_size, "cannot start %s: %s", words[0], strerror(error));
    return false;
  }
  while (waitpid(process, &status, 0) < 0 && errno == EINTR)
    ;
  if (WIFEXITED(status) && !WEXITSTATUS(status))
    return true;
  char *said = file_read(log, NULL);
  snprintf(why, why_size, "%s fails: %.*s", words[0], said ? (int)strcspn(said, "\n") : 0, said ? said : "");
  free(said);
  return false;
}
