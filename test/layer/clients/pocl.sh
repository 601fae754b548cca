#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# pocl.sh BUILD [--tenth N]: PoCL's own tests, from Debian's package pocl-source: what passes on PoCL alone passes with the layer in modes auto
# and always, and kernels print the same.
#
# These tests call no work-group functions. Those whose kernels are in a file therefore run again with a kernel added to the file that
# does: then the layer builds the program. With --tenth only one test in ten runs, those whose number ends in N. Last line: N passed, N failed,
# N skipped.
set -eu
LC_ALL=C
export LC_ALL
[ $# -ge 1 ] || { sed -n '3,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd) step=1 first=0
[ "${2-}" != --tenth ] || step=10 first=$3
archive=/usr/src/pocl.tar.xz
[ -e "$archive" ] || { echo "no $archive (apt-get install pocl-source)"; exit 77; }
for cxx in clang++-22 clang++-19 c++; do
  ! command -v "$cxx" >/dev/null || break
done

work=$(mktemp -d "${TMPDIR:-/tmp}/clgroup-pocl.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
CLGROUP_CACHE_DIR=$work/cache POCL_CACHE_DIR=$work/pocl-cache CLGROUP_MARK=$work/mark
export CLGROUP_CACHE_DIR POCL_CACHE_DIR CLGROUP_MARK
mkdir "$work/cache" "$work/pocl-cache" "$work/include" "$work/poclu" "$work/bin" "$work/out"
python3 -m tarfile -e "$archive" "$work" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
tests=$work/pocl/tests
passed=0 failed=0 skipped=0

# What configuring PoCL would write.
grep -v cmakedefine "$work/pocl/pocl_opencl.h.in.cmake" >"$work/include/pocl_opencl.h"
: >"$work/include/config.h"
# Programs from files are built for OpenCL C 3.0, which has work-group functions.
cat >"$work/include/standard.h" <<'C'
#include <CL/cl.h>
#include <stdio.h>
static cl_int build_for_3(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                          void(CL_CALLBACK *notify)(cl_program, void *), void *data) {
  char all[4096];
  snprintf(all, sizeof all, "%s -cl-std=CL3.0", options ? options : "");
  return clBuildProgram(program, count, devices, all, notify, data);
}
#define clBuildProgram build_for_3
C
# Names of PoCL's own headers, which the files of kernels use.
cat >"$work/names" <<'C'
#ifndef _CL_OVERLOADABLE
#define _CL_OVERLOADABLE __attribute__((overloadable))
#define _CL_NOINLINE __attribute__((noinline))
#define __IF_INT64(x) x
#define __IF_FP64(x) x
#endif
C
# compile COMPILER ARGUMENT...: with PoCL's headers; what it says goes to log.
compile() {
  compiler=$1
  shift
  "$compiler" -w -DCL_TARGET_OPENCL_VERSION=300 -DCL_HPP_TARGET_OPENCL_VERSION=300 "-DBUILDDIR=\"$work/pocl\"" -I"$work/include" \
    -I"$work/pocl/poclu" -I"$work/pocl/include" -I"$work/pocl/include/hpp" "$@" >"$work/log" 2>&1
}
for source in "$work"/pocl/poclu/*.c; do
  compile cc -c "-DSRCDIR=\"$work/pocl\"" -include "$work/include/standard.h" "$source" -o "$work/poclu/$(basename "$source").o" ||
    { cat "$work/log"; exit 1; }
done

# The tests, a line each: its program's source, then the arguments.
{
  ls "$tests"/runtime/test_*.c "$tests"/regression/test_*.c
  ls "$tests"/runtime/test_*.cpp "$tests"/regression/test_*.cpp 2>/dev/null | awk 'NR % 3 == 0 || step == 1' step="$step"
  for file in "$tests"/kernel/test_*.cl; do
    case $step-$file in
      *printf_vectors*) continue ;; # alone PoCL 3.1 and 6.0 print what is in memory in place of 16 longs
      1-*) ;;
      *convert_type* | *bitselect* | *as_type* | *hadd.cl) continue ;; # they compile for long
    esac
    echo "$tests/kernel/kernel.c $(basename "$file" .cl)"
  done
  # In the shapes that PoCL's own list has. (Alone PoCL 6 and 7 are wrong in cond_barrier_in_var_for, and right with a single barrier.)
  sed -n 's/.*COMMAND "run_kernel" "\([^"]*.cl\)" \([0-9" ]*\).*/\1 \2/p' "$tests/workgroup/CMakeLists.txt" | tr -d '"' |
    grep -v '^cond_barrier_in_var_for' | awk -v source="$tests/workgroup/run_kernel.c" '!seen[$1]++ { print source, $0 }'
} | awk -v step="$step" -v first="$first" 'NR % step == first' >"$work/tests"
# Those whose order of lines, PoCL's own list says, depends on how it runs work-items: in a kernel with one barrier for all of its own, a
# work-item goes on to the next turn of a loop without the others.
unordered=$(sed '1,/^# Cases which are not dependent/d' "$tests/workgroup/CMakeLists.txt" |
  sed -n 's/.*COMMAND "run_kernel" "\([^"]*.cl\)".*/\1/p' | tr '\n' ' ')

# run WAY CMD...: what CMD prints goes to out/WAY, with its status. WAY is off, or ends in the layer's mode.
run() {
  way=$1 status=0
  shift
  case $way in
    off) timeout 300 "$@" ;;
    *) OPENCL_LAYERS=$build/lib/libclgroup-layer.so CLGROUP_MODE=${way#*-} CLGROUP_LOG=all timeout 300 "$@" ;;
  esac >"$work/out/$way" 2>"$work/errors" || status=$?
  # Programs without arguments judge their results, and some print random ones.
  [ -n "$arguments" ] || : >"$work/out/$way"
  case " $unordered" in *" ${arguments%% *} "*) sort -o "$work/out/$way" "$work/out/$way" ;; esac
  echo "status $status" >>"$work/out/$way"
  grep '^clgroup: .*built by' "$work/errors" >>"$work/built" || true
}

