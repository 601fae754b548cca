#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# count.sh FILE.ll PATTERN: prints "FUNCTION COUNT" for each kernel, in order, and for other functions that have any.
awk -v pattern="$2" '/^define/ { kernel = /spir_kernel/; match($0, /@[^(]*/); name = substr($0, RSTART + 1, RLENGTH - 1); n = 0 }
                     $0 ~ pattern { ++n } /^}/ { if (kernel || n) print name, n }' "$1"
