/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Preloaded into clgroup-stub-test: lets one of the layer's allocations in a thread fail. */
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* glibc's own names of these functions. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

__attribute__((visibility("default"))) void stub_fail_allocation(long n, bool *done);

static __thread long left;
static __thread bool *failed;

/* Makes the layer's n-th allocation in this thread from now on fail, and then sets *done; 0: none. */
void stub_fail_allocation(long n, bool *done) {
  left = n;
  failed = done;
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
  *failed = true;
  errno = ENOMEM;
  return true;
}

__attribute__((visibility("default"))) void *malloc(size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

__attribute__((visibility("default"))) void *calloc(size_t count, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

__attribute__((visibility("default"))) void *realloc(void *memory, size_t size) {
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

__attribute__((visibility("default"))) char *strdup(const char *text) {
  return fails(__builtin_return_address(0)) ? NULL : copy(text, strlen(text));
}

__attribute__((visibility("default"))) char *strndup(const char *text, size_t most) {
  return fails(__builtin_return_address(0)) ? NULL : copy(text, strnlen(text, most));
}
