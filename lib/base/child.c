/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "base/child.h"

#include <errno.h>
#include <sys/wait.h>

int clgroup_child_wait(pid_t child) {
  int status;
  pid_t waited;
  while ((waited = waitpid(child, &status, 0)) < 0 && errno == EINTR) {
  }
  return waited < 0 ? -1 : status;
}
