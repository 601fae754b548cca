/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lower/ir/plan.h"

#include "base/list.h"
#include "base/sized.h"
#include "names/strategies.h"
#include "targets/targets.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The largest work-group if no option sets it: most GPUs have no larger ones. PoCL's limit is used in full, since its
 * compiler copes badly with the second copy of a kernel (its environment variable POCL_MAX_WORK_GROUP_SIZE can lower
 * the limit). */
enum { USUAL_MAX_WORK_GROUP_SIZE = 1024, POCL_MAX_WORK_GROUP_SIZE = 4096 };

int lower_refuse(char *error, size_t error_size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error, error_size, format, arguments);
  va_end(arguments);
  return -1;
}

/* Two strategies may share memory for exchanges only if one of them is subgroup or vector, which never use the
 * single-buffered kind (generic/scratch.h). */
static int check_exceptions(const struct clgroup_target *target, const char *strategy, const char *exceptions,
                            char *error, size_t error_size) {
  if (clgroup_target_is_gpu(target))
    return lower_refuse(error, error_size, "target %s has one strategy for all functions: remove '%s' from it",
                        target->name, exceptions);
  if (!clgroup_strategy_shuffles(strategy))
    return lower_refuse(error, error_size, "strategy %s: only subgroup and vector can have exceptions", strategy);
  const struct clgroup_strategy *other = clgroup_exception_strategy(exceptions);
  for (const char *e = exceptions; *e; e = clgroup_exception_next(e))
    if (!other || clgroup_exception_strategy(e) != other)
      return lower_refuse(error, error_size, "strategy %s: all exceptions must have the same strategy", strategy);
  return 0;
}

/* If the device may launch larger work-groups than the scratch is sized for, or may not have the memory, the library
 * for them is linked too: otherwise such a launch would silently write outside the scratch. */
static bool set_limit(struct lower_plan *plan, const struct clgroup_llvm_options *o, unsigned usual) {
  unsigned limit = o->max_work_group_size, device = o->device_max_work_group_size;
  if (!device)
    device = o->for_pocl ? POCL_MAX_WORK_GROUP_SIZE : limit > usual && usual ? limit : usual;
  if (!limit)
    limit = device ? device : USUAL_MAX_WORK_GROUP_SIZE;
  plan->max_work_group_size = device && device < limit ? device : limit;
  plan->device_max_work_group_size = device;
  return plan->max_work_group_size != device || o->local_memory_size;
}

/* GPUs for which no code is made here: NVIDIA's without independent threads, and AMD's that no longer have OpenCL. */
static int check_architecture(const struct clgroup_target *target, unsigned architecture, char *error,
                              size_t error_size) {
  const bool is_amd = !strcmp(target->name, "amdgcn");
  const unsigned least = is_amd ? 0x900 : 70, most = is_amd ? 0x1fff : 999;
  if (!clgroup_target_is_gpu(target) || (architecture >= least && architecture <= most))
    return 0;
  return lower_refuse(error, error_size,
                      is_amd ? "architecture 0x%x: target amdgcn takes 0x900, for gfx900, to 0x1fff"
                             : "architecture %u: target nvptx64 takes 70, for sm_70, to 999",
                      architecture);
}

/* Writes the path of one of the target's files. Returns 0, or -1 after an error. */
static int set_path(const char **path, char *text, const struct clgroup_llvm_options *o, const char *name, char *error,
                    size_t error_size) {
  *path = text;
  return snprintf(text, LONGEST_PATH, "%s%s%s.%s.bc", o->embedded ? "" : o->folder, o->embedded ? "" : "/", o->target,
                  name) < LONGEST_PATH
             ? 0
             : lower_refuse(error, error_size, "the folder's name is too long");
}

