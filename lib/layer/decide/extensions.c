/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/decide/extensions.h"

#include "layer/compile/toolchain.h"
#include "layer/decide/trial.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* May the library's sub-groups, which are work-groups, be all sub-groups of a program? Only where the device has none,
 * or where its own are not better. */
static bool takes_whole(const struct clgroup_device *d) {
  return d->form != CLGROUP_FORM_PTX && (!(d->own & CLGROUP_HAS(subgroups)) || d->faults & CLGROUP_FAULT_SUB_GROUPS);
}

bool clgroup_extensions_are_whole(const struct clgroup_device *d, unsigned provided) {
  return provided & CLGROUP_HAS(subgroups) && d->form != CLGROUP_FORM_PTX;
}

/* The driver's own variable has it write other code. */
static bool crashes_on_shuffles(const struct clgroup_device *d) {
#if defined(__x86_64__) || defined(__i386__)
  return d->faults & CLGROUP_FAULT_SHUFFLES && __builtin_cpu_supports("avx512f") &&
         !getenv("CL_CONFIG_CPU_TARGET_ARCH");
#else
  return d->faults & CLGROUP_FAULT_SHUFFLES;
#endif
}

/* Can clgroup-cc make the extension of the device's own sub-groups? These have it in SPIR-V, or there is a module for
 * that; and what a part of a sub-group may call needs shuffles, which come from cl_intel_subgroups, too. */
static bool can_make(const struct clgroup_device *d, unsigned i) {
  const bool shuffles = d->own & CLGROUP_HAS(subgroup_shuffle) || d->intel_sub_groups;
  return d->unlisted >> i & 1 || (clgroup_extension_module(1u << i, i) &&
                                  (!clgroup_extensions[i].by_part || (shuffles && !crashes_on_shuffles(d))));
}

/* All that the layer may have clgroup-cc provide on the device. */
static unsigned most(const struct clgroup_device *d) {
  unsigned all = 0;
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++)
    if (takes_whole(d) || d->form == CLGROUP_FORM_PTX || !clgroup_extension_is_of_sub_groups(i) || can_make(d, i))
      all |= 1u << i;
  return all & ~CLGROUP_HAS(work_group_uniform_arithmetic) & ~(takes_whole(d) ? 0 : d->own);
}

/* Those whose functions can be written in OpenCL C: of values alone, or of the functions of the device's sub-groups.
 * Not of the shuffles of sub-groups that are work-groups: these are wrong where a part of one makes the call. */
static unsigned writable(const struct clgroup_device *d) {
  unsigned all = 0;
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++) {
    const bool by_own = d->own & CLGROUP_HAS(subgroups) && can_make(d, i) &&
                        !(clgroup_extensions[i].by_part && d->faults & CLGROUP_FAULT_SUB_GROUPS);
    if (clgroup_extension_module(1u << i, i) && (by_own || !clgroup_extension_is_of_sub_groups(i)))
      all |= 1u << i;
  }
  return all & ~CLGROUP_HAS(subgroups) & ~d->own;
}

static unsigned by_shuffles(void) {
  unsigned found = 0;
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++)
    found |= clgroup_extensions[i].by_part ? 1u << i : 0;
  return found;
}

/* Those of them whose functions the library's SPIR-V module has: exchanges are made of cl_khr_subgroup_shuffle. */
static unsigned callable(const struct clgroup_device *d) {
  const unsigned all = d->spirv ? writable(d) : 0;
  return d->own & CLGROUP_HAS(subgroup_shuffle) ? all : all & ~by_shuffles();
}

static const char *fault_with(const struct clgroup_service *d, unsigned provide) {
  const bool whole = takes_whole(&d->device) && provide & clgroup_extensions_of_sub_groups();
  return clgroup_toolchain_fault(d->device.form, d->device.address_bits, d->choice.strategy,
                                 provide | (whole ? CLGROUP_HAS(subgroups) : 0));
}

/* Why clgroup-cc cannot provide one of those that are requested. Mostly it has all of them, and runs once. */
static const char *compiler_fault(const struct clgroup_service *d, unsigned bit) {
  return fault_with(d, clgroup_settings.requested & most(&d->device)) ? fault_with(d, bit) : NULL;
}

/* OpenCL C 3.1 requires the core's sub-groups. The name cl_khr_subgroups promises independent progress too, and drivers
 * of OpenCL 3.1 without that do not list it. Programs that look for the name all the same get it on request. */
