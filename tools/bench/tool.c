#include "bench/tool.h"
#include "bench/bench.h"
#include "bench/caches.h"
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
  heed_signals();
  if (WIFEXITED(status) && !WEXITSTATUS(status))
    return true;
  char *said = clgroup_file_read(log, NULL);
  if (WIFSIGNALED(status))
    snprintf(why, why_size, "%s is killed by signal %d", words[0], WTERMSIG(status));
  else
    snprintf(why, why_size, "%s fails: %s", words[0], said ? error_line(said) : "");
  free(said);
  return false;
}
