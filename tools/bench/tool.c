#include "bench/tool.h"
#include "base/child.h"
#include "base/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

bool tool_run(const char *const words[], const char *log, char *why, size_t why_size) {
  pid_t process;
  const int error = clgroup_child_start_into(words, log, &process);
  if (error) {
    snprintf(why, why_size, "cannot start %s: %s", words[0], strerror(error));
    return false;
  }
  const int status = clgroup_child_wait(process);
  if (WIFEXITED(status) && !WEXITSTATUS(status))
    return true;
  char *said = clgroup_file_read(log, NULL);
  snprintf(why, why_size, "%s fails: %.*s", words[0], said ? (int)strcspn(said, "\n") : 0, said ? said : "");
  free(said);
  return false;
}
