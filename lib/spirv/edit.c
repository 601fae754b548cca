/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queries, and changes that leave a module's length as it is. */
#include "spirv/module.h"
#include "spirv/spirv.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define SCRATCH_PREFIX CLGROUP_NAME_PREFIX "scratch"

static void set_word(const struct spirv_module *m, uint32_t *words, size_t at, uint32_t value) {
  words[at] = m->swapped ? spirv_swap(value) : value;
}

/* ---- imports ---- */

/* The names that gather_imports collects: a first call, with names NULL, only counts them. */
struct names {
  size_t count, bytes;
  char **names;
  char *text;
};

static int gather_imports(const struct spirv_module *m, struct names *n) {
  struct spirv_instruction i = {0}, target;
  int more;
  n->count = n->bytes = 0;
  while ((more = spirv_next(m, &i)) > 0) {
    uint32_t linkage;
    int linked = spirv_linkage(m, &i, &linkage);
    if (linked < 0)
      return -1;
    /* A decoration group is what a function has it by. */
    if (!linked || linkage != SPIRV_LINKAGE_IMPORT || !spirv_defining(m, spirv_operand(m, &i, 1), &target) ||
        (target.opcode != SPIRV_OP_Function && target.opcode != SPIRV_OP_DecorationGroup))
      continue;
    if (n->names) {
      n->names[n->count] = n->text + n->bytes;
      spirv_string(m, &i, SPIRV_LINKAGE_NAME, n->names[n->count]);
    }
    n->bytes += spirv_string_room(&i);
    ++n->count;
  }
  return more;
}

int clgroup_spirv_imports(const uint32_t *words, size_t count, char ***names, size_t *name_count, char *error,
                          size_t error_size) {
  struct spirv_module m;
  struct names n = {0};
  int failed = spirv_open(&m, words, count, error, error_size) || spirv_index(&m) || gather_imports(&m, &n);
  if (!failed) {
    n.names = malloc(n.count * sizeof *n.names + n.bytes + 1); /* never 0 bytes */
    if (n.names)
      n.text = (char *)(n.names + n.count);
    failed = n.names ? gather_imports(&m, &n) : spirv_fail_memory(&m.error);
  }
  spirv_close(&m);
  if (failed) {
    free(n.names);
    return -1;
  }
  *names = n.names;
  *name_count = n.count;
  return 0;
}

/* ---- scratch ---- */

/* The array type of the variable that an OpName names, if it is scratch. */
static bool scratch_array(const struct spirv_module *m, const struct spirv_instruction *name,
                          struct spirv_instruction *array) {
  struct spirv_instruction variable, pointer;
  return name->opcode == SPIRV_OP_Name && spirv_string_is(m, name, 2, SCRATCH_PREFIX, false) &&
         spirv_defining(m, spirv_operand(m, name, 1), &variable) && variable.opcode == SPIRV_OP_Variable &&
         spirv_operand(m, &variable, 3) == SPIRV_STORAGE_WORKGROUP &&
         spirv_defining(m, spirv_operand(m, &variable, 1), &pointer) && pointer.opcode == SPIRV_OP_TypePointer &&
         spirv_defining(m, spirv_operand(m, &pointer, 3), array) && array->opcode == SPIRV_OP_TypeArray;
}

struct scratch {
  const struct spirv_module *m;
  uint32_t length; /* the id of the constant; 0: not found yet */
};

static int find_length(struct scratch *s) {
  struct spirv_instruction i = {0}, array;
  int more;
  while ((more = spirv_next(s->m, &i)) > 0 && i.at < s->m->functions) {
    if (!scratch_array(s->m, &i, &array))
      continue;
    uint32_t length = spirv_operand(s->m, &array, 3);
    if (s->length && length != s->length)
      return spirv_fail(&s->m->error,
                        "word %" PRIu32 ": the lengths of the scratch variables are two constants, %%%" PRIu32
                        " and %%%" PRIu32,
                        i.at, s->length, length);
    s->length = length;
  }
  return more < 0 ? -1 : 0;
}

/* The constant may only be used as the length of arrays: otherwise its new value would change the code's behaviour. */
static int check_use(void *context, const struct spirv_instruction *i, uint32_t index, uint32_t id) {
  const struct scratch *s = context;
  if (id != s->length || i->opcode == SPIRV_OP_Name || (i->opcode == SPIRV_OP_TypeArray && index == 3))
    return 0;
  return spirv_fail(&s->m->error,
                    "word %" PRIu32 ": %s uses %%%" PRIu32 ", the length of the scratch variables, for "
                    "another purpose",
                    i->at, i->known->name, id);
}

