#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh [RUNS [SEED]]: builds the fuzz targets with a clang that has libFuzzer, and gives each RUNS inputs
# (default 20000) made from the tests' kernels and modules. The same SEED (default 1) gives the same inputs; 0 is a new seed each time.
# An input that shows a fault is left in the current folder. Status 77: no clang has libFuzzer.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
runs=${1:-20000}
seed=${2:-1}
work=$(mktemp -d "${TMPDIR:-/tmp}/clgroup-fuzz.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long s) { return d && s && 0; }' >"$work/probe.c"
clang=''
for candidate in clang-19 clang-15 clang-14 clang; do
  if $candidate -fsanitize=fuzzer,address,undefined "$work/probe.c" -o "$work/probe" 2>/dev/null; then
    clang=$candidate
    break
  fi
done
if [ -z "$clang" ]; then
  echo "no clang here has libFuzzer (Debian 12: apt-get install clang-14 libclang-rt-14-dev; 13: clang-19 libclang-rt-19-dev)"
  exit 77
fi

layer="$root/lib/names/extensions.c $root/lib/names/names.c $root/lib/layer/base/options.c $root/lib/layer/decide/scan.c $root/lib/base/buffer.c
  $root/lib/base/files.c"
mkdir "$work/scan" "$work/options" "$work/spirv" "$work/targets"
(cd "$root/include/clgroup" && find . -name '*.h' ! -name 'clgroup*.h' | sort | sed 's/^\.\/\(.*\)/"\1",/') >"$work/targets/kernel-headers.inc"
for kernel in "$root"/test/exec/kernels/*.cl "$root"/test/host/Inputs/*.cl "$root"/test/code/*.cl; do
  name=$(basename "$kernel" .cl)
  { echo "-cl-std=CL3.0 -DT=int -I \"some where\""; cat "$kernel"; printf '\001work_group_any'; } >"$work/scan/$name"
  sed -n 's/^.*RUN: *//p' "$kernel" >"$work/options/$name"
done
echo '-cl-std=CL1.2 -DA="b c" -D B=\"c\" -I "d e" -If -include g.h -x spir -create-library' >"$work/options/all"
for module in "$root"/test/host/spirv/*.spvasm; do
  "$root/test/host/spirv/Inputs/assemble" spv1.3 "$module" "$work/spirv/$(basename "$module" .spvasm)" 2>/dev/null
done

passed=0 failed=0
# target NAME LENGTH SOURCE...: inputs are of LENGTH bytes at most.
target() {
  name=$1 length=$2
  shift 2
  # shellcheck disable=SC2086
  $clang -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
    -I"$root/include" -I"$root/lib" -I"$root/generic" -I"$work" "$@" -o "$work/fuzz-$name" || exit 1
  dictionary=''
  if [ -f "$root/test/fuzz/$name.dict" ]; then dictionary="-dict=$root/test/fuzz/$name.dict"; fi
  if "$work/fuzz-$name" "-runs=$runs" "-seed=$seed" "-max_len=$length" -timeout=60 -rss_limit_mb=4096 \
    -print_final_stats=1 "-artifact_prefix=fuzz-$name-" $dictionary "$work/$name" >"$work/$name.log" 2>&1; then
    passed=$((passed + 1))
    echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$work/$name.log") inputs," \
      "$(sed -n 's/^.* cov: \([0-9]*\) .*/\1/p' "$work/$name.log" | tail -n 1) places reached"
  else
    failed=$((failed + 1))
    echo "fail: $name"
    tail -n 40 "$work/$name.log"
  fi
}
# shellcheck disable=SC2086
target scan 4096 "$root/test/fuzz/scan.c" $layer
# shellcheck disable=SC2086
target options 1024 "$root/test/fuzz/options.c" $layer
target spirv 8192 "$root/test/host/spirv/fuzz.c" "$root/test/host/spirv/exercise.c" "$root"/lib/spirv/*.c "$root/lib/names/extensions.c"
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
