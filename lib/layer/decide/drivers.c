/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/decide/drivers.h"

#include "base/list.h"
#include "names/strategies.h"

#include <stdlib.h>
#include <string.h>

enum { ANY = 9 }; /* SPIR-V 1.minor */

static const struct clgroup_driver drivers[] = {
#define CLGROUP_DRIVER(...) CLGROUP_DRIVER_ROW(__VA_ARGS__)
#define CLGROUP_DRIVER_ROW(platform, device, type, spirv, from, before, strategy, exceptions, route, driver, reason)   \
  {{platform, device, type, spirv, from, before}, {strategy, exceptions}, CLGROUP_ROUTE_##route, #driver, reason},
#define CLGROUP_BITCODE(...)
#define CLGROUP_FAULT(...)
#include "layer/decide/drivers.inc"
};

static const struct clgroup_drivers with_bitcode[] = {
#define CLGROUP_DRIVER(...)
#define CLGROUP_BITCODE(...) {__VA_ARGS__},
#define CLGROUP_FAULT(...)
#include "layer/decide/drivers.inc"
};

static const struct clgroup_fault faults[] = {
#define CLGROUP_DRIVER(...)
#define CLGROUP_BITCODE(...)
#define CLGROUP_FAULT(...) CLGROUP_FAULT_ROW(__VA_ARGS__)
#define CLGROUP_FAULT_ROW(name, platform, device, type, spirv, from, before, seen, kind, functions, types, why, test,  \
                          price)                                                                                       \
  {name, {platform, device, type, spirv, from, before}, seen, CLGROUP_FAULT_##kind, functions, types, why, test, price},
#include "layer/decide/drivers.inc"
};

bool clgroup_takes_spirv(const char *il, unsigned minor) {
  char word[] = "SPIR-V_1.0";
  for (; minor <= 9; minor++) {
    word[sizeof word - 2] = (char)('0' + minor);
    if (clgroup_list_has(il, word))
      return true;
  }
  return false;
}

/* Compares numbers separated by dots; ignores what follows them, as in "3.1+debian". Nothing is below "". */
static int compare_versions(const char *a, const char *b) {
  for (;;) {
    char *a_end, *b_end;
    unsigned long x = strtoul(a, &a_end, 10), y = strtoul(b, &b_end, 10);
    if (x != y)
      return x < y ? -1 : 1;
    if (*a_end != '.' && *b_end != '.')
      return 0;
    a = *a_end == '.' ? a_end + 1 : "";
    b = *b_end == '.' ? b_end + 1 : "";
  }
}

static bool fits(const struct clgroup_drivers *of, const struct clgroup_driver_id *id) {
  return strstr(id->platform, of->platform) && !strncmp(id->device, of->device, strlen(of->device)) &&
         of->type & id->type && (of->spirv_minor == ANY || !clgroup_takes_spirv(id->il, of->spirv_minor + 1)) &&
         compare_versions(id->version, of->from) >= 0 &&
         (!*of->before || compare_versions(id->version, of->before) < 0);
}

const struct clgroup_driver *clgroup_driver_find(const struct clgroup_driver_id *id) {
  const struct clgroup_driver *row = drivers, *last = drivers + sizeof drivers / sizeof *drivers - 1;
  while (row < last && !fits(&row->of, id))
    row++;
  return row;
}

bool clgroup_driver_loads_bitcode(const struct clgroup_driver_id *id) {
  for (unsigned i = 0; i < sizeof with_bitcode / sizeof *with_bitcode; i++)
    if (fits(&with_bitcode[i], id))
      return true;
  return false;
}

const struct clgroup_fault *clgroup_fault_next(const struct clgroup_driver_id *id, const struct clgroup_fault *fault) {
  for (fault = fault ? fault + 1 : faults; fault < faults + sizeof faults / sizeof *faults; fault++)
    if (fits(&fault->of, id))
      return fault;
  return NULL;
}

struct clgroup_choice clgroup_device_all_by(const char *strategy) {
  return (struct clgroup_choice){strategy, ""};
}

const char *clgroup_device_strategy(const struct clgroup_choice *choice, bool shuffles, const char *il) {
  const struct clgroup_strategy *row = clgroup_strategy_row(choice->strategy);
  const bool lacks = (row->shuffles && !shuffles) || (row->spirv_minor && !clgroup_takes_spirv(il, row->spirv_minor));
  return lacks ? clgroup_choice_instead(choice) : choice->strategy;
}
