/* SPIR-V modules with one kernel, `group`. */
#ifndef CLGROUP_STUB_MAKE_MODULE_H
#define CLGROUP_STUB_MAKE_MODULE_H

#include "spirv/words.h"

enum module_kind {
  MODULE_PLAIN,
  MODULE_GROUP_ADD, /* with an OpGroupIAdd of Workgroup scope */
};

/* Frees nothing: w->data is the caller's. */
void make_module(struct spirv_words *w, enum module_kind kind, unsigned address_bits, uint32_t version);

#endif
