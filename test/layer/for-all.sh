#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# for-all.sh BUILD: installs, turns the layer on for every application, runs one with no variable set, and uninstalls.
# Run it by tools/testbed: what it mounts on /etc/OpenCL/layers is then seen by no other process. Status 77: the loader here reads no such
# folder.
set -eu
build=$1
passed=0 failed=0
fail() { echo "FAIL: $*"; failed=$((failed + 1)); }
pass() { passed=$((passed + 1)); }

[ "$(id -u)" = 0 ] || { echo "needs root, for an /etc/OpenCL/layers of its own"; exit 77; }
mkdir -p /etc/OpenCL/layers
mount -t tmpfs tmpfs /etc/OpenCL/layers || { echo "cannot mount a file system here"; exit 77; }
prefix=$(mktemp -d "${TMPDIR:-/tmp}/clgroup-for-all.XXXXXX") && chmod 0755 "$prefix"
cleanup() { rm -rf "$prefix"; umount /etc/OpenCL/layers; }
trap cleanup EXIT
trap 'exit 1' HUP INT TERM
unset OPENCL_LAYERS

cmake --install "$build" --prefix "$prefix" >/dev/null
"$prefix/bin/clgroup-info" >"$prefix/info" || fail "clgroup-info ends with status $?"
if grep -q '^The layer is loaded' "$prefix/info"; then fail "the layer is loaded before it is turned on"; else pass; fi
if ! "$prefix/bin/clgroup-run" --for-all=on 2>"$prefix/error"; then
  cat "$prefix/error"
  if grep -q 'reads no /etc/OpenCL/layers' "$prefix/error"; then exit 77; else exit 1; fi
fi
"$prefix/bin/clgroup-info" >"$prefix/info" || fail "clgroup-info ends with status $?"
if grep -q '^The layer is loaded' "$prefix/info"; then pass; else fail "the layer is not loaded"; fi
# The source calls functions that the driver does not have; then the same without the layer.
exec_test() { "$build/bin/clgroup-test" functions --platform "$platform" --way source --quick --filter 'scan_inclusive_add/int/*' "$@"; }
platform=$(sed -n 1p "$prefix/info")
if grep -q 'own functions      no' "$prefix/info"; then
  if exec_test >"$prefix/log" 2>&1; then pass; else fail "clgroup-test functions fails with the layer:"; tail -n 20 "$prefix/log"; fi
  if OPENCL_LAYERS=$PWD/$build/lib/libclgroup-layer.so exec_test >"$prefix/log" 2>&1; then pass; else
    fail "clgroup-test functions fails with another copy of the layer:"; tail -n 20 "$prefix/log"; fi
  if grep -q "^clgroup: does nothing here, since another copy of the layer is loaded: " "$prefix/log"; then pass; else
    fail "no copy of the layer says that another is loaded"; fi
  if CLGROUP_MODE=off exec_test >"$prefix/log" 2>&1; then fail "clgroup-test functions is right without the layer"; else pass; fi
else
  echo "skip: for-all: $platform has the functions, so nothing shows that the layer acts"
fi
cmake --build "$build" --target uninstall >/dev/null
if [ -e /etc/OpenCL/layers/clgroup.lay ]; then fail "uninstall leaves the layer on"; else pass; fi
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