static int set_scratch(struct scratch *s, uint32_t *words, uint32_t slots) {
  const struct spirv_module *m = s->m;
  struct spirv_instruction i = {0}, constant, type;
  int more;
  if (find_length(s))
    return -1;
  if (!s->length)
    return 0;
  if (!spirv_defining(m, s->length, &constant) || constant.opcode != SPIRV_OP_Constant ||
      !spirv_defining(m, spirv_operand(m, &constant, 1), &type) || type.opcode != SPIRV_OP_TypeInt ||
      (spirv_operand(m, &type, 2) != 32 && spirv_operand(m, &type, 2) != 64) ||
      constant.length != 3 + spirv_operand(m, &type, 2) / 32)
    return spirv_fail(&m->error,
                      "the length of the scratch variables, %%%" PRIu32 ", is not a constant integer of 32 or 64 bits",
                      s->length);
  while ((more = spirv_next(m, &i)) > 0)
    if (spirv_visit_ids(m, &i, check_use, s))
      return -1;
  if (more < 0)
    return -1;
  set_word(m, words, constant.at + 3, slots);
  if (constant.length == 5)
    set_word(m, words, constant.at + 4, 0);
  return 0;
}

int clgroup_spirv_set_scratch(uint32_t *words, size_t count, uint32_t slots, char *error, size_t error_size) {
  struct spirv_module m;
  struct scratch s = {&m, 0};
  if (spirv_open(&m, words, count, error, error_size))
    return -1;
  int failed = !slots ? spirv_fail(&m.error, "scratch variables of 0 elements: an array has at least one")
                      : spirv_index(&m) || set_scratch(&s, words, slots);
  spirv_close(&m);
  return failed ? -1 : 0;
}

/* ---- volatile loads ---- */

int clgroup_spirv_make_loads_plain(uint32_t *words, size_t count, char *error, size_t error_size) {
  enum { MEMORY_ACCESS = 4, VOLATILE = 1 };
  struct spirv_module m;
  struct spirv_instruction i = {0};
  if (spirv_open(&m, words, count, error, error_size))
    return -1;
  const int failed = spirv_index(&m);
  while (!failed && spirv_next(&m, &i) > 0)
    if (i.opcode == SPIRV_OP_Load && i.length > MEMORY_ACCESS)
      set_word(&m, words, i.at + MEMORY_ACCESS, spirv_operand(&m, &i, MEMORY_ACCESS) & ~(uint32_t)VOLATILE);
  spirv_close(&m);
  return failed ? -1 : 0;
}

/* ---- specialization constants ---- */

/* The size in bytes of a numeric type; 0 for other types. */
static size_t type_bytes(const struct spirv_module *m, uint32_t id) {
  struct spirv_instruction type;
  if (!spirv_defining(m, id, &type) || (type.opcode != SPIRV_OP_TypeInt && type.opcode != SPIRV_OP_TypeFloat))
    return 0;
  return spirv_operand(m, &type, 2) / 8;
}

static void set_number(const struct spirv_module *m, uint32_t *words, const struct spirv_instruction *constant,
                       const unsigned char *value, size_t size) {
  size_t bytes = type_bytes(m, spirv_operand(m, constant, 1));
  if (!bytes)
    return;
  if (size > bytes)
    size = bytes; /* the bits above a narrow number must be zero */
  for (uint32_t index = 3; index < constant->length; index++) {
    size_t first = 4 * ((size_t)index - 3);
    uint32_t word = 0;
    if (first < size)
      memcpy(&word, value + first, size - first < sizeof word ? size - first : sizeof word);
    set_word(m, words, constant->at + index, word);
  }
}

static void set_truth(const struct spirv_module *m, uint32_t *words, const struct spirv_instruction *constant,
                      const unsigned char *value, size_t size) {
  bool truth = size && value[0];
  set_word(m, words, constant->at,
           constant->length << 16 | (truth ? SPIRV_OP_SpecConstantTrue : SPIRV_OP_SpecConstantFalse));
}

