/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Child processes. */
#ifndef CLGROUP_BASE_CHILD_H
#define CLGROUP_BASE_CHILD_H

#include <sys/types.h>

/* Waits for the child's end, also after signals. Returns its wait status; -1: there is no such child. */
int clgroup_child_wait(pid_t child);

#endif
