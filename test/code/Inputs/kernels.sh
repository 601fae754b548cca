#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# kernels.sh MODULE: prints a SPIR-V module as text in which kernels have their names. llvm-spirv 22 names the entry points alone; older ones
# may have a function for each that only calls the kernel, and that keeps its number.
spirv-dis "$1" | awk '
  { line[NR] = $0 }
  $3 == "OpFunction" { named[$1] = 1 }
  $1 == "OpEntryPoint" { gsub(/"/, "", $4); kernel[$3] = "%" $4 }
  END {
    for (i = 1; i <= NR; i++) {
      split(line[i], word)
      if (word[3] == "OpFunction" && (word[1] in kernel) && !(kernel[word[1]] in named))
        sub(/%[^ ]+/, kernel[word[1]], line[i])
      print line[i]
    }
  }'
