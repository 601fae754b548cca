/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "spirv/module.h"

#include "clgroup/clgroup.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int spirv_fail(const struct spirv_error *error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (error->size)
    vsnprintf(error->text, error->size, format, arguments);
  va_end(arguments);
  return -1;
}

int spirv_fail_memory(const struct spirv_error *error) {
  return spirv_fail(error, CLGROUP_NO_MEMORY);
}

int spirv_open(struct spirv_module *m, const uint32_t *words, size_t count, char *error, size_t error_size) {
  *m = (struct spirv_module){.words = words, .count = count, .error = {error, error_size}};
  if (count < SPIRV_HEADER_WORDS)
    return spirv_fail(&m->error, "not SPIR-V: %zu words are too few for a header", count);
  m->swapped = words[0] == spirv_swap(SPIRV_MAGIC);
  if (!m->swapped && words[0] != SPIRV_MAGIC)
    return spirv_fail(&m->error, "not SPIR-V: it begins with 0x%08" PRIx32 ", not with 0x%08x", words[0], SPIRV_MAGIC);
  uint32_t version = spirv_word(m, SPIRV_VERSION_WORD);
  if (version >> 16 != 1 || version & 0xff)
    return spirv_fail(&m->error, "the version word 0x%08" PRIx32 " is not that of SPIR-V 1.x", version);
  m->bound = spirv_word(m, SPIRV_BOUND_WORD);
  if (!m->bound || m->bound > SPIRV_MAX_BOUND)
    return spirv_fail(&m->error, "the bound on ids is %" PRIu32 "; it must be from 1 to %d", m->bound, SPIRV_MAX_BOUND);
  if (count > UINT32_MAX / 4)
    return spirv_fail(&m->error, "%zu words are more than lib/spirv accepts", count);
  return 0;
}

int spirv_next(const struct spirv_module *m, struct spirv_instruction *i) {
  uint32_t at = i->at ? i->at + i->length : SPIRV_HEADER_WORDS;
  if (at >= m->count)
    return 0;
  uint32_t first = spirv_word(m, at);
  *i = (struct spirv_instruction){at, first >> 16, first & 0xffff, spirv_opcode(first & 0xffff)};
  if (!i->length)
    return spirv_fail(&m->error, "word %" PRIu32 ": an instruction of length 0", at);
  if (i->length > m->count - at)
    return spirv_fail(&m->error, "word %" PRIu32 ": %s has %" PRIu32 " words, but the module ends after %zu", at,
                      i->known ? i->known->name : "an instruction", i->length, m->count - at);
  return 1;
}

uint32_t spirv_result(const struct spirv_module *m, const struct spirv_instruction *i) {
  if (!i->known)
    return 0;
  const char *operands = i->known->operands;
  return operands[0] == 'r' ? spirv_operand(m, i, 1) : operands[0] == 't' ? spirv_operand(m, i, 2) : 0;
}

uint32_t spirv_result_type(const struct spirv_module *m, const struct spirv_instruction *i) {
  return i->known && i->known->operands[0] == 't' ? spirv_operand(m, i, 1) : 0;
}

static bool defines(const struct spirv_instruction *i) {
  return i->known && (i->known->operands[0] == 'r' || i->known->operands[0] == 't');
}

