/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The reader: bounds-checked access to a module's words, iteration over its instructions, and the definition of each
 * id. */
#ifndef CLGROUP_SPIRV_MODULE_H
#define CLGROUP_SPIRV_MODULE_H

#include "spirv/opcodes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct spirv_error {
  char *text;
  size_t size;
};

/* Writes the error message, one line. Returns -1. */
int spirv_fail(const struct spirv_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
int spirv_fail_memory(const struct spirv_error *error);

struct spirv_module {
  const uint32_t *words;
  size_t count;
  bool swapped; /* the module's byte order is not this machine's */
  uint32_t bound;
  uint32_t *definition; /* by id: the word at which the defining instruction begins, or 0; NULL before spirv_index */
  uint32_t *end;        /* by id of a function: the word after it; NULL before spirv_index */
  uint32_t functions;   /* the word at which the first function begins, or count; 0 before spirv_index */
  struct spirv_error error;
};

struct spirv_instruction {
  uint32_t at; /* the word at which it begins; 0: before the first instruction */
  uint32_t length;
  uint32_t opcode;
  const struct spirv_opcode *known; /* NULL: not in opcodes.inc */
};

static inline uint32_t spirv_swap(uint32_t word) {
  return word >> 24 | (word >> 8 & 0xff00) | (word << 8 & 0xff0000) | word << 24;
}

/* The caller has checked that at < m->count. */
static inline uint32_t spirv_word(const struct spirv_module *m, size_t at) {
  return m->swapped ? spirv_swap(m->words[at]) : m->words[at];
}

/* Word `index` of an instruction, or 0, which is never an id, if the instruction is too short for it. */
static inline uint32_t spirv_operand(const struct spirv_module *m, const struct spirv_instruction *i, uint32_t index) {
  return index < i->length ? spirv_word(m, (size_t)i->at + index) : 0;
}

/* Checks the header. Nothing is allocated; spirv_close is needed only after spirv_index. */
int spirv_open(struct spirv_module *m, const uint32_t *words, size_t count, char *error, size_t error_size);

/* Advances to the next instruction: the first one if i->at is 0. Returns 1, 0 at the end, -1 after an error. */
int spirv_next(const struct spirv_module *m, struct spirv_instruction *i);

/* Finds where each id is defined, and where functions end. Checks that ids are within bounds and defined once, that
 * functions are not nested, and that nothing but OpLine, OpNoLine and (non-semantic) OpExtInst comes between and after
 * them. */
int spirv_index(struct spirv_module *m);
void spirv_close(struct spirv_module *m);

/* Finds the instruction that defines `id`. False: there is none, or `id` is out of bounds. */
bool spirv_defining(const struct spirv_module *m, uint32_t id, struct spirv_instruction *i);

/* The id that the instruction defines, or 0, and the id of its result type, or 0. */
uint32_t spirv_result(const struct spirv_module *m, const struct spirv_instruction *i);
uint32_t spirv_result_type(const struct spirv_module *m, const struct spirv_instruction *i);

/* Calls visit for every id that the instruction uses, except its result, with the index of the word that holds it.
 * Stops at the first nonzero return value and returns it. */
typedef int spirv_visitor(void *context, const struct spirv_instruction *i, uint32_t index, uint32_t id);
int spirv_visit_ids(const struct spirv_module *m, const struct spirv_instruction *i, spirv_visitor *visit,
                    void *context);

/* Copies the string that begins at word `index` of the instruction to `buffer`, which has room for spirv_string_room(i)
 * bytes. The string must be terminated (spirv_linkage checks that). */
static inline size_t spirv_string_room(const struct spirv_instruction *i) {
  return 4 * (size_t)i->length;
}
void spirv_string(const struct spirv_module *m, const struct spirv_instruction *i, uint32_t index, char *buffer);

/* Does the string at word `index` begin with `text` or, if `whole`, is it equal to `text`? */
bool spirv_string_is(const struct spirv_module *m, const struct spirv_instruction *i, uint32_t index, const char *text,
                     bool whole);

/* Is the instruction an OpDecorate LinkageAttributes? Its target is word 1, its name begins at word SPIRV_LINKAGE_NAME.
 * Sets *linkage to the linkage type, such as SPIRV_LINKAGE_IMPORT. Returns 1, 0, or -1 if it is damaged. */
enum { SPIRV_LINKAGE_NAME = 3 };
int spirv_linkage(const struct spirv_module *m, const struct spirv_instruction *i, uint32_t *linkage);

/* OpLine and OpNoLine belong to the instruction after them. */
static inline bool spirv_is_line(const struct spirv_instruction *i) {
  return i->opcode == SPIRV_OP_Line || i->opcode == SPIRV_OP_NoLine;
}

#endif
