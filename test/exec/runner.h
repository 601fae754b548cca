/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A child process with limits: what drivers may crash or hang is done in one. */
#ifndef EXEC_RUNNER_H
#define EXEC_RUNNER_H

/* Runs body(argument) in a process group of its own, which ends with this process, and returns its wait status.
 * RUNNER_HANGS: after so many seconds without progress, as layer/base/progress.h counts them, from the last change of
 * *steps on where that is not NULL, the group was killed. SIGINT, SIGTERM and SIGHUP kill the group, too; then
 * runner_stop() is their number. */
enum { RUNNER_HANGS = -1 };
int runner_run(int (*body)(void *), void *argument, unsigned seconds, const volatile unsigned *steps);
int runner_stop(void);

#endif