int spirv_index(struct spirv_module *m) {
  m->definition = calloc(m->bound, sizeof *m->definition);
  m->end = calloc(m->bound, sizeof *m->end);
  if (!m->definition || !m->end)
    return spirv_fail_memory(&m->error);
  m->functions = (uint32_t)m->count;
  uint32_t preamble_end = SPIRV_HEADER_WORDS, function = 0;
  bool inside = false, seen = false;
  struct spirv_instruction i = {0};
  int more;
  while ((more = spirv_next(m, &i)) > 0) {
    const char *name = i.known ? i.known->name : "an unknown instruction";
    if (i.opcode == SPIRV_OP_Function) {
      if (inside)
        return spirv_fail(&m->error, "word %" PRIu32 ": %s inside a function", i.at, name);
      if (!seen)
        m->functions = preamble_end; /* a line before the first function belongs to it */
      inside = seen = true;
      function = spirv_result(m, &i);
    } else if (seen && !inside && !spirv_is_line(&i) && i.opcode != SPIRV_OP_ExtInst)
      return spirv_fail(&m->error, "word %" PRIu32 ": %s after the end of a function", i.at, name);
    else if (i.opcode == SPIRV_OP_FunctionEnd) {
      if (!inside)
        return spirv_fail(&m->error, "word %" PRIu32 ": %s outside a function", i.at, name);
      inside = false;
      m->end[function] = i.at + i.length; /* an id that was checked when it was defined */
    } else if (!seen && !spirv_is_line(&i))
      preamble_end = i.at + i.length;
    if (!defines(&i))
      continue;
    uint32_t id = spirv_result(m, &i);
    if (!id || id >= m->bound)
      return spirv_fail(&m->error, "word %" PRIu32 ": %s defines id %" PRIu32 ", but ids are from 1 to %" PRIu32, i.at,
                        name, id, m->bound - 1);
    if (m->definition[id])
      return spirv_fail(&m->error,
                        "word %" PRIu32 ": %s defines id %" PRIu32 ", which word %" PRIu32 " defined already", i.at,
                        name, id, m->definition[id]);
    m->definition[id] = i.at;
  }
  if (more == 0 && inside)
    return spirv_fail(&m->error, "word %zu: the module ends inside a function", m->count);
  return more;
}

void spirv_close(struct spirv_module *m) {
  free(m->definition);
  free(m->end);
  m->definition = m->end = NULL;
}

bool spirv_defining(const struct spirv_module *m, uint32_t id, struct spirv_instruction *i) {
  if (id >= m->bound || !m->definition[id])
    return false;
  uint32_t at = m->definition[id], first = spirv_word(m, at);
  *i = (struct spirv_instruction){at, first >> 16, first & 0xffff, spirv_opcode(first & 0xffff)};
  return true;
}

/* The index of the word after the string that begins at word `index`, or 0 if it is not terminated. */
static uint32_t string_end(const struct spirv_module *m, const struct spirv_instruction *i, uint32_t index) {
  while (index < i->length) {
    uint32_t word = spirv_operand(m, i, index++);
    if (!(word & 0xff) || !(word & 0xff00) || !(word & 0xff0000) || !(word & 0xff000000))
      return index;
  }
  return 0;
}

/* A string's first byte is the lowest of its word, on every machine. */
static char string_byte(const struct spirv_module *m, const struct spirv_instruction *i, uint32_t index, size_t byte) {
  return (char)(spirv_operand(m, i, index + (uint32_t)(byte / 4)) >> 8 * (byte % 4) & 0xff);
}

void spirv_string(const struct spirv_module *m, const struct spirv_instruction *i, uint32_t index, char *buffer) {
  size_t byte = 0;
  while ((buffer[byte] = string_byte(m, i, index, byte)))
    ++byte;
}

bool spirv_string_is(const struct spirv_module *m, const struct spirv_instruction *i, uint32_t index, const char *text,
                     bool whole) {
  for (size_t byte = 0; text[byte] || whole; ++byte) {
    if (index + byte / 4 >= i->length || string_byte(m, i, index, byte) != text[byte])
      return false;
    if (!text[byte])
      return true;
  }
  return true;
}

int spirv_linkage(const struct spirv_module *m, const struct spirv_instruction *i, uint32_t *linkage) {
  if (i->opcode != SPIRV_OP_Decorate || spirv_operand(m, i, 2) != SPIRV_DECORATION_LINKAGE_ATTRIBUTES)
    return 0;
  uint32_t after = string_end(m, i, SPIRV_LINKAGE_NAME);
  if (!after || after >= i->length)
    return spirv_fail(&m->error, "word %" PRIu32 ": %s LinkageAttributes is cut short", i->at, i->known->name);
  *linkage = spirv_operand(m, i, after);
  return 1;
}