/* Lists the modules of what is to be provided. */
static int plan_provided(struct lower_plan *plan, const struct clgroup_llvm_options *o, char *error,
                         size_t error_size) {
  const char *unknown;
  const unsigned provided = clgroup_extensions_of_list(o->provide ? o->provide : "", &unknown);
  if (unknown)
    return lower_refuse(error, error_size, CLGROUP_NO_EXTENSION, (int)strcspn(unknown, ","), unknown);
  plan->extensions = provided;
  plan->whole_sub_groups = provided & CLGROUP_HAS(subgroups);
  if (plan->whole_sub_groups && clgroup_strategy_shuffles(o->strategy))
    return lower_refuse(
        error, error_size,
        "strategy %s works by sub-groups of the device, which is to be provided with them: use tree or serial",
        o->strategy);
  for (unsigned i = 0, count = 0; i < CLGROUP_EXTENSION_COUNT; i++) {
    const char *name = clgroup_extension_module(provided, i);
    if (name && set_path(&plan->provided[count++], plan->paths[4 + i], o, name, error, error_size))
      return -1;
  }
  return 0;
}

int lower_make_plan(struct lower_plan *plan, struct clgroup_llvm_options *o, const struct clgroup_llvm_options *from,
                    char *error, size_t error_size) {
  const char *wrong = clgroup_take_sized(o, sizeof *o, from);
  if (wrong)
    return lower_refuse(error, error_size, "%s", wrong);
  if (!(o->folder || o->embedded) || !o->target || !o->strategy)
    return lower_refuse(error, error_size, "the options lack a folder (or embedded files), a target or a strategy");
  const struct clgroup_target *target = clgroup_find_target(o->target);
  const struct clgroup_strategy *strategy = clgroup_strategy_find(o->strategy);
  if (!target)
    return lower_refuse(error, error_size, "unknown target '%s'", o->target);
  if (!strategy || !clgroup_list_has(target->strategies, strategy->name))
    return lower_refuse(error, error_size, "target %s has no strategy %s: use %s", target->name,
                        strategy ? strategy->name : o->strategy, target->strategies);
  if (check_architecture(target, o->architecture, error, error_size))
    return -1;
  *plan = (struct lower_plan){.exceptions = clgroup_exception_next(o->strategy), .uniform = target->uniform};
  if (*plan->exceptions && check_exceptions(target, o->strategy, plan->exceptions, error, error_size))
    return -1;
  const struct {
    const char **path, *name;
  } libraries[] = {
      {&plan->library, strategy->name},
      {&plan->other, *plan->exceptions ? clgroup_exception_strategy(plan->exceptions)->name : NULL},
      {&plan->chunks, set_limit(plan, o, target->max_work_group_size) ? "chunks" : NULL},
      {&plan->builtins, clgroup_target_is_gpu(target) ? "builtins" : NULL},
  };
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; ++i)
    if (libraries[i].name && set_path(libraries[i].path, plan->paths[i], o, libraries[i].name, error, error_size))
      return -1;
  return clgroup_target_is_gpu(target) ? 0 : plan_provided(plan, o, error, error_size);
}

int clgroup_llvm_file(const struct clgroup_llvm_options *options, size_t index, char *path, size_t path_size,
                      char *error, size_t error_size) {
  struct clgroup_llvm_options own;
  struct lower_plan plan;
  if (lower_make_plan(&plan, &own, options, error, error_size))
    return -1;
  enum { LIBCLC = 4 + CLGROUP_EXTENSION_COUNT };
  const char *files[LIBCLC + 1] = {plan.library, plan.other, plan.chunks, plan.builtins, [LIBCLC] = own.libclc};
  for (size_t i = 0; plan.provided[i]; ++i)
    files[4 + i] = plan.provided[i];
  for (size_t i = own.embedded ? LIBCLC : 0; i <= LIBCLC; ++i)
    if (files[i] && !index--)
      return (size_t)snprintf(path, path_size, "%s", files[i]) < path_size
                 ? 1
                 : lower_refuse(error, error_size, "the name of '%s' is too long", files[i]);
  return 0;
}
