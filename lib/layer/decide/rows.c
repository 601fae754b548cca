#include "layer/decide/rows.h"

#include "base/list.h"
#include "names/strategies.h"

#include <stdlib.h>
#include <string.h>

bool clgroup_takes_spirv(const char *il, unsigned minor) {
  char word[] = "SPIR-V_1.0";
  for (; minor <= 9; minor++) {
    word[sizeof word - 2] = (char)('0' + minor);
    if (clgroup_list_has(il, word))
      return true;
  }
  return false;
}

int clgroup_compare_versions(const char *a, const char *b) {
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

const struct clgroup_device_row *clgroup_device_row(const char *platform, const char *name, cl_device_type type,
                                                    const char *driver, const char *il) {
  enum { ANY = 9 };
  static const struct clgroup_device_row rows[] = {
#define CLGROUP_DEVICES(platform, device, type, spirv, from, strategy, exceptions, route, driver, faults, reason)      \
  {platform, device, type, spirv, from, {strategy, exceptions}, CLGROUP_ROUTE_##route, #driver, faults, reason},
#include "layer/decide/devices.inc"
#undef CLGROUP_DEVICES
  };
  const struct clgroup_device_row *row = rows, *last = rows + sizeof rows / sizeof *rows - 1;
  while (row < last &&
         !(strstr(platform, row->platform) && !strncmp(name, row->device, strlen(row->device)) && row->type & type &&
           (row->spirv_minor == ANY || !clgroup_takes_spirv(il, row->spirv_minor + 1)) &&
           clgroup_compare_versions(driver, row->from) >= 0))
    row++;
  return row;
}

struct clgroup_choice clgroup_device_all_by(const char *strategy) {
  return (struct clgroup_choice){strategy, ""};
}

const char *clgroup_device_strategy(const struct clgroup_choice *choice, bool shuffles, const char *il) {
  const struct clgroup_strategy *row = clgroup_strategy_row(choice->strategy);
  const bool lacks = (row->shuffles && !shuffles) || (row->spirv_minor && !clgroup_takes_spirv(il, row->spirv_minor));
  return lacks ? clgroup_choice_instead(choice) : choice->strategy;
}
