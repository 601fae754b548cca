#include "layer/decide/rows.h"

#include "targets/strategies.h"

#include <stdlib.h>
#include <string.h>

bool clgroup_list_has(const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *at = list; at && (at = strstr(at, word)); at += length)
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
      return true;
  return false;
}

bool clgroup_takes_spirv(const char *il, unsigned minor) {
  char word[] = "SPIR-V_1.0";
  for (; minor <= 9; minor++) {
    word[sizeof word - 2] = (char)('0' + minor);
    if (clgroup_list_has(il, word))
      return true;
  }
  return false;
}

const struct clgroup_device_row *clgroup_device_row(const char *platform, const char *name, cl_device_type type,
                                                    const char *driver, const char *il) {
  enum { ANY = 9 };
  static const struct clgroup_device_row rows[] = {
#define CLGROUP_DEVICES(platform, device, type, spirv, version, strategy, exceptions, route, driver, faults, reason)   \
  {platform, device, type, spirv, version, {strategy, exceptions}, CLGROUP_ROUTE_##route, #driver, faults, reason},
#include "layer/decide/devices.inc"
#undef CLGROUP_DEVICES
  };
  const struct clgroup_device_row *row = rows, *last = rows + sizeof rows / sizeof *rows - 1;
  while (row < last &&
         !(strstr(platform, row->platform) && !strncmp(name, row->device, strlen(row->device)) && row->type & type &&
           (row->spirv_minor == ANY || !clgroup_takes_spirv(il, row->spirv_minor + 1)) &&
           strtoul(driver, NULL, 10) >= row->version))
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
