/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Text that is compiled before an application's source. It maps the standard names to those of the library. */
#ifndef CLGROUP_LAYER_PRELUDE_H
#define CLGROUP_LAYER_PRELUDE_H

#include "base/buffer.h"

#include <stdbool.h>
#include <stdint.h>

struct clgroup_prelude {
  uint64_t names;        /* of the library's functions (names.h) */
  uint64_t truths;       /* of votes whose operand is to be 0 or 1 */
  bool any_version;      /* also in OpenCL C 1.x */
  unsigned macros;       /* extensions whose macro is to be defined (names/extensions.h) */
  unsigned write;        /* extensions whose functions are to be written */
  bool feature;          /* the feature macro is wanted without a name, too */
  bool extension;        /* with cl_khr_work_group_uniform_arithmetic */
  bool shuffles;         /* with a function that shuffles (make.c) */
  bool inline_functions; /* inlines the application's functions, if the compiler is clang */
};

/* Adds the text before the source, whose lines are numbered from 1, and returns the text after it. */
const char *clgroup_prelude(struct clgroup_buffer *text, const struct clgroup_prelude *p);

#endif
