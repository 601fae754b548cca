/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _DEFAULT_SOURCE /* NSIG */
#include "layer/base/signals.h"

#include <pthread.h>

void clgroup_signals_hold(sigset_t *before) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
  struct sigaction action;
  sigset_t held;
  sigemptyset(&held);
  for (int i = 1; i < NSIG; i++)
    if (!sigaction(i, NULL, &action) && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN &&
        !(action.sa_flags & SA_RESTART))
      sigaddset(&held, i);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    sigdelset(&held, faults[i]);
  pthread_sigmask(SIG_BLOCK, &held, before);
}

void clgroup_signals_release(const sigset_t *before) {
  pthread_sigmask(SIG_SETMASK, before, NULL);
}
