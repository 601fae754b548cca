#include "layer/objects/library.h"

#include "spirv/spirv.h"
#include "targets/targets.h"

#include <stdlib.h>
#include <string.h>

/* embedded.inc has a line CLGROUP_MODULE(bits, strategy, symbol, "path") for each module, which holds all types. A
 * separate section keeps the words aligned. */
#define CLGROUP_MODULE(bits, strategy, symbol, path)                                                                   \
  __asm__(".pushsection .rodata.clgroup,\"a\"\n.balign 8\n" #symbol ":\n.incbin \"" path "\"\n" #symbol                \
          "_end:\n.popsection\n");                                                                                     \
  extern const uint32_t symbol[] __attribute__((visibility("hidden")));                                                \
  extern const uint32_t symbol##_end[] __attribute__((visibility("hidden")));
#include "layer/embedded.inc"
#undef CLGROUP_MODULE

static const struct {
  unsigned bits;
  const char *strategy;
  const uint32_t *begin, *end;
} embedded[] = {
#define CLGROUP_MODULE(bits, strategy, symbol, path) {bits, #strategy, symbol, symbol##_end},
#include "layer/embedded.inc"
#undef CLGROUP_MODULE
};

/* Prunes embedded module i, and sizes its scratch. */
static int make(const struct clgroup_library_request *r, size_t i, struct clgroup_module *module,
                struct clgroup_buffer *log) {
  char error[256];
  /* In chunks the library uses as many as it was compiled for. */
  const bool fixed = !strcmp(r->strategy, CLGROUP_LIBRARY_IN_CHUNKS);
  size_t slots = r->max_size + CLGROUP_SCRATCH_EXTRA;
  if (clgroup_spirv_prune(embedded[i].begin, (size_t)(embedded[i].end - embedded[i].begin),
                          (const char *const *)r->needs->names, r->needs->count, &module->words, &module->count, NULL,
                          error, sizeof error) ||
      (!fixed && clgroup_spirv_set_scratch(module->words, module->count,
                                           slots > UINT32_MAX ? UINT32_MAX : (uint32_t)slots, error, sizeof error)) ||
      clgroup_spirv_local_memory(module->words, module->count, &module->local_memory, error, sizeof error) ||
      (!r->loads_again && clgroup_spirv_make_loads_plain(module->words, module->count, error, sizeof error))) {
    clgroup_buffer_add(log, "clgroup: module spirv%u.%s: %s\n", r->address_bits, r->strategy, error);
    return -1;
  }
  if (r->version)
    (void)clgroup_spirv_set_version(module->words, module->count, r->version >> 16, r->version >> 8 & 0xff, error,
                                    sizeof error);
  return 0;
}

int clgroup_library_module(const struct clgroup_library_request *r, struct clgroup_module *module,
                           struct clgroup_buffer *log) {
  size_t i = 0;
  while (embedded[i].bits != r->address_bits || strcmp(embedded[i].strategy, r->strategy))
    if (++i == sizeof embedded / sizeof *embedded) {
      clgroup_buffer_add(log, "clgroup: there is no module spirv%u.%s\n", r->address_bits, r->strategy);
      return -1;
    }
  *module = (struct clgroup_module){0};
  if (!make(r, i, module, log))
    return 0;
  free(module->words);
  return -1;
}