static int specialize(const struct spirv_module *m, uint32_t *words, uint32_t id, const void *value, size_t size) {
  struct spirv_instruction i = {0}, constant;
  int more;
  while ((more = spirv_next(m, &i)) > 0 && i.at < m->functions) {
    if (i.opcode != SPIRV_OP_Decorate || i.length != 4 || spirv_operand(m, &i, 2) != SPIRV_DECORATION_SPEC_ID ||
        spirv_operand(m, &i, 3) != id || !spirv_defining(m, spirv_operand(m, &i, 1), &constant))
      continue;
    if (constant.opcode == SPIRV_OP_SpecConstant)
      set_number(m, words, &constant, value, size);
    else if (constant.opcode == SPIRV_OP_SpecConstantTrue || constant.opcode == SPIRV_OP_SpecConstantFalse)
      set_truth(m, words, &constant, value, size);
  }
  return more < 0 ? -1 : 0;
}

int clgroup_spirv_specialize(uint32_t *words, size_t count, uint32_t id, const void *value, size_t size, char *error,
                             size_t error_size) {
  struct spirv_module m;
  if (spirv_open(&m, words, count, error, error_size))
    return -1;
  int failed = spirv_index(&m) || specialize(&m, words, id, value, size);
  spirv_close(&m);
  return failed ? -1 : 0;
}

/* ---- local memory ---- */

/* The bytes of the array of numbers that a variable is; 0: it is none. */
static uint64_t array_bytes(const struct spirv_module *m, const struct spirv_instruction *variable) {
  struct spirv_instruction pointer, array, length;
  if (!spirv_defining(m, spirv_operand(m, variable, 1), &pointer) || pointer.opcode != SPIRV_OP_TypePointer ||
      !spirv_defining(m, spirv_operand(m, &pointer, 3), &array) || array.opcode != SPIRV_OP_TypeArray ||
      !spirv_defining(m, spirv_operand(m, &array, 3), &length) || length.opcode != SPIRV_OP_Constant)
    return 0;
  return (uint64_t)spirv_operand(m, &length, 3) * type_bytes(m, spirv_operand(m, &array, 2));
}

int clgroup_spirv_local_memory(const uint32_t *words, size_t count, uint64_t *bytes, char *error, size_t error_size) {
  struct spirv_module m;
  struct spirv_instruction i = {0};
  int more = 0;
  *bytes = 0;
  if (spirv_open(&m, words, count, error, error_size))
    return -1;
  int failed = spirv_index(&m);
  while (!failed && (more = spirv_next(&m, &i)) > 0 && i.at < m.functions)
    if (i.opcode == SPIRV_OP_Variable && spirv_operand(&m, &i, 3) == SPIRV_STORAGE_WORKGROUP)
      *bytes += array_bytes(&m, &i);
  spirv_close(&m);
  return failed || more < 0 ? -1 : 0;
}

/* ---- version ---- */

/* The oldest minor version of SPIR-V 1 that allows a capability; 0 also for those that extensions allow in it. */
static unsigned capability_since(uint32_t capability) {
  return capability >= SPIRV_CAPABILITY_GroupNonUniform && capability <= SPIRV_CAPABILITY_GroupNonUniformQuad ? 3 : 0;
}

int clgroup_spirv_set_version(uint32_t *words, size_t count, unsigned major, unsigned minor, char *error,
                              size_t error_size) {
  struct spirv_module m;
  struct spirv_instruction i = {0};
  int more;
  if (spirv_open(&m, words, count, error, error_size))
    return -1;
  if (major != 1 || minor > SPIRV_NEWEST_MINOR)
    return spirv_fail(&m.error, "there is no SPIR-V %u.%u: versions are 1.0 to 1.%d", major, minor, SPIRV_NEWEST_MINOR);
  while ((more = spirv_next(&m, &i)) > 0) {
    unsigned since = i.known ? i.known->since : 0;
    uint32_t capability = spirv_operand(&m, &i, 1);
    if (i.opcode == SPIRV_OP_Capability && capability_since(capability) > minor)
      return spirv_fail(&m.error, "word %" PRIu32 ": capability %" PRIu32 " needs SPIR-V 1.%u, newer than 1.%u", i.at,
                        capability, capability_since(capability), minor);
    if (since > minor)
      return spirv_fail(&m.error, "word %" PRIu32 ": %s needs SPIR-V 1.%u, newer than 1.%u", i.at, i.known->name, since,
                        minor);
  }
  if (more < 0)
    return -1;
  set_word(&m, words, SPIRV_VERSION_WORD, (uint32_t)major << 16 | (uint32_t)minor << 8);
  return 0;
}