static bool breaks_promise(const struct clgroup_device *d, unsigned bit) {
  return bit == CLGROUP_HAS(subgroups) && !d->independent && clgroup_settings.requested & ~clgroup_settings.named & bit;
}

/* Why the extension, which the device does not list or has with a fault, is not added; NULL: it is. clgroup-cc is asked
 * only if it is requested. */
static const char *refusal(const struct clgroup_service *d, unsigned i) {
  const unsigned bit = 1u << i;
  if (clgroup_settings.mode == CLGROUP_MODE_OFF)
    return "CLGROUP_MODE is off";
  if (d->device.own & bit)
    return breaks_promise(&d->device, bit)
               ? "it promises that sub-groups make progress independently, and the driver's do not: "
                 "CLGROUP_EXTENSIONS=cl_khr_subgroups adds it all the same"
               : NULL;
  if (bit == CLGROUP_HAS(work_group_uniform_arithmetic) && clgroup_settings.requested & bit)
    return d->acts && !d->only_some ? NULL : d->reason;
  if (clgroup_settings.route == CLGROUP_ROUTE_NATIVE)
    return "CLGROUP_ROUTE is native";
  if (writable(&d->device) & bit)
    return NULL;
  if (d->device.form == CLGROUP_FORM_NONE)
    return clgroup_device_takes_nothing;
  if (clgroup_extensions_of_sub_groups() & bit && d->device.language < 200)
    return "the device has no OpenCL C 2.0";
  if (!(most(&d->device) & bit) && bit != CLGROUP_HAS(work_group_uniform_arithmetic))
    return crashes_on_shuffles(&d->device) && clgroup_extensions[i].by_part
               ? "the driver's compiler crashes on shuffles for AVX-512: CL_CONFIG_CPU_TARGET_ARCH=core-avx2 avoids "
                 "that"
               : "the device has sub-groups of its own, of whose functions it cannot be made";
  return clgroup_settings.requested & bit ? compiler_fault(d, bit) : NULL;
}

void clgroup_extensions_choose(struct clgroup_service *d) {
  const unsigned lacks = clgroup_settings.requested & ~(d->device.listed & d->device.own);
  d->extensions = 0;
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++)
    if (lacks >> i & 1 && !refusal(d, i))
      d->extensions |= 1u << i;
  /* No other extension of sub-groups is there without the first. */
  if (d->extensions & clgroup_extensions_of_sub_groups() && !(d->device.own & CLGROUP_HAS(subgroups)))
    d->extensions |= CLGROUP_HAS(subgroups);
  d->unsure |= lacks & most(&d->device) & ~d->extensions && d->device.form != CLGROUP_FORM_NONE && fault_with(d, 0);
}

/* Is it offered although there is no clgroup-cc that provides it? */
static bool only_written(const struct clgroup_service *d, unsigned bit) {
  return writable(&d->device) & bit && (d->device.form == CLGROUP_FORM_NONE || fault_with(d, bit));
}

/* The state of an extension on the device, and why. */
static const char *state(const struct clgroup_service *d, unsigned i, const char **why) {
  const unsigned bit = 1u << i;
  *why = NULL;
  if (d->device.listed & d->device.own & bit)
    return "own";
  if (d->extensions & bit)
    return d->device.own & bit ? "own, the name by the layer"
           : only_written(d, bit)
               ? callable(&d->device) & bit ? "by the layer, without clgroup-cc" : "by the layer, in source"
               : "by the layer";
  *why = refusal(d, i);
  if (!*why && clgroup_settings.requested & bit) /* it was not offered, since the trial failed */
    *why = clgroup_trial_fault(d, CLGROUP_ROUTE_COMPILE);
  if (d->device.listed & bit)
    return "own, with a fault";
  if (d->device.own & bit)
    return "own, without the name";
  return *why ? "none" : "none, unless requested by CLGROUP_EXTENSIONS";
}

void clgroup_extensions_tell(const struct clgroup_service *d, clgroup_extension_line *line) {
  unsigned told = 0;
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++) {
    const char *why, *others_why, *own = state(d, i, &why);
    unsigned same = 0;
    for (unsigned k = i; !(told >> i & 1) && k < CLGROUP_EXTENSION_COUNT; k++)
      if (!strcmp(state(d, k, &others_why), own) && !strcmp(others_why ? others_why : "", why ? why : ""))
        same |= 1u << k;
    told |= same;
    if (same)
      line(d, same, own, why);
  }
}

