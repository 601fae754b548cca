/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Replaces instructions by calls of imported functions: those of work-groups, or of extensions.
 *
 * Functions are rewritten first, into a separate buffer. The types, constants and function declarations that they need
 * are collected in further buffers, one for each section of a module (rewrite-module.c). Then the sections are put
 * together. */
#include "spirv/rewrite.h"
#include "spirv/spirv.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define UNIFORM_EXTENSION "SPV_KHR_uniform_group_instructions"

/* Clears DontInline of the OpFunction that was added last: PoCL 6.0 crashes on calls of functions with barriers that it
 * may not inline. */
static void allow_inlining(struct spirv_words *code) {
  enum { BEHIND_CONTROL = 2 };
  if (!code->failed)
    code->data[code->count - BEHIND_CONTROL] &= ~(uint32_t)SPIRV_FUNCTION_DONT_INLINE;
}

/* 1: the instruction is replaced; 0: it stays; -1: error. */
static int rewrite_instruction(struct rewrite *r, const struct spirv_instruction *i) {
  if (!r->work_groups)
    return rewrite_extension(r, i);
  const struct group_instruction *c = rewrite_find_instruction(i->opcode);
  int ours = c ? rewrite_is_work_group(&r->m, i) : 0;
  return ours > 0 && rewrite_group_instruction(r, i, c) ? -1 : ours;
}

static int rewrite_functions(struct rewrite *r) {
  struct spirv_instruction i = {.at = r->m.functions}; /* length 0: next is the first one */
  int more;
  while ((more = spirv_next(&r->m, &i)) > 0) {
    int ours = rewrite_instruction(r, &i);
    if (ours < 0)
      return -1;
    if (r->next_id > SPIRV_MAX_BOUND)
      return spirv_fail(&r->m.error, "word %" PRIu32 ": the module has no ids left for calls", i.at);
    r->changed |= ours;
    if (ours)
      continue;
    spirv_add_range(&r->added[CODE], &r->m, i.at, i.at + i.length);
    if (i.opcode == SPIRV_OP_Function && r->work_groups)
      allow_inlining(&r->added[CODE]);
    /* An unknown instruction may require either capability. */
    r->needs_groups |= !i.known || i.known->capability == SPIRV_CAPABILITY_Groups;
    r->needs_uniform |= !i.known || i.known->capability == SPIRV_CAPABILITY_GroupUniformArithmeticKHR;
    r->needs_non_uniform |= i.known && i.known->capability == SPIRV_CAPABILITY_GroupNonUniform;
  }
  return more;
}

/* Is it a capability or an extension that nothing requires any more? */
static bool is_superfluous(const struct rewrite *r, const struct spirv_instruction *i) {
  if (!r->work_groups)
    return spirv_extension_of(&r->m, i) & r->extensions & ~r->needs_extensions;
  uint32_t capability = spirv_operand(&r->m, i, 1);
  if (i->opcode == SPIRV_OP_Capability)
    return (capability == SPIRV_CAPABILITY_Groups && !r->needs_groups) ||
           (capability == SPIRV_CAPABILITY_GroupUniformArithmeticKHR && !r->needs_uniform);
  return i->opcode == SPIRV_OP_Extension && !r->needs_uniform && spirv_string_is(&r->m, i, 1, UNIFORM_EXTENSION, true);
}

static void add_sections_at(const struct rewrite *r, struct spirv_words *out, uint32_t at) {
  for (int s = 0; s < SECTIONS; ++s)
    if (r->end[s] == at)
      spirv_add_words(out, &r->added[s]);
}

static void need_capability(struct rewrite *r, uint32_t capability) {
  struct spirv_words *added = &r->added[CAPABILITIES];
  struct spirv_instruction i = {0};
  bool has = false;
  while (spirv_next(&r->m, &i) > 0 && i.at < r->end[CAPABILITIES])
    has |= i.opcode == SPIRV_OP_Capability && spirv_operand(&r->m, &i, 1) == capability;
  for (size_t n = 1; n < added->count; n += 2)
    has |= added->data[n] == capability;
  if (!has)
    spirv_emit(added, SPIRV_OP_Capability, capability);
}

/* Adds the capabilities that those which the module loses may have implied. */
static void need_implied(struct rewrite *r) {
  struct spirv_instruction i = {0};
  bool loses = false;
  while (!loses && spirv_next(&r->m, &i) > 0 && i.at < r->m.functions)
    loses = is_superfluous(r, &i);
  if (loses && r->needs_non_uniform)
    need_capability(r, SPIRV_CAPABILITY_GroupNonUniform);
  if (loses && r->type[INT8])
    need_capability(r, SPIRV_CAPABILITY_Int8);
}

static void assemble(struct rewrite *r, struct spirv_words *out) {
  if (r->added[DECLARATIONS].count)
    need_capability(r, SPIRV_CAPABILITY_Linkage);
  if (r->type[INT64])
    need_capability(r, SPIRV_CAPABILITY_Int64);
  need_implied(r);
  spirv_add_range(out, &r->m, 0, SPIRV_HEADER_WORDS);
  if (!out->failed)
    out->data[SPIRV_BOUND_WORD] = r->next_id;
  /* The functions' own version, which a linker may require of all modules. */
  if (!out->failed && r->calls_sub_groups && out->data[SPIRV_VERSION_WORD] < 0x10300)
    out->data[SPIRV_VERSION_WORD] = 0x10300;
  add_sections_at(r, out, SPIRV_HEADER_WORDS);
  struct spirv_instruction i = {0};
  while (spirv_next(&r->m, &i) > 0 && i.at < r->m.functions) {
    if (!is_superfluous(r, &i))
      spirv_add_range(out, &r->m, i.at, i.at + i.length);
    add_sections_at(r, out, i.at + i.length);
  }
}

