/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Structs of options that begin with their own size, so that a caller's header may be older or newer than the library.
 */
#ifndef CLGROUP_BASE_SIZED_H
#define CLGROUP_BASE_SIZED_H

#include <stddef.h>
#include <string.h>

/* Copies the caller's struct to `own`, whose `size` is set. Fields that the caller's header does not have become 0.
 * Returns an error, or NULL. */
static inline const char *clgroup_take_sized(void *own, size_t own_size, const void *from) {
  enum { MOST = 1 << 12 };
  size_t size;
  memcpy(&size, from, sizeof size);
  if (size <= sizeof size || size > MOST)
    return "the options' size is not set: set it to the sizeof of their struct";
  for (size_t i = own_size; i < size; i++)
    if (((const unsigned char *)from)[i])
      return "the options set a field that this version of clgroup does not have: leave it 0, or link a newer one";
  memset(own, 0, own_size);
  memcpy(own, from, size < own_size ? size : own_size);
  memcpy(own, &own_size, sizeof own_size);
  return NULL;
}

#endif
