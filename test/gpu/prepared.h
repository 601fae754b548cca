/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The folder of PTX that clgroup-gpu-prepare makes where there is a compiler, and that gpu-run takes where there is a
 * GPU. A test's program is known by a hash of all that it is made of, so that both programs, which run the same tests,
 * agree on its name. */
#ifndef CLGROUP_GPU_PREPARED_H
#define CLGROUP_GPU_PREPARED_H

#include "suite.h"

/* Architectures that PTX is made for, oldest first: what is made for one runs on all newer GPUs too. sm_80 has
 * redux.sync. */
extern const char *const prepared_architectures[];
enum { PREPARED_ARCHITECTURES = 2 };

/* What the tests may expect of every GPU. */
extern const struct device prepared_device;

/* The name of a test's program in the folder of an architecture, without .ptx. */
void prepared_name(const struct source *source, const char *text, char name[32]);

/* Runs all tests, or for `quick` a choice of them. */
void prepared_tests(struct suite *s);

#endif
