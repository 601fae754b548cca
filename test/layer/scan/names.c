/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of names against the names as the specifications have them. */
#include "check.h"

#include "names/names.h"

#include <stdio.h>
#include <string.h>

static const char *const families[] = {"work_group_reduce_", "work_group_scan_inclusive_",
                                       "work_group_scan_exclusive_"};
static const char *const operators[] = {"add", "min", "max",         "mul",        "and",
                                        "or",  "xor", "logical_and", "logical_or", "logical_xor"};
enum { FAMILIES = 3, OPERATORS = 10, CORE_OPERATORS = 3, COUNT = 3 + FAMILIES * OPERATORS };

/* Its bit, or 0 after a complaint. */
static uint64_t expect(const char *name, bool extension) {
  uint64_t bit = clgroup_name_find(name, strlen(name));
  check(bit && !(bit & (bit - 1)), "names: %s is there", name);
  for (unsigned i = 0; i < clgroup_name_count; i++)
    if (bit == UINT64_C(1) << i)
      check(!strcmp(clgroup_names[i].text, name) && clgroup_names[i].extension == extension,
            "names: the bit of %s is its row's", name);
  return bit;
}

void test_names(void) {
  uint64_t core =
      expect("work_group_all", false) | expect("work_group_any", false) | expect("work_group_broadcast", false);
  uint64_t all = core;
  for (unsigned f = 0; f < FAMILIES; f++)
    for (unsigned o = 0; o < OPERATORS; o++) {
      char name[64];
      sprintf(name, "%s%s", families[f], operators[o]);
      uint64_t bit = expect(name, o >= CORE_OPERATORS);
      all |= bit;
      core |= o < CORE_OPERATORS ? bit : 0;
    }
  check(clgroup_name_count == COUNT, "names: there are %u", COUNT);
  check(clgroup_names_all(true) == all && clgroup_names_all(false) == core, "names: all of them");
  check(clgroup_names_beginning("work_group_", 11) == all, "names: all have one beginning");
  check(clgroup_names_beginning("work_group_a", 12) ==
            (clgroup_name_find("work_group_all", 14) | clgroup_name_find("work_group_any", 14)),
        "names: all and any begin alike");
  check(!clgroup_name_find("work_group_al", 13) && !clgroup_name_find("work_group_alll", 15) &&
            !clgroup_name_find("work_group_barrier", 18) && !clgroup_name_find("", 0),
        "names: a part of a name is none");
  check(!clgroup_name_find("work_group_all\0....", 19) && !clgroup_names_beginning("work_group_all\0", 15),
        "names: a zero byte is no end");
}
