/* The least driver: runs the kernel `k` of a module for this machine as one work-group, whose work-items are threads,
 * and prints the numbers that it leaves in its buffer of ints, which began as 0, 1, 2... */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

enum { ITEMS = 40 };

void k(int *values);
static int values[ITEMS];
static pthread_barrier_t barrier;
static _Thread_local size_t id;

/* OpenCL C's functions, as clang mangles them: the kernel's, and those that the library calls. */
size_t _Z12get_local_idj(unsigned dimension) {
  return dimension ? 0 : id;
}
size_t _Z13get_global_idj(unsigned dimension) {
  return dimension ? 0 : id;
}
size_t _Z14get_local_sizej(unsigned dimension) {
  return dimension ? 1 : ITEMS;
}
unsigned _Z12get_work_dimv(void) {
  return 1;
}
void _Z7barrierj(unsigned flags) {
  (void)flags;
  pthread_barrier_wait(&barrier);
}
unsigned _Z3minjj(unsigned a, unsigned b) {
  return a < b ? a : b;
}
unsigned _Z3maxjj(unsigned a, unsigned b) {
  return a > b ? a : b;
}
unsigned _Z3clzj(unsigned a) {
  return a ? (unsigned)__builtin_clz(a) : 32;
}
int _Z11atomic_xchgPU3AS3Vii(volatile int *p, int value) {
  return __atomic_exchange_n(p, value, __ATOMIC_RELAXED);
}

static void *item(void *number) {
  id = (size_t)number;
  k(values);
  return NULL;
}

int main(void) {
  pthread_t threads[ITEMS];
  pthread_barrier_init(&barrier, NULL, ITEMS);
  for (size_t i = 0; i < ITEMS; i++)
    values[i] = (int)i;
  for (size_t i = 0; i < ITEMS; i++)
    if (pthread_create(&threads[i], NULL, item, (void *)i))
      return 1;
  for (size_t i = 0; i < ITEMS; i++)
    pthread_join(threads[i], NULL);
  for (size_t i = 0; i < ITEMS; i++)
    printf("%d%c", values[i], i + 1 < ITEMS ? ' ' : '\n');
  return 0;
}
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
