#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# linking.sh BUILD [VERSION...]: by each way of docs/linking.md, kernels of one, two and many calls become valid SPIR-V in which no work-group
# instruction is left: that would be the driver's own function, in place of the library's. By the LLVM in PATH, and by LLVM VERSION (by all
# that this machine has with an llvm-spirv, if none is given), at -O0 and -O2, the last also at -O1 and -O3. Prints what is wrong, and a line for each LLVM.
set -u
build=$1 here=$(dirname "$0")
shift
data=$build/share/clgroup header=$build/include/clgroup/clgroup_prelude.h
work=$(mktemp -d) failed=0
trap 'rm -rf "$work"' EXIT
PATH=$build/bin:$PATH
compile() { "$bin$clang" -target "${triple-spir64}" -cl-std=CL3.0 "-O$level" -Xclang -no-enable-noundef-analysis "-DCALLS=$calls" -c "$@" "$here/linking.cl"; }
to_spirv() { "$spirv" "$work/k.bc" --spirv-max-version=1.3 -o "$work/k.spv"; }

# The ways. They get the name of one of the library's files, without its ending.
builtin() { compile -emit-llvm -o "$work/k.bc" -Xclang -mlink-builtin-bitcode -Xclang "$data/$1.bc" && to_spirv; }
backend() { (triple=spirv64 && compile -Wno-linker-warnings -o "$work/k.spv" -Xclang -mlink-builtin-bitcode -Xclang "$data/$1.bc"); }
linker() {
  compile -emit-llvm -o "$work/c.bc" && "${bin}llvm-link" --only-needed --internalize "$work/c.bc" "$data/$1.bc" -o "$work/l.bc" &&
    "${bin}opt" -passes=always-inline,globaldce "$work/l.bc" -o "$work/k.bc" && to_spirv
}
modules() {
  compile -emit-llvm -include "$header" -o "$work/k.bc" && to_spirv && mv "$work/k.spv" "$work/c.spv" &&
    spirv-link "$work/c.spv" "$data/spirv/$1.all.spv" -o "$work/k.spv"
}
# clgroup's tools, which take what this LLVM's clang makes, and whose bitcode this llvm-spirv takes.
rewrite() {
  compile -emit-llvm -o "$work/k.bc" && to_spirv && mv "$work/k.spv" "$work/c.spv" &&
    "$build/examples/lower-groups" tree <"$work/c.spv" >"$work/k.spv"
}
lower() { compile -emit-llvm -o "$work/c.bc" && "$build/examples/lower-llvm" "$work/c.bc" "$work/k.bc" && to_spirv; }
bitcode() { clgroup-cc "-O$level" "-DCALLS=$calls" --emit=bc "$here/linking.cl" -o "$work/k.bc" && to_spirv; }
object() {
  clgroup-cc "-O$level" "-DCALLS=$calls" --compile-only "$here/linking.cl" -o "$work/c.bc" && clgroup-cc "-O$level" "$work/c.bc" -o "$work/k.spv"
}

# Is this one of llvm-spirv's own faults with loops? LLVM 15's leaves blocks in an order that SPIR-V forbids, which LLVM made of the kernel's
# loops, or of one in serial's sums of floats; all before 22 may take a block as the end of two loops.
breaks_loops() {
  [ "$calls" = 4 ] || return 1
  case $major:$level:$2 in 1[56]:0:*serial | 1[56]:[123]:* | 1?:1:* | 2[01]:1:*) ;; *) return 1 ;; esac
}

try() { # WAY LIBRARY
  what="LLVM $major, $1 $2, -O$level, CALLS=$calls"
  rm -f "$work"/*.spv
  if ! "$@" >"$work/log" 2>&1; then
    failed=$((failed + 1))
    echo "fail: $what: cannot be made"
    cat "$work/log"
    return
  fi
  ran=$((ran + 1))
  spirv-dis "$work/k.spv" -o "$work/k.spvasm" || exit 1
  # Of the scope Workgroup; those of sub-groups are the library's own.
  if grep -E ' = OpGroup[A-Za-z]+ %[a-z0-9_]+ %uint_2 |"_Z[0-9]+(__clgroup_)?work_group_.* Import' "$work/k.spvasm"; then
    failed=$((failed + 1))
    echo "fail: $what: that is the driver's own function"
  fi
  if ! spirv-val "$work/k.spv" >"$work/log" 2>&1 && ! breaks_loops "$@"; then
    failed=$((failed + 1))
    echo "fail: $what: invalid SPIR-V"
    cat "$work/log"
  fi
}

all_of() { # VERSION
  ran=0
  for calls in 1 2 3 4; do
    for level in 0 1 2 3; do
      # The other levels with all calls alone.
      case $calls$level in [123][13]) continue ;; esac
      try builtin spirv64
      for strategy in serial tree subgroup vector; do
        try builtin "spirv64.$strategy"
      done
      try linker spirv64.tree
      try modules spirv64.tree
      "$bin$clang" --print-targets | grep -q spirv64 && try backend spirv64
      [ -z "$bin" ] || continue
      try bitcode ''
      try object ''
      try rewrite ''
      try lower ''
    done
  done
  echo "LLVM $1: $ran modules"
}

bin='' clang=clang spirv=llvm-spirv major=$(clang --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
own=$major
all_of "$own"
[ $# != 0 ] || set -- $(ls /usr/lib | sed -n 's/^llvm-\([0-9]*\)$/\1/p')
for major; do
  [ "$major" -gt "$own" ] && command -v "llvm-spirv-$major" >/dev/null && [ -x "/usr/lib/llvm-$major/bin/clang" ] || continue
  bin=/usr/lib/llvm-$major/bin/ spirv=llvm-spirv-$major
  all_of "$major"
done
[ $failed = 0 ]
