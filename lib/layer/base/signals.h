/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* PoCL 6 starts a process for each SPIR-V module that it loads, and aborts if a signal handler interrupts its wait for
 * that. A driver that compiles source itself does not wait, so the layer keeps such signals back while a driver loads
 * what clgroup-cc or the library gives it. */
#ifndef CLGROUP_LAYER_SIGNALS_H
#define CLGROUP_LAYER_SIGNALS_H

#include <signal.h>

/* Keeps back, in this thread, the signals that have a handler and would not restart what they interrupt; not those of
 * the thread's own faults. They arrive after clgroup_signals_release. */
void clgroup_signals_hold(sigset_t *before);
void clgroup_signals_release(const sigset_t *before);

#endif
