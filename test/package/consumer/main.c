/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes the embedded modules to the files that are named. */
#include "embedded.h"

#include <stdio.h>

static int write_file(const char *name, const unsigned char *bytes, size_t size) {
  FILE *file = fopen(name, "wb");
  if (!file)
    return 1;
  const size_t written = fwrite(bytes, 1, size, file);
  return fclose(file) || written != size;
}

int main(int argc, char **argv) {
  return argc != 3 || write_file(argv[1], first_bc, first_bc_size) || write_file(argv[2], second_bc, second_bc_size);
}
