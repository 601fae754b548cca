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
  const bool is_own = !strcmp(words[0], "/proc/self/exe");
  const char *own = is_own ? "clgroup-bench " : "", *name = words[is_own];
  const int status = clgroup_child_wait(process);
  heed_signals();
  if (WIFEXITED(status) && !WEXITSTATUS(status))
    return true;
  char *said = clgroup_file_read(log, NULL);
  if (WIFSIGNALED(status))
    snprintf(why, why_size, "%s%s is killed by signal %d", own, name, WTERMSIG(status));
  else
    snprintf(why, why_size, "%s%s fails: %s", own, name, said ? error_line(said) : "");
  free(said);
  return false;
}