static int rewrite(struct rewrite *r, struct spirv_words *out) {
  if (spirv_index(&r->m))
    return -1;
  r->next_id = r->m.bound;
  if (rewrite_read_preamble(r) || rewrite_functions(r))
    return -1;
  if (r->changed || !r->work_groups)
    assemble(r, out);
  else
    spirv_add_range(out, &r->m, 0, r->m.count);
  return out->failed ? spirv_fail_memory(&r->m.error) : 0;
}

static int rewrite_module(const uint32_t *words, size_t count, bool work_groups, unsigned extensions, uint32_t **out,
                          size_t *out_count, char *error, size_t error_size) {
  struct rewrite *r = calloc(1, sizeof *r);
  struct spirv_words whole = {0};
  if (!r)
    return spirv_fail_memory(&(struct spirv_error){error, error_size});
  r->work_groups = work_groups;
  r->extensions = extensions & REPLACED_EXTENSIONS;
  int failed = spirv_open(&r->m, words, count, error, error_size) || rewrite(r, &whole);
  for (int s = 0; s < SECTIONS; ++s)
    free(r->added[s].data);
  spirv_close(&r->m);
  free(r);
  if (failed) {
    free(whole.data);
    return -1;
  }
  *out = whole.data;
  *out_count = whole.count;
  return 0;
}

int clgroup_spirv_rewrite(const uint32_t *words, size_t count, uint32_t **out, size_t *out_count, char *error,
                          size_t error_size) {
  return rewrite_module(words, count, true, 0, out, out_count, error, error_size);
}

int clgroup_spirv_provide(const uint32_t *words, size_t count, const char *extensions, uint32_t **out,
                          size_t *out_count, char *error, size_t error_size) {
  const char *unknown;
  const unsigned mask = clgroup_extensions_of_list(extensions, &unknown);
  if (unknown)
    return spirv_fail(&(struct spirv_error){error, error_size}, CLGROUP_NO_EXTENSION, (int)strcspn(unknown, ","),
                      unknown);
  return rewrite_module(words, count, false, mask, out, out_count, error, error_size);
}

/* Does the instruction, at Workgroup scope, have an operand that no function of OpenCL C takes: an integer narrower
 * than int, a bool, a vector, or a LocalId that is not a size_t? */
static bool is_foreign(const struct rewrite *r, const struct spirv_instruction *i) {
  const struct group_instruction *c = rewrite_find_instruction(i->opcode);
  struct spirv_instruction definition;
  enum scalar scalar;
  uint32_t scalar_type, components;
  if (c->domain != BOOLEAN && (!rewrite_shape_of(r, spirv_operand(&r->m, i, 1), &scalar, &scalar_type, &components) ||
                               scalar < INT32 || scalar_type != spirv_operand(&r->m, i, 1)))
    return true;
  return c->form == BROADCAST && spirv_defining(&r->m, spirv_operand(&r->m, i, 5), &definition) &&
         rewrite_shape_of(r, spirv_result_type(&r->m, &definition), &scalar, &scalar_type, &components) &&
         scalar != rewrite_size_scalar(r);
}

bool clgroup_spirv_is_foreign(const uint32_t *words, size_t count) {
  struct rewrite *r = calloc(1, sizeof *r);
  struct spirv_instruction i = {0};
  int foreign = 0;
  if (r && !spirv_open(&r->m, words, count, NULL, 0) && !spirv_index(&r->m))
    while (!foreign && spirv_next(&r->m, &i) > 0) {
      if (i.opcode == SPIRV_OP_MemoryModel)
        r->addressing = spirv_operand(&r->m, &i, 1);
      foreign = rewrite_find_instruction(i.opcode) && rewrite_is_work_group(&r->m, &i) > 0 && is_foreign(r, &i);
    }
  if (r)
    spirv_close(&r->m);
  free(r);
  return foreign;
}

/* May the instruction be one at Workgroup scope? Its scope may also become that by a specialization constant. */
static bool may_be_work_group(const struct spirv_module *m, const struct spirv_instruction *i) {
  struct spirv_instruction scope;
  return rewrite_is_work_group(m, i) != 0 ||
         (spirv_defining(m, spirv_operand(m, i, 3), &scope) && scope.opcode == SPIRV_OP_SpecConstant);
}

bool clgroup_spirv_uses(const uint32_t *words, size_t count) {
  struct spirv_module m;
  struct spirv_instruction i = {0};
  int more, uses = 0;
  if (spirv_open(&m, words, count, NULL, 0))
    return 0;
  while ((more = spirv_next(&m, &i)) > 0 && !rewrite_find_instruction(i.opcode))
    ;
  if (more <= 0 || spirv_index(&m))
    goto done; /* most modules end here, without memory for an index */
  i = (struct spirv_instruction){0};
  while (!uses && spirv_next(&m, &i) > 0)
    uses = rewrite_find_instruction(i.opcode) && may_be_work_group(&m, &i);
done:
  spirv_close(&m);
  return uses;
}
