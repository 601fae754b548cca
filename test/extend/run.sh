#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh [--here] BUILD: tests CONTRIBUTING's "Adding an operator, a type, a target": adds the rows of rows/ to the tables in a copy of the tree,
# changes nothing else, builds the copy, and runs a kernel with each of them. BUILD's clgroup-test judges the kernels. --here leaves out
# Intel's runtime, which tools/testbed would download.
#
# The last line reads `N passed, N failed, N skipped`.
set -u
here_only=''
[ "${1-}" != --here ] || { here_only=1; shift; }
build=$(cd "$1" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
passed=0 failed=0 skipped=0
work=$(mktemp -d "${TMPDIR:-/tmp}/clgroup-extend.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# try WHAT CMD...
try() {
  title=$1
  shift
  if "$@" >"$work/log" 2>&1; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "FAIL: $title"
    tail -n 20 "$work/log"
  fi
}

# judge FILE PLATFORM WAYS [CMD...]: on that platform the kernel computes the values that its file expects, by each of the ways that the
# device supports, of which there must be one; CMD runs it.
judge() {
  file=$1 platform=$2 ways=$3
  shift 3
  "$@" "$bin/clgroup-test" random replay --platform "$platform" --way "$ways" "$file" && grep -q '^[1-9][0-9]* passed, 0 failed' "$work/log"
}

copy=$work/tree
mkdir "$copy"
(cd "$top" && { git ls-files --cached --others --exclude-standard 2>/dev/null | grep . || find . -path './build*' -prune -o -type f -print; } | tar -cf - -T -) | tar -xf - -C "$copy" || exit 1
cd "$copy" || exit 1

# A type goes to the block of its part, as the table's head says; the other rows go to the end.
sed -i "/^#define T_PART base/r $here/rows/type.inc" generic/types.inc
cat "$here/rows/operator.inc" >>generic/ops.inc
cat "$here/rows/target.cmake" >>targets/targets.cmake
# No kernel below is for it, and its library takes a quarter of the time.
sed -i '/^clgroup_target(spirv32 /d' targets/targets.cmake

bin=$copy/build/bin
try 'configure' cmake --preset default -B build -DCMAKE_BUILD_TYPE=Debug -DCLGROUP_WERROR=ON -DCLGROUP_TESTS=OFF
try 'build' cmake --build build --target clgroup-cc clgroup-lower clgroup-layer
[ $failed = 0 ] || { echo "$passed passed, $failed failed, $skipped skipped"; exit 1; }
cp "$build/bin/clgroup-test" "$bin/" || exit 1

for what in operator type; do
  try "$what: clgroup-cc" judge "$here/$what.cl" Portable 'cc-*' env
  try "$what: the layer, by clgroup-cc" judge "$here/$what.cl" Portable 'auto,compile-*' env
  if [ -z "$here_only" ] && "$top/tools/testbed" intel true 2>/dev/null; then
    try "$what: the layer, by a driver's linker" judge "$here/$what.cl" Intel 'link-*' "$top/tools/testbed" intel
  else
    skipped=$((skipped + 1))
    echo "skip: $what: the layer, by a driver's linker: the Intel testbed cannot be had here"
  fi
done

try 'operator, type: clgroup/operator.h' judge "$here/headers.cl" Portable 'cc-*,compile-*' env

# The target: its modules are valid, its default strategy is that of its row, and a kernel compiled for it runs.
try 'target: --print-targets' sh -c '"$1/clgroup-cc" --print-targets | grep "^spirv64b .*serial"' sh "$bin"
try 'target: SPIR-V' "$bin/clgroup-cc" --target=spirv64b -cl-std=CL3.0 "$here/operator.cl" -o "$work/target.spv"
try 'target: spirv-val' spirv-val "$work/target.spv"
try 'target: the default strategy' sh -c '"$1/clgroup-cc" --target=spirv64 --strategy=serial -cl-std=CL3.0 "$2" -o "$3.64.spv" &&
  cmp "$3.spv" "$3.64.spv"' sh "$bin" "$here/operator.cl" "$work/target"
mv "$bin/clgroup-cc" "$bin/clgroup-cc-any"
printf '#!/bin/sh\nexec "%s" "$@" --target=spirv64b\n' "$bin/clgroup-cc-any" >"$bin/clgroup-cc"
chmod +x "$bin/clgroup-cc"
try 'target: a kernel' judge "$here/operator.cl" Portable 'cc-*' env
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
