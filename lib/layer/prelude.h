/* What is compiled before an application's source: the standard names onto those of the library's modules. */
#ifndef CLGROUP_LAYER_PRELUDE_H
#define CLGROUP_LAYER_PRELUDE_H

#include "layer/buffer.h"

#include <stdbool.h>
#include <stdint.h>

/* Adds the prelude for these names (names.h). Lines after it are numbered from 1. `any_version`: in OpenCL C 1.x too;
 * `extension`: cl_khr_work_group_uniform_arithmetic is there. `shuffles`: a function that shuffles comes first. */
void clgroup_prelude(struct clgroup_buffer *text, uint64_t names, bool any_version, bool extension, bool shuffles);

#endif
