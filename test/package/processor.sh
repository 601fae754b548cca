#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# processor.sh i386|arm64: in a system for another processor (tools/testbed) tools/package makes Debian packages, in which lintian finds
# nothing. What it has built runs the examples of tools/quickstart and `clgroup-info --check`, and lib/spirv writes what it writes here. i386
# runs the tests of the functions, too. The device library is that of build/ or build-trixie/, for LLVM of the system's version.
#
# i386 takes some minutes, arm64, which qemu runs, a quarter of an hour; clang of testbed trixie compiles it. Both need root, debootstrap and a
# Debian mirror.
set -u
passed=0 failed=0
try() { # NAME CMD...
  what=$1
  shift
  if "$@" >log 2>&1; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "fail: $what"
    tail -n 30 log
  fi
}

# In the system.
field() { [ "$(dpkg-deb -f debs/"$1"_*.deb "$2")" = "$3" ]; }
says() { # PATTERN CMD...
  pattern=$1
  shift
  "$@" | tee output && grep -q -e "$pattern" output
}
rewrites() { # NUMBER ARGUMENT...: of clgroup-spirv-tool
  number=$1
  shift
  $bin/clgroup-spirv-tool "$@" >output 2>&1
  cmp output "here-$number"
}
inside() { # PROCESSOR
  bin=tree/build-package/bin examples=tree/build-package/examples
  native=''
  [ ! -e /native ] || native='-DCMAKE_C_COMPILER=/native/usr/bin/clang-19 -DCMAKE_C_COMPILER_TARGET=aarch64-linux-gnu'
  # shellcheck disable=SC2086
  try 'tools/package' tree/tools/package debs "-DCLGROUP_DEVICE_LIBRARY=$PWD" $native
  try 'lintian' lintian --allow-root --fail-on error,warning debs/*.deb
  sed 's/^/lintian: /' log
  for package in clgroup clgroup-layer libclgroup0 libclgroup-dev; do try "$package" field $package Architecture "$1"; done
  try 'the examples' cmake --build tree/build-package --target worked-example-modules line-starts-modules worked-example line-starts running-total
  try 'worked-example' $examples/worked-example
  try 'line-starts' $examples/line-starts --input tree/README.md
  try 'running-total' $bin/clgroup-run $examples/running-total
  try 'clgroup-info --check' says '; the layer: [1-9][0-9]* right, 0 wrong, 0 missing, 0 crash' $bin/clgroup-info --check
  try 'a cache of 4 GiB' sh -c 'CLGROUP_CACHE_SIZE=4096 XDG_CACHE_HOME=$PWD/large $0/clgroup-info && ls large/clgroup/*' $bin
  try 'the tests' cmake -DCLGROUP_TESTS=ON tree/build-package
  try 'their build' cmake --build tree/build-package --target clgroup-reference-selftest clgroup-spirv-tool
  try 'the reference' $bin/clgroup-reference-selftest
  number=0
  while read -r arguments; do
    number=$((number + 1))
    # shellcheck disable=SC2086
    try "clgroup-spirv-tool $arguments" rewrites $number $arguments
  done <commands
  [ "$1" = i386 ] || return
  try 'the build of all tests' cmake --build tree/build-package
  # By each strategy what the driver makes right (docs/drivers.md).
  try 'functions, by strategy tree' $bin/clgroup-test functions --quick --exclude 'calls/*' --exclude 'all*' --exclude 'any*'
  for filter in 'calls/*' 'all*' 'any*'; do try "functions $filter" $bin/clgroup-test functions --quick --strategy serial --filter "$filter"; done
}

case $#:${1-} in
  2:inside)
    inside "$2"
    echo "$passed passed, $failed failed, 0 skipped"
    [ $failed = 0 ]
    exit
    ;;
  1:i386) processor=$1 library=build ;;
  1:arm64) processor=$1 library=build-trixie ;;
  *) sed -n '3,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
# shellcheck source=test/package/copy.sh
. "$(dirname "$0")/copy.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
copy_tree tree
mkdir -p debs cache share/clgroup include/clgroup
for folder in share include; do cp -R "$root/$library/$folder/clgroup/." $folder/clgroup || exit 1; done
number=0
for module in share/clgroup/spirv/spirv64.*.base.spv; do
  for command in "uses $module" "imports $module" "prune $module" "swap $module" "set-scratch $module 2048"; do
    number=$((number + 1))
    echo "$command" >>commands
    # shellcheck disable=SC2086
    "$root/build/bin/clgroup-spirv-tool" $command >here-$number 2>&1 || exit 1
  done
done
XDG_CACHE_HOME=$PWD/cache POCL_CACHE_DIR=$PWD/cache/pocl "$testbed" --platform pocl "$processor" sh tree/test/package/processor.sh inside "$processor"
