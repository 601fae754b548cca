#!/bin/sh
# overloads.sh  prints the mangled name of every function that the library must have, a line each, sorted.
# A list of its own, made from the specification: nothing here comes from generic/.
# With an argument, a size_t's type code (m, or j on 32-bit targets); $PREFIX comes before each name.
set -eu
size=${1-m}
mangle() { # NAME CODE...
  name=${PREFIX-}$1
  shift
  for code in "$@"; do echo "_Z${#name}$name$code"; done
}
{
  numbers="i j l m f d Dh"
  integers="i j l m"
  for family in reduce scan_inclusive scan_exclusive; do
    # shellcheck disable=SC2086
    for op in add min max mul; do mangle "work_group_${family}_$op" $numbers; done
    # shellcheck disable=SC2086
    for op in and or xor; do mangle "work_group_${family}_$op" $integers; done
    for op in logical_and logical_or logical_xor; do mangle "work_group_${family}_$op" i; done
  done
  for code in $numbers; do
    mangle work_group_broadcast "$code$size" "$code$size$size" "$code$size$size$size"
  done
  mangle work_group_all i
  mangle work_group_any i
} | LC_ALL=C sort
