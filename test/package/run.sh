#!/bin/sh
# run.sh BUILD: what `cmake --install BUILD` puts down serves others: the tools run from there, another project finds it by
# CMake and by pkg-config.
set -u
build=$1
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
try() { # NAME CMD...
  what=$1
  shift
  if "$@" >"$dir/log" 2>&1; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "fail: $what"
    cat "$dir/log"
  fi
}
prefix="$dir/a prefix"
try install cmake --install "$build" --prefix "$prefix"
cat >"$dir/k.cl" <<'K'
kernel void k(global int *p) { p[get_global_id(0)] = work_group_reduce_mul(p[get_global_id(0)]); }
K
try 'clgroup-cc from there' "$prefix/bin/clgroup-cc" "$dir/k.cl" -o "$dir/k.spv"
try 'its SPIR-V' spirv-val "$dir/k.spv"
try 'find_package' cmake -S "$here/consumer" -B "$dir/consumer" "-DCMAKE_PREFIX_PATH=$prefix"
try 'its build' cmake --build "$dir/consumer"
try 'its module' spirv-val "$dir/consumer/kernel.spv"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name clgroup.pc)")
export PKG_CONFIG_PATH
variable() { pkg-config "--variable=$1" clgroup | sed 's/\\//g'; } # it escapes the space
try 'pkg-config: device library' test -s "$(variable datadir)/spirv64.tree.bc"
try 'pkg-config: headers' test -s "$(variable includedir)/clgroup/clgroup_prelude.h"
try 'pkg-config: compiler' test -x "$(variable bindir)/clgroup-cc"
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
