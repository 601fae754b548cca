#include "case.h"

#include <stdlib.h>
#include <string.h>

size_t case_type_bytes(enum case_type type) {
  switch (type) {
  case CASE_HALF:
    return 2;
  case CASE_LONG:
  case CASE_ULONG:
  case CASE_DOUBLE:
    return 8;
  default:
    return 4;
  }
}

uint64_t case_line_hash(const char *line) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (; *line; line++)
    hash = (hash ^ (unsigned char)*line) * UINT64_C(0x100000001b3);
  return hash;
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
  free(c->options);
  *c = (struct clgroup_case){0};
}

bool case_value_equal(enum case_type type, const void *a, const void *b, bool signed_zeros) {
  const size_t bytes = case_type_bytes(type);
  uint64_t left = 0, right = 0;
  memcpy(&left, a, bytes);
  memcpy(&right, b, bytes);
  const uint64_t sign = UINT64_C(1) << (8 * bytes - 1);
  const bool is_float = type == CASE_HALF || type == CASE_FLOAT || type == CASE_DOUBLE;
  return left == right || (is_float && !signed_zeros && !((left | right) & ~sign));
}
