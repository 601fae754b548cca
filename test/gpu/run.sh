#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh BUILD: gpu-run without a GPU: its folder is prepared, and its program runs with a libcuda.so.1 that is the executor of test/simt.
# Then it must notice wrong results, a program that is not prepared, and a machine without a driver. PTX is assembled where ptxas is
# (testbed cuda).
set -u
build=$(cd "$1" && pwd) || exit 1
cd "$(dirname "$0")/../.." || exit 1
[ -e "$build/test/gpu/libcuda.so.1" ] || { echo "the executor is not built: LLVM has no shared library here"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0
pass() { passed=$((passed + 1)); }
fail() {
  failed=$((failed + 1))
  echo "fail: $*"
}

# gpu_run FOLDER OPTION...: with the executor; its output is in $work/log.
gpu_run() {
  folder=$1
  shift
  LD_LIBRARY_PATH=$build/test/gpu CLGROUP_GPU_PREPARED=$folder "$folder/gpu-run" -o "$work/report.md" "$@" >"$work/log" 2>&1
}
# holds WHAT TEXT: whether the report has a line that matches.
holds() {
  if grep -q -e "$2" "$work/report.md"; then pass; else fail "the report says nothing of $1: no '$2'"; fi
}

# It also runs on other systems: it needs no newer glibc than Ubuntu 22.04's, 2.35.
needs=$(objdump -T "$build/bin/clgroup-gpu-run" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
case $needs in
  GLIBC_2.3[5-9]* | GLIBC_2.[4-9]*) fail "gpu-run needs $needs, which Ubuntu 22.04 lacks" ;;
  *) pass ;;
esac

mkdir -p "$work/own/work"
CLGROUP_BUILD=$build tools/gpu-run --prepare "$work/own" >"$work/log" 2>&1
if [ $? = 2 ] && grep -q 'own has other files in it' "$work/log" && [ -d "$work/own/work" ]; then pass; else fail 'it prepares a folder that has other files'; fi

prepared=$work/prepared
CLGROUP_BUILD=$build tools/gpu-run --prepare "$prepared" --quick --bitcode >"$work/log" 2>&1 || { cat "$work/log"; fail "--prepare"; }
cat "$work/log"
if tools/testbed cuda ptxas --version >/dev/null 2>&1; then
  for ptx in "$prepared"/sm_*/*.ptx; do
    if tools/testbed cuda ptxas -arch=sm_80 "$ptx" -o "$work/cubin" >"$work/log" 2>&1; then
      pass
    else
      fail "ptxas refuses $(head -n 1 "$ptx"): $(head -n 3 "$work/log")"
    fi
  done
else
  skipped=$((skipped + 1))
  echo "skip: ptxas is not available (testbed cuda)"
fi

# PoCL stands for NVIDIA's OpenCL: it takes no PTX.
if gpu_run "$prepared" --platform Portable; then pass; else fail "gpu-run:" && cat "$work/log" "$work/report.md.tests"; fi
holds 'the GPU' '| GPU | clgroup executor, compute capability 8.0 |'
holds 'the tests' '^[1-9][0-9]* passed, 0 failed, [0-9]* skipped$'
holds 'a copy' '^| scan_inclusive_add | long | 1024 | [0-9]* GB/s | [0-9.]* | - | [0-9.]* |$'
holds 'calls one after another' '^| reduce_add | float | 128 | [0-9.]* ns | [0-9.]* | - |$'
holds 'OpenCL' ', OpenCL 3.0 PoCL .*, driver '
holds 'PTX for OpenCL' "^It does not take clgroup-cc's PTX: error"
if grep 'computes something else' "$work/report.md"; then fail "size unknown"; else pass; fi

# It must notice wrong results: the function `all` in place of `any`.
votes=$(grep -l '\.entry votes(' "$prepared"/sm_80/*.ptx)
cp "${votes%.ptx}.bc" "$work/right.bc"
{ echo '#define GUARD 64' && cat test/exec/kernels/common.cl test/exec/kernels/votes.cl; } >"$work/votes.cl"
"$build/bin/clgroup-cc" --target=nvptx64 -march=sm_80 -Dwork_group_any=work_group_all "$work/votes.cl" -o "${votes%.ptx}.bc" ||
  fail 'clgroup-cc'
if gpu_run "$prepared" --filter 'a[ln][ly]*'; then fail 'wrong results are not noticed'; else pass; fi
holds 'the wrong function' '^    fail: any'
grep '^    fail: all' "$work/report.md" && fail 'the right function is called wrong'
cp "$work/right.bc" "${votes%.ptx}.bc"

rm "$votes"
if gpu_run "$prepared" --filter 'all/*'; then fail 'a missing program is not noticed'; else pass; fi
holds 'a program that is missing' 'prepare the folder again'

rm -f "$work/report.md"
"$prepared/gpu-run" -o "$work/report.md" >"$work/log" 2>&1
status=$?
if ldconfig -p | grep -q 'libcuda\.so\.1'; then
  skipped=$((skipped + 1))
  echo "skip: NVIDIA's driver is here"
elif [ $status = 2 ] && [ ! -e "$work/report.md" ] && grep -q "^gpu-run: error: NVIDIA's driver is not there" "$work/log"; then
  pass
else
  fail "without a driver it exits with $status and says: $(cat "$work/log")"
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
