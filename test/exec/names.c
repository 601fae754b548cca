/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "names.h"

#include <stdio.h>

struct name {
  const char *type, *op;
  bool extension;
};

#define QUOTED(text) QUOTED_AS_IS(text)
#define QUOTED_AS_IS(text) #text
#define CLGROUP_TYPE_BODY <ops.inc>
#define CLGROUP_OP_BODY "name.inc"
static const struct name names[] = {
#include <types.inc>
};
enum { NAMES = sizeof names / sizeof *names };

bool names_check(void) {
  bool good = true;
  for (unsigned i = 0; i < NAMES; i++) {
    int type = ref_type_by_name(names[i].type), op = ref_op_by_name(names[i].op);
    const char *what = type < 0 ? "type" : op < 0 ? "operator" : NULL;
    if (what) {
      fprintf(stderr, "clgroup-test: the reference does not know %s %s: add it to lib/reference\n", what,
              type < 0 ? names[i].type : names[i].op);
      good = false;
    } else if (!ref_takes((enum ref_op)op, (enum ref_type)type)) {
      fprintf(stderr, "clgroup-test: the reference does not know operator %s of type %s: add it to lib/reference\n",
              names[i].op, names[i].type);
      good = false;
    }
  }
  return good;
}

bool names_have_type(enum ref_type type) {
  for (unsigned i = 0; i < NAMES; i++)
    if (ref_type_by_name(names[i].type) == (int)type)
      return true;
  return false;
}

bool names_have(enum ref_op op, enum ref_type type) {
  for (unsigned i = 0; i < NAMES; i++)
    if (ref_type_by_name(names[i].type) == (int)type && ref_op_by_name(names[i].op) == (int)op)
      return true;
  return false;
}

bool names_is_extension(enum ref_op op) {
  for (unsigned i = 0; i < NAMES; i++)
    if (ref_op_by_name(names[i].op) == (int)op)
      return names[i].extension;
  return false;
}
