/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps some exported functions of a module, and everything that they reach.
 *
 * An id is reached when a kept function, or the definition of a reached id, uses it. Instructions before the functions
 * that define nothing (names, decorations, entry points) are kept if the id that they refer to is reached. */
#include "spirv/spirv.h"
#include "spirv/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct prune {
  struct spirv_module m;
  bool *reached;                         /* by id */
  struct spirv_words pending;            /* reached ids whose definitions have not been visited yet */
  uint32_t function_begin, function_end; /* the words of the function that is being visited */
  const char **keep;                     /* sorted */
  size_t keep_count, found;
};

/* ---- reaching ---- */

static int reach(void *context, const struct spirv_instruction *user, uint32_t index, uint32_t id) {
  struct prune *p = context;
  struct spirv_instruction definition;
  (void)index;
  if (!spirv_defining(&p->m, id, &definition))
    return spirv_fail(&p->m.error, "word %" PRIu32 ": %s uses id %" PRIu32 ", which nothing defines", user->at,
                      user->known->name, id);
  bool is_local = definition.at >= p->m.functions && definition.opcode != SPIRV_OP_Function;
  if (is_local && (definition.at < p->function_begin || definition.at >= p->function_end))
    return spirv_fail(&p->m.error, "word %" PRIu32 ": %s uses id %" PRIu32 ", which belongs to another function",
                      user->at, user->known->name, id);
  if (p->reached[id])
    return 0;
  p->reached[id] = true;
  if (!is_local) /* otherwise it is visited with its function */
    spirv_add(&p->pending, id);
  return 0;
}

static int visit_function(struct prune *p, const struct spirv_instruction *function) {
  struct spirv_instruction i = *function;
  p->function_begin = function->at;
  p->function_end = p->m.end[spirv_result(&p->m, function)];
  do {
    uint32_t id = spirv_result(&p->m, &i);
    if (id)
      p->reached[id] = true;
    if (spirv_visit_ids(&p->m, &i, reach, p))
      return -1;
  } while (spirv_next(&p->m, &i) > 0 && i.at < p->function_end);
  p->function_begin = p->function_end = 0;
  return 0;
}

static int visit_pending(struct prune *p) {
  while (p->pending.count && !p->pending.failed) {
    struct spirv_instruction i;
    spirv_defining(&p->m, p->pending.data[--p->pending.count], &i);
    if (i.opcode == SPIRV_OP_Function ? visit_function(p, &i) : spirv_visit_ids(&p->m, &i, reach, p))
      return -1;
  }
  return p->pending.failed ? spirv_fail_memory(&p->m.error) : 0;
}

/* The id that decides whether an instruction before the functions is kept: the one that it defines, or the one that it
 * adds a property to. 0: it applies to the whole module. */
