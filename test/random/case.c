#include "case.h"

#include <stdlib.h>

uint64_t case_line_hash(const char *line) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (; *line; line++)
    hash = (hash ^ (unsigned char)*line) * UINT64_C(0x100000001b3);
  return hash;
}

size_t case_items(const struct case_launch *l) {
  return l->local[0] * l->local[1] * l->local[2];
}

void case_free(struct clgroup_case *c) {
  for (size_t l = 0; l < c->launch_count; l++) {
    for (size_t i = 0; i < c->launches[l].argument_count; i++) {
      free(c->launches[l].arguments[i].before);
      free(c->launches[l].arguments[i].expected);
    }
    free(c->launches[l].arguments);
  }
  free(c->launches);
  free(c->name);
  free(c->text);
  free(c->plain);
  free(c->remarks);
  while (c->option_count)
    free(c->options[--c->option_count]);
  while (c->fault_count)
    free(c->faults[--c->fault_count]);
  *c = (struct clgroup_case){0};
}

bool case_value_equal(enum ref_type type, const void *a, const void *b, bool signed_zeros) {
  const uint64_t left = ref_load(type, a, 0), right = ref_load(type, b, 0);
  const uint64_t sign = UINT64_C(1) << (8 * ref_bytes(type) - 1);
  return left == right || (ref_is_float(type) && !signed_zeros && !((left | right) & ~sign));
}
