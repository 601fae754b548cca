/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/api/inside.h"

#include <pthread.h>
#include <stdatomic.h>

static atomic_uint inside;

int clgroup_enter(void) {
  int cancellation;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancellation);
  atomic_fetch_add(&inside, 1);
  return cancellation;
}

void clgroup_leave(int cancellation) {
  unsigned count = atomic_load(&inside);
  /* 0 in a child that was forked inside the layer, by a callback. */
  while (count && !atomic_compare_exchange_weak(&inside, &count, count - 1)) {
  }
  pthread_setcancelstate(cancellation, NULL);
}

bool clgroup_is_alone(void) {
  return atomic_load(&inside) <= 1;
}

static void forget_threads(void) {
  atomic_store(&inside, 0);
}

void clgroup_inside_start(void) {
  pthread_atfork(NULL, NULL, forget_threads);
}
