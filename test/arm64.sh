#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# arm64.sh BUILD: compiles lib/ for arm64 with Debian's cross compiler and the device library of BUILD, and runs the reference's tests
# and lib/spirv under qemu.
#
# Debian's cross compiler lacks arm64 libraries of LLVM, SPIRV-Tools and the OpenCL loader: lib/lower and lib/compile are compiled but
# not linked, so clgroup-cc and clgroup-lower do not run here. The layer is linked. Status 77: no cross compiler, or no qemu.
set -u
[ $# = 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
build=$1
for tool in aarch64-linux-gnu-gcc qemu-aarch64-static; do
  command -v $tool >/dev/null ||
    { echo "needs $tool (apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static)"; exit 77; }
done
arm=build-arm64
# Libraries of these names are never linked.
cmake -S . -B $arm -G Ninja -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc \
  -DCLGROUP_WERROR=ON "-DCLGROUP_DEVICE_LIBRARY=$build" -DCLGROUP_SPIRV_TOOLS_LIBRARY=absent -DCLGROUP_OPENCL_LIBRARY=absent \
  -DCLGROUP_LLVM_LIBRARY=absent &&
  cmake --build $arm --target clgroup-layer clgroup_compile clgroup_lower clgroup-reference-selftest clgroup-spirv-tool || exit 1

emulated() { qemu-aarch64-static -L /usr/aarch64-linux-gnu "$@"; }
work=$(mktemp -d "${TMPDIR:-/tmp}/clgroup-arm64.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
emulated $arm/bin/clgroup-reference-selftest || exit 1
passed=1 failed=0
# lib/spirv gives the same bits as on this machine.
for module in "$build"/share/clgroup/spirv/spirv64.*.base.spv; do
  for command in uses imports prune swap "set-scratch 2048"; do
    first=${command%% *} rest=${command#"$first"}
    # shellcheck disable=SC2086
    "$build/bin/clgroup-spirv-tool" "$first" "$module" $rest >"$work/here" 2>&1
    here=$?
    # shellcheck disable=SC2086
    emulated $arm/bin/clgroup-spirv-tool "$first" "$module" $rest >"$work/arm" 2>&1
    if [ $? = $here ] && cmp -s "$work/here" "$work/arm"; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      echo "fail: clgroup-spirv-tool $command on $(basename "$module") differs on arm64"
    fi
  done
done
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
