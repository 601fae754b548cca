/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "base/sized.h"
#include "spirv/spirv.h"
#include "targets/targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* embedded.inc has a line CLGROUP_MODULE(bits, strategy, symbol, "path") for each module, which holds all types. A
 * separate section keeps the words aligned. */
#define CLGROUP_MODULE(bits, strategy, symbol, path)                                                                   \
  __asm__(".pushsection .rodata.clgroup,\"a\"\n.balign 8\n" #symbol ":\n.incbin \"" path "\"\n" #symbol                \
          "_end:\n.popsection\n");                                                                                     \
  extern const uint32_t symbol[] __attribute__((visibility("hidden")));                                                \
  extern const uint32_t symbol##_end[] __attribute__((visibility("hidden")));
#include "library/embedded.inc"

static const struct {
  unsigned bits;
  const char *strategy;
  const uint32_t *begin, *end;
} embedded[] = {
#define CLGROUP_MODULE(bits, strategy, symbol, path) {bits, #strategy, symbol, symbol##_end},
#include "library/embedded.inc"
};

const char *clgroup_version(void) {
  return CLGROUP_VERSION_TEXT;
}

/* Prunes embedded module i, and sizes its scratch. */
static int make(const struct clgroup_library_request *r, size_t i, struct clgroup_module *module, char *error,
                size_t error_size) {
  /* In chunks the library uses exactly the size that it was compiled for. */
  const bool fixed = !strcmp(r->strategy, "chunks");
  const size_t most = UINT32_MAX - CLGROUP_SCRATCH_EXTRA, size = r->max_size < most ? r->max_size : most;
  if (clgroup_spirv_prune(embedded[i].begin, (size_t)(embedded[i].end - embedded[i].begin),
                          (const char *const *)r->needs->names, r->needs->count, &module->words, &module->count, NULL,
                          error, error_size) ||
      (!fixed && clgroup_spirv_set_scratch(module->words, module->count, (uint32_t)(size + CLGROUP_SCRATCH_EXTRA),
                                           error, error_size)) ||
      clgroup_spirv_local_memory(module->words, module->count, &module->local_memory, error, error_size) ||
      (!r->loads_again && clgroup_spirv_make_loads_plain(module->words, module->count, error, error_size)))
    return -1;
  if (!fixed && !r->max_size && module->local_memory) {
    snprintf(error, error_size, "max_size is 0: set it to the size of the largest work-group");
    return -1;
  }
  char ignored[256];
  const uint32_t version = r->version ? r->version : 0x10000;
  (void)clgroup_spirv_set_version(module->words, module->count, version >> 16, version >> 8 & 0xff, ignored,
                                  sizeof ignored);
  return 0;
}

int clgroup_library_module(const struct clgroup_library_request *request, struct clgroup_module *module, char *error,
                           size_t error_size) {
  struct clgroup_library_request r;
  struct clgroup_module made = {0};
  size_t i = 0;
  const char *wrong = clgroup_take_sized(&r, sizeof r, request);
  if (!wrong && (!r.strategy || !r.needs))
    wrong = "the request lacks a strategy, or the functions that it needs";
  if (wrong) {
    snprintf(error, error_size, "%s", wrong);
    return -1;
  }
  while (embedded[i].bits != r.address_bits || strcmp(embedded[i].strategy, r.strategy))
    if (++i == sizeof embedded / sizeof *embedded) {
      snprintf(error, error_size, "there is no module of strategy %s for %u address bits", r.strategy, r.address_bits);
      return -1;
    }
  if (make(&r, i, &made, error, error_size)) {
    free(made.words);
    return -1;
  }
  *module = made;
  return 0;
}