static void log_line(const struct clgroup_service *d, unsigned extensions, const char *state, const char *why) {
  char text[CLGROUP_EXTENSIONS_TEXT];
  clgroup_extensions_print(extensions, text);
  clgroup_log(CLGROUP_LOG_ALL, "%s: extensions, %s: %s", d->device.name, state, text);
  clgroup_extensions_print(why ? extensions & clgroup_settings.requested : 0, text);
  if (*text)
    clgroup_log(CLGROUP_LOG_ERRORS, "CLGROUP_EXTENSIONS does not add %s to %s: %s", text, d->device.name, why);
}

void clgroup_extensions_report(const struct clgroup_service *d) {
  static atomic_flag told = ATOMIC_FLAG_INIT; /* of devices that are described again and again */
  if (clgroup_settings.requested && clgroup_settings.mode != CLGROUP_MODE_OFF &&
      (!d->unsure || !atomic_flag_test_and_set(&told)))
    clgroup_extensions_tell(d, log_line);
}

void clgroup_extensions_advise(const struct clgroup_service *d, unsigned used) {
  char seen[CLGROUP_EXTENSIONS_TEXT], all[CLGROUP_EXTENSIONS_TEXT];
  used &= ~(d->device.own | clgroup_settings.requested);
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++)
    used &= refusal(d, i) ? ~(1u << i) : ~0u;
  clgroup_extensions_print(used, seen);
  clgroup_extensions_print(used | clgroup_settings.requested, all);
  if (used)
    clgroup_log_once("a program that was refused seems to use %s, which %s lacks: CLGROUP_EXTENSIONS=%s adds it", seen,
                     d->device.name, all);
}

static bool compiler_works(const struct clgroup_service *d) {
  return d->device.form != CLGROUP_FORM_NONE && !fault_with(d, 0) && clgroup_trial_passes(d, CLGROUP_ROUTE_COMPILE);
}

unsigned clgroup_extensions_offered(const struct clgroup_service *d) {
  const unsigned uniform = CLGROUP_HAS(work_group_uniform_arithmetic);
  const unsigned added = d->extensions, names = added & d->device.own, provided = added & ~d->device.own & ~uniform;
  unsigned offered = names;
  if (added & uniform && clgroup_trial_passes(d, d->route))
    offered |= uniform;
  const bool needs_compiler = provided & ~writable(&d->device);
  offered |= needs_compiler && !compiler_works(d) ? provided & writable(&d->device) : provided;
  return offered;
}

static unsigned lacking(const struct clgroup_device *d, unsigned offered, unsigned used) {
  return used & offered & ~d->own & ~CLGROUP_HAS(work_group_uniform_arithmetic);
}

static unsigned with_shuffles(const struct clgroup_service *d, unsigned needed) {
  return needed & by_shuffles() ? needed | (CLGROUP_HAS(subgroup_shuffle) & ~d->device.own) : needed;
}

unsigned clgroup_extensions_written(const struct clgroup_service *d, unsigned offered, unsigned used) {
  const unsigned write = lacking(&d->device, offered, used);
  if (!write || write & ~writable(&d->device) || (clgroup_settings.route != CLGROUP_ROUTE_LINK && compiler_works(d)))
    return 0;
  return with_shuffles(d, write);
}

unsigned clgroup_extensions_called(const struct clgroup_service *d, unsigned offered, unsigned used) {
  const unsigned in_spirv = used & ~d->device.unlisted, call = clgroup_extensions_written(d, offered, in_spirv);
  const bool refused = call & ~callable(&d->device);
  if (refused)
    clgroup_log(CLGROUP_LOG_ERRORS,
                "clCreateProgramWithIL: this module uses extensions that %s has from source alone, "
                "without clgroup-cc",
                d->device.name);
  return refused ? 0 : call;
}

void clgroup_extensions_differ(cl_uint devices) {
  clgroup_log_once("a program for %u devices that lack different extensions gets none of "
                   "CLGROUP_EXTENSIONS: make one for each device",
                   devices);
}

unsigned clgroup_extensions_needed(const struct clgroup_service *d, unsigned offered, unsigned used) {
  const unsigned of_sub_groups = clgroup_extensions_of_sub_groups(), needed = lacking(&d->device, offered, used);
  if (!needed || !compiler_works(d))
    return 0;
  if (needed & of_sub_groups && takes_whole(&d->device)) /* the program may paste names of others */
    return needed | CLGROUP_HAS(subgroups) | (of_sub_groups & (offered | d->device.own));
  return d->device.form == CLGROUP_FORM_PTX ? needed : with_shuffles(d, needed);
}