# judge WAY CMD...: fails unless CMD ends as on PoCL alone.
judge() {
  run "$@"
  if cmp -s "$work/out/off" "$work/out/$1"; then
    passed=$((passed + 1))
    return
  fi
  failed=$((failed + 1))
  echo "fail: $test in way $1"
  diff "$work/out/off" "$work/out/$1" | head -n 5
  grep -v '^clgroup:' "$work/errors" | head -n 5 || true
}

while read -r source arguments; do
  folder=$(dirname "$source") program=$(basename "${source%.*}")
  test=$(basename "$folder")/$program${arguments:+ $arguments}
  if [ ! -e "$work/bin/$program" ]; then
    case $source in *.c) compiler=cc ;; *) compiler=$cxx ;; esac
    case $folder in
      */kernel | */workgroup) set -- -include "$work/include/standard.h" "-DSRCDIR=\"$folder\"" ;;
      */runtime) set -- "-DSRCDIR=\"$work/pocl\"" ;;
      *) set -- "-DSRCDIR=\"$folder\"" ;;
    esac
    if ! compile "$compiler" "$@" "$source" "$work"/poclu/*.o -o "$work/bin/$program" -lOpenCL -lm; then
      skipped=$((skipped + 1))
      echo "skip: $test: $(grep -m 1 error "$work/log" | cut -c -150)"
      continue
    fi
  fi
  file=$folder/${arguments%% *}
  file=${file%.cl}.cl
  if [ -n "$arguments" ]; then
    cat "$work/names" "$file" >"$work/named"
    cp "$work/named" "$file"
  fi
  # shellcheck disable=SC2086
  set -- "$work/bin/$program" $arguments
  run off "$@"
  if ! grep -qx 'status 0' "$work/out/off"; then
    skipped=$((skipped + 1))
    echo "skip: $test fails on PoCL alone"
    continue
  fi
  # Some print what was in memory before. (Programs without arguments: run().)
  if [ -n "$arguments" ]; then
    mv "$work/out/off" "$work/out/first"
    run off "$@"
    if ! cmp -s "$work/out/first" "$work/out/off"; then
      skipped=$((skipped + 1))
      echo "skip: $test prints something else each time on PoCL alone"
      continue
    fi
  fi
  judge plain-auto "$@"
  judge plain-always "$@"
  [ -n "$arguments" ] || continue
  echo 'kernel void added(void) { if (!work_group_all(1)) printf("no"); }' >>"$file"
  judge added-auto "$@"
  judge added-always "$@"
done <"$work/tests"
[ -e "$work/mark" ] || { echo "pocl.sh: the layer did not run"; exit 1; }
# By route native it would have been PoCL.
by=$(sed -n 's/.*built by route \([a-z]*\): 0$/\1/p' "$work/built" | sort | uniq -c | tr -s ' \n' ' ')
echo "programs that the layer built, by route:$by"
[ -n "$by" ] || { echo "pocl.sh: the layer built none"; exit 1; }
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
