/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "compile/validate.h"

#include "spirv/words.h"

#include <stdlib.h>
#include <string.h>

#include <spirv-tools/libspirv.h>

/* Does this OpExtInstImport import a set of debug instructions? */
static bool brings_debug(const struct spirv_module *m, const struct spirv_instruction *i) {
  static const char *const sets[] = {"OpenCL.DebugInfo.", "SPIRV.debug", "NonSemantic."};
  bool found = false;
  for (size_t s = 0; s < sizeof sets / sizeof sets[0]; s++)
    found |= spirv_string_is(m, i, 2, sets[s], false);
  return found;
}

/* A copy for SPIRV-Tools, for free(), or NULL if it can take the words as they are. Debug instructions do not affect
 * the code, and it rejects those that llvm-spirv makes for the type of an ordinary function. It reads strings in this
 * machine's byte order alone. */
static uint32_t *copy_for_validator(const uint32_t *words, size_t *count) {
  struct spirv_module m;
  struct spirv_instruction i = {0};
  struct spirv_words kept = {0};
  uint32_t sets[8];
  size_t set_count = 0;
  char why[256];
  int more;
  if (spirv_open(&m, words, *count, why, sizeof why))
    return NULL;
  while ((more = spirv_next(&m, &i)) > 0) {
    bool debug = false;
    if (i.opcode == SPIRV_OP_ExtInstImport && brings_debug(&m, &i) && set_count < sizeof sets / sizeof sets[0])
      sets[set_count++] = spirv_operand(&m, &i, 1);
    for (size_t s = 0; i.opcode == SPIRV_OP_ExtInst && s < set_count; s++)
      debug |= spirv_operand(&m, &i, 3) == sets[s];
    if (!set_count && !m.swapped)
      continue;
    if (!kept.count)
      spirv_add_range(&kept, &m, 0, i.at);
    if (!debug)
      spirv_add_range(&kept, &m, i.at, (size_t)i.at + i.length);
  }
  if (more < 0 || kept.failed || !kept.count) {
    free(kept.data);
    return NULL;
  }
  *count = kept.count;
  return kept.data;
}

/* The universal rules of the module's version: OpenCL's environments would also reject optional capabilities, which are
 * for the device to check. */
static spv_target_env environment(const uint32_t *words, size_t count) {
  static const spv_target_env versions[] = {SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2,
                                            SPV_ENV_UNIVERSAL_1_3, SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5,
                                            SPV_ENV_UNIVERSAL_1_6};
  enum { VERSIONS = sizeof versions / sizeof versions[0] };
  const uint32_t minor = count > 1 ? words[1] >> 8 & 0xff : 0;
  return versions[minor < VERSIONS ? minor : VERSIONS - 1];
}

const char *clgroup_find_invalid(struct clgroup_session *s, const struct clgroup_bytes *module) {
  const uint32_t *words = (const uint32_t *)(const void *)module->data;
  size_t count = module->size / 4;
  if (module->size % 4)
    return "its length is not a multiple of 4 bytes";
  uint32_t *plain = copy_for_validator(words, &count);
  if (plain)
    words = plain;
  spv_context context = spvContextCreate(environment(words, count));
  spv_validator_options options = spvValidatorOptionsCreate();
  spvValidatorOptionsSetFriendlyNames(options, false); /* making these names takes as long as the validation */
  spv_const_binary_t binary = {words, count};
  spv_diagnostic diagnostic = NULL;
  const char *why = NULL;
  if (spvValidateWithOptions(context, options, &binary, &diagnostic) != SPV_SUCCESS) {
    const char *message = diagnostic && diagnostic->error ? diagnostic->error : "";
    size_t length = strcspn(message, "\n");
    if (length && message[length - 1] == '.')
      length--;
    why = clgroup_text(s, "%.*s", (int)length, message);
    if (!*why)
      why = "SPIRV-Tools does not say why";
  }
  spvDiagnosticDestroy(diagnostic);
  spvValidatorOptionsDestroy(options);
  spvContextDestroy(context);
  free(plain);
  return why;
}
