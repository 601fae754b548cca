#include "layer/prelude.h"

#include "layer/names.h"

#include <string.h>

/* include/clgroup/clgroup_prelude.h, which says what the CLGROUP_ macros select. */
#include "layer/prelude.inc"

/* The part of its name by which the header knows the function: its operator, broadcast or vote. */
static const char *selector(const char *name) {
  static const char *const families[] = {"work_group_reduce_", "work_group_scan_inclusive_",
                                         "work_group_scan_exclusive_"};
  for (unsigned i = 0; i < 3; i++)
    if (!strncmp(name, families[i], strlen(families[i])))
      return name + strlen(families[i]);
  return !strcmp(name, "work_group_broadcast") ? "broadcast" : "vote";
}

void clgroup_prelude(struct clgroup_text *text, uint64_t names, bool any_version, bool extension) {
  clgroup_text_add(text, "#define CLGROUP_PRELUDE_SELECT\n");
  if (any_version)
    clgroup_text_add(text, "#define CLGROUP_PRELUDE_ANY_VERSION\n");
  for (unsigned i = 0; i < clgroup_name_count; i++)
    if (names >> i & 1)
      clgroup_text_add(text, "#define CLGROUP_USE_%s\n", selector(clgroup_names[i].text));
  if (extension)
    clgroup_text_add(text, "#ifndef cl_khr_work_group_uniform_arithmetic\n"
                           "#define cl_khr_work_group_uniform_arithmetic 1\n#endif\n");
  clgroup_text_add_bytes(text, clgroup_prelude_text, sizeof clgroup_prelude_text - 1);
  clgroup_text_add(text, "#line 1\n");
}
