#include "case.h"

#include <stdlib.h>

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
