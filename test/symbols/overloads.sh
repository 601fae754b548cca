#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# overloads.sh [CODE [TARGET]]: prints the sorted mangled names of all functions that the library must have. The list follows the specification,
# and uses nothing of generic/. CODE is the mangled code of size_t (m, or j on 32-bit targets); $PREFIX precedes each name.
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
  # No standard functions, and only in bitcode; the second only where a work-group may be a sub-group.
  # shellcheck disable=SC2086
  [ -n "${PREFIX-}" ] || mangle clgroup_work_group_shuffle ij jj lj mj fj dj Dhj
  case ${2-} in spirv*) mangle clgroup_work_group_exchange ijijj jjijj ljijj mjijj fjijj djijj Dhjijj ;; esac
  mangle work_group_all i
  mangle work_group_any i
} | LC_ALL=C sort