static uint32_t subject(const struct prune *p, const struct spirv_instruction *i) {
  switch (i->opcode) {
  case SPIRV_OP_EntryPoint:
    return spirv_operand(&p->m, i, 2);
  case SPIRV_OP_ExecutionMode:
  case SPIRV_OP_ExecutionModeId:
  case SPIRV_OP_Name:
  case SPIRV_OP_MemberName:
  case SPIRV_OP_Decorate:
  case SPIRV_OP_DecorateId:
  case SPIRV_OP_DecorateString:
  case SPIRV_OP_MemberDecorate:
  case SPIRV_OP_MemberDecorateString:
  case SPIRV_OP_GroupDecorate:
  case SPIRV_OP_GroupMemberDecorate:
  case SPIRV_OP_TypeForwardPointer:
    return spirv_operand(&p->m, i, 1);
  default:
    return spirv_result(&p->m, i);
  }
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Marks the target of a decoration that exports a name in the keep list as reached. */
static int reach_export(struct prune *p, const struct spirv_instruction *i) {
  struct spirv_instruction target;
  uint32_t linkage, id = spirv_operand(&p->m, i, 1);
  int linked = spirv_linkage(&p->m, i, &linkage);
  if (linked < 0)
    return -1;
  if (!linked || linkage == SPIRV_LINKAGE_IMPORT)
    return 0;
  if (!spirv_defining(&p->m, id, &target) || target.opcode != SPIRV_OP_Function)
    return 0;
  char *name = malloc(spirv_string_room(i));
  if (!name)
    return spirv_fail_memory(&p->m.error);
  spirv_string(&p->m, i, SPIRV_LINKAGE_NAME, name);
  const char *key = name;
  bool wanted = p->keep_count && bsearch(&key, p->keep, p->keep_count, sizeof *p->keep, compare_names);
  free(name);
  if (!wanted)
    return 0;
  ++p->found;
  return reach(p, i, 1, id);
}

struct subject_visit {
  struct prune *p;
  uint32_t subject;
};

/* The other ids that such an instruction uses: for simplicity, they are kept even if the instruction is not. */
static int reach_other(void *context, const struct spirv_instruction *i, uint32_t index, uint32_t id) {
  struct subject_visit *visit = context;
  return id == visit->subject ? 0 : reach(visit->p, i, index, id);
}

static int reach_all(struct prune *p) {
  struct spirv_instruction i = {0};
  while (spirv_next(&p->m, &i) > 0 && i.at < p->m.functions) {
    struct subject_visit visit = {p, subject(p, &i)};
    bool groups = i.opcode == SPIRV_OP_GroupDecorate || i.opcode == SPIRV_OP_GroupMemberDecorate;
    if (reach_export(p, &i))
      return -1;
    if (!groups && !spirv_result(&p->m, &i) && spirv_visit_ids(&p->m, &i, reach_other, &visit))
      return -1;
  }
  return visit_pending(p);
}

/* The distance between the indices of two targets of a decoration group. */
static uint32_t group_step(const struct spirv_instruction *i) {
  return i->opcode == SPIRV_OP_GroupMemberDecorate ? 2 : 1;
}

static bool is_reached(const struct prune *p, uint32_t id) {
  return id < p->m.bound && p->reached[id];
}

/* A decoration group is reached if one of its targets is. */
static int reach_groups(struct prune *p) {
  struct spirv_instruction i = {0}, group;
  while (spirv_next(&p->m, &i) > 0 && i.at < p->m.functions) {
    if (i.opcode != SPIRV_OP_GroupDecorate && i.opcode != SPIRV_OP_GroupMemberDecorate)
      continue;
    uint32_t id = spirv_operand(&p->m, &i, 1);
    if (!spirv_defining(&p->m, id, &group))
      return spirv_fail(&p->m.error, "word %" PRIu32 ": %s uses id %" PRIu32 ", which nothing defines", i.at,
                        i.known->name, id);
    for (uint32_t index = 2; index < i.length && !p->reached[id]; index += group_step(&i))
      p->reached[id] = is_reached(p, spirv_operand(&p->m, &i, index));
  }
  return 0;
}

/* ---- capabilities ---- */

/* A set of them is a bit mask. */
static const int16_t droppable[] = {
#define CAPABILITY(name, number) number,
    SPIRV_CAPABILITIES(CAPABILITY)};

/* 0: it is not droppable. */
static uint32_t set_of(int64_t capability) {
  for (size_t n = 0; n < sizeof droppable / sizeof *droppable; ++n)
    if (droppable[n] == capability)
      return (uint32_t)1 << n;
  return 0;
}

static uint32_t needed_by(const struct prune *p, const struct spirv_instruction *i) {
  uint32_t second = spirv_operand(&p->m, i, 2), third = spirv_operand(&p->m, i, 3), set;
  switch (i->opcode) {
  case SPIRV_OP_TypeInt:
    return set_of(second == 8    ? SPIRV_CAPABILITY_Int8
                  : second == 16 ? SPIRV_CAPABILITY_Int16
                  : second == 64 ? SPIRV_CAPABILITY_Int64
                                 : SPIRV_CAPABILITY_None);
  case SPIRV_OP_TypeFloat:
    return second == 16   ? set_of(SPIRV_CAPABILITY_Float16) | set_of(SPIRV_CAPABILITY_Float16Buffer)
           : second == 64 ? set_of(SPIRV_CAPABILITY_Float64)
                          : 0;
  case SPIRV_OP_TypeVector:
    return third > 4 ? set_of(SPIRV_CAPABILITY_Vector16) : 0;
  case SPIRV_OP_Decorate:
    return second == SPIRV_DECORATION_BUILTIN && third >= SPIRV_BUILTIN_SUBGROUP_EQ_MASK &&
                   third <= SPIRV_BUILTIN_SUBGROUP_LT_MASK
               ? set_of(SPIRV_CAPABILITY_GroupNonUniform) | set_of(SPIRV_CAPABILITY_GroupNonUniformBallot)
               : 0;
  default:
    set = i->known ? set_of(i->known->capability) : 0;
    /* Whether an instruction requires Arithmetic or Clustered depends on its operands; all of them imply
     * GroupNonUniform.
     */
    if (set == set_of(SPIRV_CAPABILITY_GroupNonUniformArithmetic))
      set |= set_of(SPIRV_CAPABILITY_GroupNonUniformClustered);
    if (set && set != set_of(SPIRV_CAPABILITY_Groups) && set != set_of(SPIRV_CAPABILITY_GroupUniformArithmeticKHR))
      set |= set_of(SPIRV_CAPABILITY_GroupNonUniform);
    return set;
  }
}

/* ---- output ---- */

static bool stays(const struct prune *p, const struct spirv_instruction *i) {
  uint32_t id = subject(p, i);
  return !id || is_reached(p, id);
}

/* Adds an OpGroupDecorate or OpGroupMemberDecorate without the targets that are removed. */
static void add_group(const struct prune *p, struct spirv_words *out, const struct spirv_instruction *i) {
  size_t begin = spirv_begin(out);
  spirv_add(out, spirv_operand(&p->m, i, 1));
  for (uint32_t index = 2; index < i->length; index += group_step(i))
    if (is_reached(p, spirv_operand(&p->m, i, index)))
      for (uint32_t n = index; n < index + group_step(i) && n < i->length; ++n)
        spirv_add(out, spirv_operand(&p->m, i, n));
  spirv_end(out, begin, i->opcode);
}

typedef void kept_visitor(const struct prune *p, const struct spirv_instruction *i, void *context);

/* Calls visit for each instruction that is kept, in order. */
static void each_kept(const struct prune *p, kept_visitor *visit, void *context) {
  struct spirv_instruction i = {0}, line = {0};
  bool in_function = false, kept = false;
  while (spirv_next(&p->m, &i) > 0) {
    if (!in_function && spirv_is_line(&i)) {
      line = i; /* kept if the next instruction is */
      continue;
    }
    if (!in_function)
      kept = stays(p, &i);
    if (kept && line.at)
      visit(p, &line, context);
    if (kept)
      visit(p, &i, context);
    line.at = 0;
    in_function = (in_function || i.opcode == SPIRV_OP_Function) && i.opcode != SPIRV_OP_FunctionEnd;
    if (in_function && !kept) { /* skip the whole function */
      i.length = p->m.end[spirv_result(&p->m, &i)] - i.at;
      in_function = false;
    }
  }
}

static void gather_needed(const struct prune *p, const struct spirv_instruction *i, void *context) {
  *(uint32_t *)context |= needed_by(p, i);
}

struct output {
  struct spirv_words words;
  uint32_t needed; /* capabilities */
};

static void add_kept(const struct prune *p, const struct spirv_instruction *i, void *context) {
  struct output *out = context;
  if (i->opcode == SPIRV_OP_Capability) {
    uint32_t set = set_of(spirv_operand(&p->m, i, 1));
    if (set && !(set & out->needed))
      return;
  }
  if (i->opcode == SPIRV_OP_GroupDecorate || i->opcode == SPIRV_OP_GroupMemberDecorate)
    add_group(p, &out->words, i);
  else
    spirv_add_range(&out->words, &p->m, i->at, i->at + i->length);
}

static int prune(struct prune *p, const char *const *keep, size_t keep_count, struct output *out) {
  if (spirv_index(&p->m))
    return -1;
  p->reached = calloc(p->m.bound, sizeof *p->reached);
  p->keep = malloc((keep_count ? keep_count : 1) * sizeof *p->keep);
  if (!p->reached || !p->keep)
    return spirv_fail_memory(&p->m.error);
  for (; p->keep_count < keep_count; ++p->keep_count)
    p->keep[p->keep_count] = keep[p->keep_count];
  qsort(p->keep, keep_count, sizeof *p->keep, compare_names);
  if (reach_all(p) || reach_groups(p))
    return -1;
  each_kept(p, gather_needed, &out->needed);
  spirv_add_range(&out->words, &p->m, 0, SPIRV_HEADER_WORDS);
  each_kept(p, add_kept, out);
  return out->words.failed ? spirv_fail_memory(&p->m.error) : 0;
}

int clgroup_spirv_prune(const uint32_t *words, size_t count, const char *const *keep, size_t keep_count, uint32_t **out,
                        size_t *out_count, size_t *found, char *error, size_t error_size) {
  struct prune p = {0};
  struct output output = {0};
  int failed = spirv_open(&p.m, words, count, error, error_size) || prune(&p, keep, keep_count, &output);
  free(p.reached);
  free(p.keep);
  free(p.pending.data);
  spirv_close(&p.m);
  if (failed) {
    free(output.words.data);
    return -1;
  }
  *out = output.words.data;
  *out_count = output.words.count;
  if (found)
    *found = p.found;
  return 0;
}
