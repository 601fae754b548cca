#!/bin/sh
# compile-cost.sh [-n RUNS] [-l LIMIT] CLGROUP-CC [KERNEL.cl...]
# What linking the library costs at compile time: the wall time of clang alone and of clang and llvm-spirv, against that
# of clgroup-cc for the same kernel and output, in turns; medians, in milliseconds, and their ratio.
# -n RUNS: how often each is run (51). -l LIMIT: fail where a ratio is above it (1.25). The kernels are those of
# Inputs/ with no call, one call and many calls, unless others are named. CLGROUP_CLANG and CLGROUP_LLVM_SPIRV are the
# tools to compare with; without them clgroup-cc --version says which it uses.
set -eu

usage() { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
runs=51
limit=1.25
while getopts n:l: option; do
  case $option in
    n) runs=$OPTARG ;;
    l) limit=$OPTARG ;;
    *) usage ;;
  esac
done
shift $((OPTIND - 1))
[ $# -ge 1 ] || usage
cc=$1
shift
inputs=$(dirname "$0")/Inputs
[ $# -gt 0 ] || set -- "$inputs/double.cl" "$inputs/sum.cl" "$inputs/many-calls.cl"
clang=${CLGROUP_CLANG:-$("$cc" --version | sed -n 's/^clang: *//p')}
spirv=${CLGROUP_LLVM_SPIRV:-$("$cc" --version | sed -n 's/^llvm-spirv: *//p')}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The clock is read by this shell's child both before and after, so what reading it costs is in every figure.
now() { date +%s%N; }
# timed NAME COMMAND...: adds the command's time to the list NAME.
timed() {
  list=$work/$1
  shift
  start=$(now)
  "$@"
  end=$(now)
  echo $((end - start)) >>"$list"
}
both() {
  plain_bc "$1" && "$spirv" --spirv-max-version=1.2 "$work/plain.bc" -o "$work/plain.spv"
}
plain_bc() { "$clang" -target spir64-unknown-unknown -cl-std=CL3.0 -c -emit-llvm "$1" -o "$work/plain.bc"; }
median() { sort -n "$work/$1" | awk '{ t[NR] = $1 } END { printf "%.1f", t[int((NR + 1) / 2)] / 1e6 }'; }

printf '%-16s %-6s %10s %12s %7s\n' kernel output tools/ms clgroup/ms ratio
failed=0
for kernel; do
  rm -f "$work/tools.bc" "$work/ours.bc" "$work/tools.spv" "$work/ours.spv"
  run=0
  while [ $run -lt "$runs" ]; do
    timed tools.bc plain_bc "$kernel"
    timed ours.bc "$cc" "$kernel" -o "$work/out.bc"
    timed tools.spv both "$kernel"
    timed ours.spv "$cc" "$kernel" -o "$work/out.spv"
    run=$((run + 1))
  done
  for output in bc spv; do
    awk -v kernel="$(basename "$kernel")" -v output=$output -v tools="$(median tools.$output)" \
      -v ours="$(median ours.$output)" -v limit="$limit" 'BEGIN {
        printf "%-16s %-6s %10.1f %12.1f %7.2f\n", kernel, output, tools, ours, ours / tools
        exit ours / tools > limit }' || failed=1
  done
done
[ $failed = 0 ] || { echo "compile-cost: a ratio is above $limit" >&2; exit 1; }
