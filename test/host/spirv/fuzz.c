/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libFuzzer's entry. test/fuzz/run.sh builds and runs it. */
#include "exercise.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static uint32_t words[1 << 18];
  size_t count = size / sizeof *words;
  if (count > sizeof words / sizeof *words)
    return -1;
  memcpy(words, data, count * sizeof *words);
  exercise(words, count);
  return 0;
}
