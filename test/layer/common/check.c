/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/common/check.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned passed, failed, skipped;
static long allocations;
static bool ran_out, only_one;

void check(bool good, const char *format, ...) {
  if (good) {
    passed++;
    return;
  }
  failed++;
  va_list arguments;
  va_start(arguments, format);
  fputs("fail: ", stdout);
  vprintf(format, arguments);
  putchar('\n');
  fflush(stdout);
  va_end(arguments);
}

void skip(const char *why) {
  skipped++;
  printf("skip: %s\n", why);
}

int check_counts(void) {
  printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
  return failed != 0;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *text);

static bool out_of_memory(void) {
  if (!allocations || --allocations)
    return false;
  allocations = !only_one;
  ran_out = true;
  errno = ENOMEM;
  return true;
}

void *__wrap_malloc(size_t size) {
  return out_of_memory() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
  return out_of_memory() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
  return out_of_memory() ? NULL : __real_realloc(memory, size);
}

char *__wrap_strdup(const char *text) {
  return out_of_memory() ? NULL : __real_strdup(text);
}

void fail_allocation(long n) {
  allocations = n;
  ran_out = only_one = false;
}

void fail_one_allocation(long n) {
  fail_allocation(n);
  only_one = true;
}

bool allocation_failed(void) {
  return ran_out;
}
