#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# check-bitcode.sh LIBRARY.bc SIZE-CODE: no overload is missing, there are none but the standard ones, nothing is undefined that a driver
# lacks, no function is pure, and no parameter must be defined. Prints nothing if all is well.
set -eu
library=$1
here=$(dirname "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
status=0

"$here/overloads.sh" "$2" "$(basename "$library")" >"$dir/expected"
llvm-nm --defined-only --extern-only "$library" | awk '{ print $NF }' | LC_ALL=C sort >"$dir/defined"
diff "$dir/expected" "$dir/defined" || { echo "$library: overloads differ from the specification's (above)"; status=1; }

# A target whose code clang makes has functions of its own beside the library.
name=$(basename "$library")
builtins=$(dirname "$library")/${name%%.*}.builtins.bc
[ ! -e "$builtins" ] || llvm-nm --defined-only "$builtins" | awk '{ print $NF }' >"$dir/builtins"
[ -e "$dir/builtins" ] || : >"$dir/builtins"

# The functions that a library may import: work-item queries, the barrier, local atomics, sub-group queries, functions and shuffles.
llvm-nm --undefined-only "$library" | awk '{ print $NF }' | grep -v '^llvm\.' | grep -vxFf "$dir/builtins" |
  grep -vE '^_Z(12get_local_idj|14get_local_sizej|12get_work_dimv|7barrierj|3(min|max)(jj|ll|mm)|3clzj)$' |
  grep -vE '^_Z(18get_sub_group_sizev|22get_max_sub_group_sizev|18get_num_sub_groupsv|16get_sub_group_idv|22get_sub_group_local_idv)$' |
  grep -vE '^_Z(11atomic_xchg|10atomic_(add|min|max|xor)|10atomic_and|9atomic_or)PU3AS3Vi?[ij]+$' |
  grep -vE '^_Z(20sub_group_reduce_(add|min|max)|28sub_group_scan_(inclusive|exclusive)_(add|min|max))[ijlm]$' |
  grep -vE '^_Z(13sub_group_alli|(17sub_group_shuffle|19sub_group_broadcast|21sub_group_shuffle_xor)(i|j|l|m|f|d|Dh)j)$' >"$dir/undefined" || true
[ ! -s "$dir/undefined" ] || { echo "$library: undefined:"; cat "$dir/undefined"; status=1; }

# A public function writes local memory and has barriers: with attributes that deny this, calls could be merged or removed.
llvm-dis "$library" -o "$dir/library.ll"
awk '
  /^attributes #/ { sub(/^#/, "", $2); text[$2] = $0 }
  /^define/ && !/ internal / { match($0, /\) .*#[0-9]+/); id = substr($0, RSTART, RLENGTH); sub(/.*#/, "", id)
                              match($0, /@[^(]*/); public[substr($0, RSTART + 1, RLENGTH - 1)] = id }
  END {
    for (f in public) {
      a = text[public[f]]
      if (a !~ /convergent/ || a !~ /nounwind/) { print f ": not convergent and nounwind"; bad = 1 }
      if (a ~ /readnone|readonly|memory\((none|read|argmem)|speculatable|argmemonly|inaccessiblememonly/) { print f ": pure: " a; bad = 1 }
      n++
    }
    if (!n) { print "no public function seen"; bad = 1 }
    exit bad
  }' "$dir/library.ll" || { echo "$library: wrong attributes (above)"; status=1; }

# Calls of all types share scratch memory: type-based alias analysis could move one call's store before another's load.
! grep -q '!tbaa' "$dir/library.ll" || { echo "$library: holds type-based alias information"; status=1; }

# A work-item may pass a value that it has not set. (Results may be defined: newer LLVM says so of constants.)
! grep -qE '@[^(]*\(.*[^!]\<noundef\>' "$dir/library.ll" || { echo "$library: a parameter is noundef"; status=1; }
exit $status