/* The number of words in each literal of an OpSwitch, which has the width of the selector's type. */
static uint32_t selector_words(const struct spirv_module *m, const struct spirv_instruction *i) {
  struct spirv_instruction selector, type;
  if (spirv_defining(m, spirv_operand(m, i, 1), &selector) &&
      spirv_defining(m, spirv_result_type(m, &selector), &type) && type.opcode == SPIRV_OP_TypeInt &&
      spirv_operand(m, &type, 2) > 32)
    return 2;
  return 1;
}

/* The state of spirv_visit_ids. */
struct visit {
  const struct spirv_module *m;
  const struct spirv_instruction *i;
  spirv_visitor *visit;
  void *context;
  uint32_t index; /* of the next word */
};

static int visit_word(struct visit *v, uint32_t index) {
  return v->visit(v->context, v->i, index, spirv_operand(v->m, v->i, index));
}

/* Visits the ids in every `step`th word from `first` to the end of the instruction. */
static int visit_rest(struct visit *v, uint32_t first, uint32_t step) {
  for (uint32_t index = first; index < v->i->length; index += step) {
    int result = visit_word(v, index);
    if (result)
      return result;
  }
  v->index = v->i->length;
  return 0;
}

static int visit_memory_access(struct visit *v) {
  uint32_t mask = spirv_operand(v->m, v->i, v->index++);
  v->index += mask & SPIRV_MEMORY_ALIGNED ? 1 : 0;
  for (uint32_t bits = mask & SPIRV_MEMORY_WITH_ID; bits && v->index < v->i->length; bits &= bits - 1) {
    int result = visit_word(v, v->index++);
    if (result)
      return result;
  }
  return 0;
}

static int visit_operand(struct visit *v, char kind) {
  uint32_t literal_words;
  switch (kind) {
  case 't':
  case 'i':
    return visit_word(v, v->index++);
  case 'r':
  case 'l':
    ++v->index;
    return 0;
  case 's':
    v->index = string_end(v->m, v->i, v->index);
    return v->index ? 0
                    : spirv_fail(&v->m->error, "word %" PRIu32 ": a string in %s is not terminated", v->i->at,
                                 v->i->known->name);
  case 'm':
    return visit_memory_access(v);
  case 'I':
    return visit_rest(v, v->index, 1);
  case 'P':
    return visit_rest(v, v->index, 2);
  case 'w':
    literal_words = selector_words(v->m, v->i);
    return visit_rest(v, v->index + literal_words, literal_words + 1);
  case 'L':
    v->index = v->i->length;
    return 0;
  default: /* the end of the operands */
    return spirv_fail(&v->m->error, "word %" PRIu32 ": %s has %" PRIu32 " words too many", v->i->at, v->i->known->name,
                      v->i->length - v->index);
  }
}

int spirv_visit_ids(const struct spirv_module *m, const struct spirv_instruction *i, spirv_visitor *visit,
                    void *context) {
  if (!i->known)
    return spirv_fail(&m->error, "word %" PRIu32 ": instruction %" PRIu32 " is unknown to lib/spirv", i->at, i->opcode);
  struct visit v = {m, i, visit, context, 1};
  for (const char *operand = i->known->operands; v.index < i->length; ++operand) {
    if (*operand == 'x') { /* continues with the operands after the inner instruction's result */
      const struct spirv_opcode *inner = spirv_opcode(spirv_operand(m, i, v.index++));
      if (!inner || inner->operands[0] != 't')
        return spirv_fail(&m->error, "word %" PRIu32 ": the operation of %s is unknown to lib/spirv", i->at,
                          i->known->name);
      operand = inner->operands + 1;
      continue;
    }
    int result = visit_operand(&v, *operand);
    if (result)
      return result;
  }
  return 0;
}
