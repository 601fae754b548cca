/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "compile/validate.h"

#include "spirv/words.h"

#include <stdlib.h>
#include <string.h>

#include <spirv-tools/libspirv.h>

/* Does this OpExtInstImport import a set of debug instructions? */
static bool brings_debug(const struct spirv_module *m, const struct spirv_instruction *i) {
  static const char *const sets[] = {"OpenCL.DebugInfo.", "SPIRV.debug", "NonSemantic."};
  bool found = false;
  for (size_t s = 0; s < sizeof sets / sizeof sets[0]; s++)
    found |= spirv_string_is(m, i, 2, sets[s], false);
  return found;
}

/* The blocks of a function, and what is left of a walk along its branches. */
struct blocks {
  const struct spirv_module *m;
  uint32_t *end;                    /* by id: the word after a block of this function, or 0 if the walk was there */
  struct spirv_words labels;        /* ids, as the function has them */
  struct spirv_words ahead, passed; /* pairs: an id; 0 if the walk has yet to go on from there, else the block's end */
};

static void add_pair(struct spirv_words *pairs, uint32_t id, uint32_t end) {
  spirv_add(pairs, id);
  spirv_add(pairs, end);
}

static int add_ahead(void *context, const struct spirv_instruction *i, uint32_t index, uint32_t id) {
  struct blocks *b = context;
  (void)i, (void)index;
  if (id < b->m->bound && b->end[id])
    add_pair(&b->ahead, id, 0);
  return 0;
}

/* Passes the blocks that the first one reaches in post-order. */
static void walk(struct blocks *b) {
  add_pair(&b->ahead, b->labels.data[0], 0);
  while (b->ahead.count && !b->ahead.failed) {
    const uint32_t id = b->ahead.data[b->ahead.count -= 2], end = b->ahead.data[b->ahead.count + 1];
    struct spirv_instruction i = {.at = b->m->definition[id]};
    if (end)
      add_pair(&b->passed, id, end);
    if (end || !b->end[id])
      continue;
    add_pair(&b->ahead, id, b->end[id]);
    const uint32_t after = b->end[id];
    b->end[id] = 0;
    while (spirv_next(b->m, &i) > 0 && i.at < after)
      if (i.opcode == SPIRV_OP_Branch || i.opcode == SPIRV_OP_BranchConditional || i.opcode == SPIRV_OP_Switch)
        spirv_visit_ids(b->m, &i, add_ahead, b);
  }
}

/* Adds the function at i, each of its blocks behind those that dominate it; those that nothing reaches are last. */
static void add_function(struct blocks *b, struct spirv_instruction *i, struct spirv_words *out) {
  uint32_t begin = i->at, label = 0;
  b->labels.count = b->passed.count = 0;
  while (i->opcode != SPIRV_OP_FunctionEnd && spirv_next(b->m, i) > 0) {
    if (i->opcode != SPIRV_OP_Label && i->opcode != SPIRV_OP_FunctionEnd)
      continue;
    if (label)
      b->end[label] = i->at;
    else
      spirv_add_range(out, b->m, begin, i->at);
    label = spirv_result(b->m, i);
    if (label)
      spirv_add(&b->labels, label);
  }
  if (b->labels.count && !b->labels.failed)
    walk(b);
  for (size_t at = b->passed.count; at && !b->passed.failed; at -= 2)
    spirv_add_range(out, b->m, b->m->definition[b->passed.data[at - 2]], b->passed.data[at - 1]);
  for (size_t at = 0; at < b->labels.count; at++) {
    label = b->labels.data[at];
    if (b->end[label])
      spirv_add_range(out, b->m, b->m->definition[label], b->end[label]);
    b->end[label] = 0;
  }
  spirv_add_range(out, b->m, i->at, (size_t)i->at + i->length);
}

/* Puts the blocks in an order that SPIR-V allows. llvm-spirv writes them as LLVM has them, and accepts any order, as
 * drivers do. Leaves a damaged module as it is. */
