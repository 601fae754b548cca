#include "verdict.h"

#include <string.h>

const char *const outcome_names[OUTCOMES] = {"ok", "wrong", "refused", "crash", "hang", "skipped"};

const char *const end_names[ENDS] = {"pass", "fail", "skip", "gone", "driver", "unlike", "once"};

/* The length of "KERNEL: argument N, element N". */
static size_t place(const char *text) {
  const size_t kernel = strcspn(text, ":");
  return text[kernel] ? kernel + 1 + strcspn(text + kernel + 1, ":") : kernel;
}

enum plain verdict_plain(const struct verdict *ours, const struct verdict *plain) {
  if (plain->outcome == OUTCOME_OK || plain->outcome == OUTCOME_SKIPPED)
    return PLAIN_RIGHT;
  if (plain->outcome != OUTCOME_WRONG || ours->outcome != OUTCOME_WRONG)
    return plain->outcome < ours->outcome ? PLAIN_UNLIKE : PLAIN_FAILS;
  const size_t length = place(ours->text);
  return length == place(plain->text) && !strncmp(ours->text, plain->text, length) ? PLAIN_FAILS : PLAIN_UNLIKE;
}

bool verdict_is_known(const struct verdict *v, const char *driver) {
  static const struct {
    const char *driver;
    enum outcome outcome;
    const char *text;
  } faults[] = {
      {"Portable Computing Language 6.", OUTCOME_CRASH, "Instruction Combining did not reach a fixpoint"},
      {"rusticl 25.", OUTCOME_WRONG, ": 80000000, not 0 ("},
      {"rusticl 25.", OUTCOME_WRONG, ": 8000000000000000, not 0 ("},
      {"zink Vulkan", OUTCOME_CRASH, "ZINK: vkCreateComputePipelines failed"},
  };
  for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++)
    if (v->outcome == faults[i].outcome && strstr(driver, faults[i].driver) && strstr(v->text, faults[i].text))
      return true;
  return false;
}
