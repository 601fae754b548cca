#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh [--bed amd] BUILD [ARCH...]: reads the machine code of kernels for GPUs for what the executor (test/simt), which stops before LLVM's last
# step, cannot see.
#
# The rules are in last-step.awk. BUILD's clgroup-cc compiles the kernels of kernels.sh for each architecture that the tests name and its LLVM
# knows; with --bed amd the last step is by the LLVM of that testbed, which is newer. ARCH: only these; gfx1030-wave64 has waves of 64. The
# listings stay in BUILD/machine-code.
#
# The last line reads `N passed, N failed, N skipped`. Exit status: 0; 1 when anything failed; 77 if the testbed is not available.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.." || exit 1
# shellcheck source=tools/codegen/amdgcn.sh
. tools/codegen/amdgcn.sh

bed=here
[ "${1-}" != --bed ] || { bed=$2 && shift 2; }
build=${1:?a build folder}
shift
[ $# != 0 ] || set -- gfx900 gfx90a gfx942 gfx1030 gfx1030-wave64 gfx1100 gfx1100-wave64 gfx1200 gfx1200-wave64 sm_70 sm_75 sm_86 sm_90
out=$build/machine-code
mkdir -p "$out" || exit 1
passed=0 failed=0 skipped=0
fail() { echo "fail: $*"; failed=$((failed + 1)); }

# Each rule catches its lines of the samples, and no other one does.
for sample in "$here"/samples.*; do
  grep -n 'WRONG$' "$sample" | cut -d : -f 1 >"$out/$bed.expected"
  awk -v lanes=32 -f "$here/last-step.awk" "$sample" | sed "s|^$sample:\([0-9]*\):.*|\1|" | uniq | diff "$out/$bed.expected" - ||
    fail "the rules of last-step.awk do not catch what $sample says that they do"
done

# listing LANGUAGE SUFFIX: makes the listing of $arch, $folder/kernels.s or .ptx, and prints its name.
listing() {
  "$here/kernels.sh" "$1" >"$folder/kernels.$2" || return
  # All may assume that all work-groups are of one size; sizes that are not known are among the kernels'.
  set -- "$build/bin/clgroup-cc" -cl-uniform-work-group-size "$folder/kernels.$2"
  case $arch in
    sm_*) "$@" --target=nvptx64 -march="$device" -o "$folder/kernels.ptx" && echo "$folder/kernels.ptx" ;;
    *)
      set -- "$@" --target=amdgcn -march="$device" ${wave:+-mwavefrontsize64}
      if [ "$bed" = here ]; then "$@" -o "$folder/kernels.s"; else
        "$@" --emit=ll -o "$folder/kernels.ll" && amdgcn_finish "$folder" ${wave:+-mattr=+wavefrontsize64}
      fi && echo "$folder/kernels.s"
      ;;
  esac
}

if [ "$bed" != here ]; then
  amdgcn_tools || { echo "testbed $bed is not available"; exit 77; }
fi
for arch; do
  case $arch in *-wave64) wave=64 ;; *) wave='' ;; esac
  device=${arch%-wave64}
  case $wave$arch in gfx1*) lanes=32 ;; *) lanes=64 ;; esac
  case $bed-$arch in here-* | *-gfx*) ;; *) continue ;; esac
  for language in 'c cl' 'cpp clcpp'; do
    folder=$out/$bed-$arch-${language% *}
    mkdir -p "$folder"
    # shellcheck disable=SC2086
    if ! code=$(listing $language 2>"$folder/log"); then
      if grep -q "error: -march=$device needs LLVM" "$folder/log"; then
        echo "skip: $(sed -n 's/.*error: //p' "$folder/log")"
        skipped=$((skipped + 1))
        break
      fi
      fail "$arch: the kernels cannot be compiled:"
      tail -n 5 "$folder/log"
    elif awk -v lanes=$lanes -f "$here/last-step.awk" "$code" >"$folder/wrong"; then
      passed=$((passed + 1))
    else
      fail "$arch: $(wc -l <"$folder/wrong") instructions are not what the executor has run:"
      head -n 10 "$folder/wrong"
    fi
  done
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