static void order_blocks(struct spirv_words *module) {
  struct spirv_module m = {0};
  struct blocks b = {.m = &m};
  struct spirv_words out = {0};
  char why[256];
  if (!module->failed && !spirv_open(&m, module->data, module->count, why, sizeof why) && !spirv_index(&m) &&
      (b.end = calloc(m.bound, sizeof *b.end))) {
    spirv_add_range(&out, &m, 0, m.functions);
    for (struct spirv_instruction i = {.at = m.functions}; spirv_next(&m, &i) > 0;)
      add_function(&b, &i, &out);
  }
  if (out.count == module->count && !b.labels.failed && !b.ahead.failed && !b.passed.failed && !out.failed) {
    free(module->data);
    *module = out;
    out.data = NULL;
  }
  spirv_close(&m);
  free(out.data);
  free(b.end);
  free(b.labels.data);
  free(b.ahead.data);
  free(b.passed.data);
}

/* A copy for SPIRV-Tools, for free(), or NULL if it can take the words as they are. Debug instructions do not affect
 * the code, and it rejects those that llvm-spirv makes for the type of an ordinary function, and the set of older
 * translators; names may be theirs. It reads strings in this machine's byte order alone. A module that was `given` may
 * be one by llvm-spirv before version 22, which wrote blocks in any order, and OpLoopMerge, a hint, in front of a
 * loop's condition. */
static uint32_t *copy_for_validator(const uint32_t *words, size_t *count, bool given) {
  struct spirv_module m;
  struct spirv_instruction i = {0};
  struct spirv_words kept = {0};
  uint32_t sets[8];
  size_t set_count = 0;
  char why[256];
  int more;
  if (spirv_open(&m, words, *count, why, sizeof why))
    return NULL;
  while ((more = spirv_next(&m, &i)) > 0) {
    bool spared = given && (i.opcode == SPIRV_OP_LoopMerge || i.opcode == SPIRV_OP_Name || spirv_is_line(&i));
    if (i.opcode == SPIRV_OP_ExtInstImport && brings_debug(&m, &i) && set_count < sizeof sets / sizeof sets[0]) {
      sets[set_count++] = spirv_operand(&m, &i, 1);
      spared = true;
    }
    for (size_t s = 0; i.opcode == SPIRV_OP_ExtInst && s < set_count; s++)
      spared |= spirv_operand(&m, &i, 3) == sets[s];
    if (!given && !set_count && !m.swapped)
      continue;
    if (!kept.count)
      spirv_add_range(&kept, &m, 0, i.at);
    if (!spared)
      spirv_add_range(&kept, &m, i.at, (size_t)i.at + i.length);
  }
  if (given && !more)
    order_blocks(&kept);
  if (more < 0 || kept.failed || !kept.count) {
    free(kept.data);
    return NULL;
  }
  *count = kept.count;
  return kept.data;
}

/* The universal rules of the module's version: OpenCL's environments would also reject optional capabilities, which are
 * for the device to check. */
static spv_target_env environment(const uint32_t *words, size_t count) {
  static const spv_target_env versions[] = {SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2,
                                            SPV_ENV_UNIVERSAL_1_3, SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5,
                                            SPV_ENV_UNIVERSAL_1_6};
  enum { VERSIONS = sizeof versions / sizeof versions[0] };
  const uint32_t minor = count > 1 ? words[1] >> 8 & 0xff : 0;
  return versions[minor < VERSIONS ? minor : VERSIONS - 1];
}

const char *clgroup_find_invalid(struct clgroup_session *s, const struct clgroup_bytes *module, bool given) {
  const uint32_t *words = (const uint32_t *)(const void *)module->data;
  size_t count = module->size / 4;
  if (module->size % 4)
    return "its length is not a multiple of 4 bytes";
  uint32_t *plain = copy_for_validator(words, &count, given);
  if (plain)
    words = plain;
  spv_context context = spvContextCreate(environment(words, count));
  spv_validator_options options = spvValidatorOptionsCreate();
  spvValidatorOptionsSetFriendlyNames(options, false); /* making these names takes as long as the validation */
  spv_const_binary_t binary = {words, count};
  spv_diagnostic diagnostic = NULL;
  const char *why = NULL;
  if (spvValidateWithOptions(context, options, &binary, &diagnostic) != SPV_SUCCESS) {
    const char *message = diagnostic && diagnostic->error ? diagnostic->error : "";
    size_t length = strcspn(message, "\n");
    if (length && message[length - 1] == '.')
      length--;
    why = clgroup_text(s, "%.*s", (int)length, message);
    if (!*why)
      why = "SPIRV-Tools does not say why";
  }
  spvDiagnosticDestroy(diagnostic);
  spvValidatorOptionsDestroy(options);
  spvContextDestroy(context);
  free(plain);
  return why;
}
