#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# kernels.sh c | cpp: prints kernels of one call each, in OpenCL C or in C++: calls whose work-items take values from each other. Types whose
# operations are those of another one are left out.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=tools/codegen/kernels.sh
. tools/codegen/kernels.sh

types_of() { # OPERATOR
  case $1 in
    add | mul) echo 'int long half float double' ;;
    min | max) echo 'int uint long ulong half float double' ;;
    logical_*) echo int ;;
    *) echo 'int long' ;;
  esac
}

# each PREFIX ARGUMENTS [OPERATOR...]: reduces and scans, a line each for kernels: a name, the type, and the call.
each() {
  prefix=$1 arguments=$2
  shift 2
  [ $# != 0 ] || set -- add mul min max and or xor logical_and logical_or logical_xor
  for operator; do
    for type in $(types_of "$operator"); do
      for family in reduce scan_inclusive scan_exclusive; do
        name=$prefix${family}_$operator
        echo "$name$(echo "$arguments" | tr -cd 0-9) $type $name(x$arguments)"
      done
    done
  done
}

# shellcheck disable=SC2034
print() { # SIZE...
  functions=$(cat) sizes=$*
  kernels kernels.inc
}

if [ "$1" = cpp ]; then
  cat tools/codegen/tiles.inc
  tile_functions | print 128 unknown
  exit
fi
# Sizes: any, a last sub-group that is not full, and as many sub-groups as there can be.
{
  each work_group_ ''
  for type in int long half; do echo "work_group_broadcast $type work_group_broadcast(x, 3)"; done
  for vote in all any; do echo "work_group_$vote int work_group_$vote(x)"; done
} | print unknown 100 1024
each sub_group_ '' | print unknown 256
{
  each sub_group_non_uniform_ '' add
  for type in int long char; do
    for by in 1 4 16 x; do
      for move in xor up down; do echo "sub_group_shuffle_${move}_$by $type sub_group_shuffle_$move(x, (uint)$by)"; done
    done
    for call in shuffle'(x, (uint)x)' rotate'(x, 3)' clustered_rotate'(x, 3, 8)' broadcast'(x, 3)' broadcast_first'(x)'; do
      echo "sub_group_${call%%(*} $type sub_group_$call"
    done
  done
  # What LLVM 15 wrote wrong for NVIDIA's GPUs (mend_line in lib/compile/gpu.c).
  echo 'rotated ulong x << (get_global_id(0) & 63) | x >> (-get_global_id(0) & 63)'
  echo 'shifted long (x >> 40) & 0xffffffff'
} | print unknown
for operator in add mul min and; do
  for type in $(types_of $operator); do
    printf '#define CLGROUP_OPERATOR %s\n#define CLGROUP_TYPE %s\n#include <clgroup/operator.h>\n' $operator "$type"
  done
done
for width in 16 64; do each tile_ ", $width" add mul min and; done | print unknown 256
each coalesced_ '' add | print unknown
