/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The allocator of clgroup-stub-test and of all libraries that it loads: lets one of the layer's allocations fail. */
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define _GNU_SOURCE /* dladdr */
#include "harness.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* glibc's own names of these functions. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static __thread long left;
static __thread bool *was_failed;

void fail_allocation(long n, bool *done) {
  left = n;
  was_failed = done;
}

static bool fails(const void *caller) {
  Dl_info info;
  if (!left)
    return false;
  const long now = left;
  left = 0; /* dladdr may allocate */
  const bool layer = dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "libclgroup-layer");
  left = layer ? now - 1 : now;
  if (left)
    return false;
  *was_failed = true;
  errno = ENOMEM;
  return true;
}

void *malloc(size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(memory, size);
}

static char *copy(const char *text, size_t length) {
  char *copy = __libc_malloc(length + 1);
  if (copy) {
    memcpy(copy, text, length);
    copy[length] = 0;
  }
  return copy;
}

char *strdup(const char *text) {
  return fails(__builtin_return_address(0)) ? NULL : copy(text, strlen(text));
}

char *strndup(const char *text, size_t most) {
  return fails(__builtin_return_address(0)) ? NULL : copy(text, strnlen(text, most));
}
#endif
