/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The builder: appends words and instructions to a buffer. */
#ifndef CLGROUP_SPIRV_WORDS_H
#define CLGROUP_SPIRV_WORDS_H

#include "spirv/module.h"

struct spirv_words {
  uint32_t *data;
  size_t count, capacity;
  bool failed; /* out of memory: later additions do nothing */
};

void spirv_add(struct spirv_words *w, uint32_t word);

/* Words from..to-1 of the module. */
void spirv_add_range(struct spirv_words *w, const struct spirv_module *m, size_t from, size_t to);
void spirv_add_words(struct spirv_words *w, const struct spirv_words *more);

/* Adds one instruction: spirv_emit(w, opcode, operand...). */
#define spirv_emit(w, opcode, ...)                                                                                     \
  spirv_add_instruction(w, opcode, (const uint32_t[]){__VA_ARGS__},                                                    \
                        sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
void spirv_add_instruction(struct spirv_words *w, uint32_t opcode, const uint32_t *operands, size_t count);

/* An instruction with a string: spirv_begin, operands and strings in any order, spirv_end with what begin returned. */
size_t spirv_begin(struct spirv_words *w);
void spirv_add_string(struct spirv_words *w, const char *text);
void spirv_end(struct spirv_words *w, size_t begin, uint32_t opcode);

#endif
