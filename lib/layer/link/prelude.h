/* What is compiled before an application's source: the standard names onto those of the library's modules. */
#ifndef CLGROUP_LAYER_PRELUDE_H
#define CLGROUP_LAYER_PRELUDE_H

#include "layer/base/buffer.h"

#include <stdbool.h>
#include <stdint.h>

struct clgroup_prelude {
  uint64_t names;        /* names.h */
  bool any_version;      /* in OpenCL C 1.x too */
  bool extension;        /* cl_khr_work_group_uniform_arithmetic is there */
  bool shuffles;         /* a function that shuffles comes first */
  bool inline_functions; /* every function of the application's is inlined, if the compiler is clang */
};

/* Adds what comes before the source, whose lines are numbered from 1, and gives what comes after it. */
const char *clgroup_prelude(struct clgroup_buffer *text, const struct clgroup_prelude *p);

#endif
