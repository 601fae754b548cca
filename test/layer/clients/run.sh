#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh BUILD-DIR: real OpenCL clients with the layer on: clinfo, PyOpenCL.
#
# On the first platform that the loader offers. Last line: N passed, N failed, N skipped.
set -eu
LC_ALL=C
export LC_ALL

[ $# -ge 1 ] || { sed -n '3,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
layer=$(cd "$1" && pwd)/lib/libclgroup-layer.so
here=$(cd "$(dirname "$0")" && pwd)
[ -e "$layer" ] || { echo "run.sh: no $layer: build the target 'clgroup-layer' first" >&2; exit 2; }

work=$(mktemp -d "${TMPDIR:-/tmp}/clgroup-clients.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
passed=0 failed=0 skipped=0
feature=__opencl_c_work_group_collective_functions
features=CL_DEVICE_OPENCL_C_FEATURES
versions=CL_DEVICE_OPENCL_C_ALL_VERSIONS
support=CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT
extension=cl_khr_work_group_uniform_arithmetic
# The caches of PyOpenCL, clgroup and PoCL are empty at first, and filled for the second run of a client.
XDG_CACHE_HOME=$work/cache
POCL_CACHE_DIR=$work/pocl
export XDG_CACHE_HOME POCL_CACHE_DIR
mkdir "$work/cache" "$work/pocl"

pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "fail: $1"; }
skip() { skipped=$((skipped + 1)); echo "skip: $1"; }

# with CMD...: under the layer, in addition to the layers that are already set.
with() { env OPENCL_LAYERS="$layer${OPENCL_LAYERS:+:$OPENCL_LAYERS}" "$@"; }

# good WHAT CMD...: CMD succeeds; otherwise its output is shown.
good() {
  what=$1
  shift
  status=0
  "$@" >"$work/output" 2>&1 || status=$?
  if [ $status = 0 ]; then
    pass
  else
    fail "$what (status $status)"
    tail -n 12 "$work/output"
  fi
}

# words FILE QUERY: clinfo's answer to the device query, a word per line.
words() { sed -n "s/^\[[^]]*\] *$2 //p" "$work/$1" | tr -s ' ' '\n' | sed '/^$/d' | sort; }
# others FILE FILE QUERY...: the lines that differ, except those of these queries.
others() {
  diff "$work/$1" "$work/$2" | grep '^[<>]' >"$work/differ" || true
  shift 2
  for query; do
    sed -i "/ $query /d" "$work/differ"
  done
  cat "$work/differ"
}
# added FILE FILE QUERY: the words of the second file that are not in the first; gone: the reverse.
added() { words "$1" "$3" >"$work/a"; words "$2" "$3" >"$work/b"; comm -13 "$work/a" "$work/b"; }
gone() { added "$2" "$1" "$3"; }

# clinfo without the lines about free memory and clocks, which vary.
ask() {
  "$@" clinfo --raw 2>"$work/errors" |
    grep -v -e CL_DEVICE_GLOBAL_FREE_MEMORY -e CL_DEVICE_MAX_CLOCK_FREQUENCY -e CL_DEVICE_PROFILING_TIMER_OFFSET
}

# expect WHAT TEXT: the text is empty.
expect_none() {
  if [ -z "$2" ]; then pass; else fail "$1:"; echo "$2" | cut -c 1-300; fi
}
expect() {
  if [ "$2" = "$3" ]; then pass; else fail "$1: expected '$3', got '$2'"; fi
}

if ! command -v clinfo >/dev/null; then
  skip "clinfo is not installed"
else
  ask env >"$work/without"
  ask with >"$work/with"
  ask with env CLGROUP_EXTENSIONS=$extension >"$work/extended"
  ask with env CLGROUP_MODE=off >"$work/off"
  [ -s "$work/without" ] || { echo "run.sh: clinfo says nothing" >&2; exit 2; }
  expect "clinfo: $support" "$(words with $support)" CL_TRUE
  expect_none "clinfo: other lines change" "$(others without with $support $features $versions)"
  if [ "$(words without $support)" = CL_TRUE ]; then
    expect_none "clinfo: features change where the device has the functions" "$(added without with $features)"
  else
    expect "clinfo: features added" "$(added without with $features | sed 's/:.*//')" $feature
  fi
  expect_none "clinfo: features are gone" "$(gone without with $features)"
  expect_none "clinfo: versions are gone" "$(gone without with $versions)"
  expect_none "clinfo: other lines change with CLGROUP_EXTENSIONS" \
    "$(others with extended CL_DEVICE_EXTENSIONS CL_DEVICE_EXTENSIONS_WITH_VERSION CL_PLATFORM_EXTENSIONS \
      CL_PLATFORM_EXTENSIONS_WITH_VERSION)"
  expect "clinfo: extensions added" "$(added with extended CL_DEVICE_EXTENSIONS)" $extension
  if grep -q CL_DEVICE_EXTENSIONS_WITH_VERSION "$work/without"; then
    expect "clinfo: extensions with versions added" \
      "$(added with extended CL_DEVICE_EXTENSIONS_WITH_VERSION | sed 's/:.*//')" $extension
  fi
  expect_none "clinfo: extensions are gone" "$(gone with extended CL_DEVICE_EXTENSIONS)"
  expect_none "clinfo: something changes with CLGROUP_MODE=off" "$(others without off)"
fi

# Debian's PyOpenCL is for Debian's Python, which need not be the first in PATH.
python=
for candidate in python3 /usr/bin/python3; do
  "$candidate" -c 'import pyopencl, numpy' 2>/dev/null && { python=$candidate; break; }
done
if [ -z "$python" ]; then
  skip "PyOpenCL is not installed (apt-get install python3-pyopencl)"
else
  good "PyOpenCL's own algorithms, no layer" "$python" "$here/functions.py"
  # PyOpenCL caches binaries, which the second run loads.
  for turn in first second; do
    good "PyOpenCL: kernels with work-group functions, $turn run" with "$python" "$here/functions.py" functions
    good "PyOpenCL's own algorithms, $turn run" with "$python" "$here/functions.py"
  done
  PYOPENCL_NO_CACHE=1
  export PYOPENCL_NO_CACHE
  good "PyOpenCL without its cache: kernels with work-group functions" with "$python" "$here/functions.py" functions
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
