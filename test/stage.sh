#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# stage.sh NAME LINE: runs a stage of stages.cmake: LINE, with what is defined here. CTest calls it.
#
# The output goes to build/check/NAME.log; what failed in it is shown. Its last line `N passed, N failed, N skipped` gives the stage's
# counts; without such a line it is one test. Status 77 is a skip, whose reason is the last line.
set -u
cd "$(dirname "$0")/.." || exit 1
[ $# = 2 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
name=$1 line=$2 out=$PWD/build/check
full=${TESTS_FULL-} sid=${TESTS_SID-} here=${TESTS_HERE-}
quick=--quick and_full='' and_here=''
[ -z "$full" ] || quick='' and_full=--full
[ -z "$here" ] || and_here=--here
# shellcheck source=test/drivers.sh
. test/drivers.sh

# GCC 12's leak sanitizer takes a thread's storage that begins 16 bytes into a page for a header of old glibc's, and dies of what it reads there:
# at random, but each time in the same environment.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}intercept_tls_get_addr=0"

# in_full A [B]: prints A in --full, else B. in_sid: the same with --sid.
in_full() { if [ -n "$full" ]; then echo "$1"; else echo "${2-}"; fi; }
in_sid() { if [ -n "$sid" ]; then echo "$1"; else echo "${2-}"; fi; }

# Skips the stage if the PoCL here is newer than 3.1: its sub-groups want the options of trixie-pocl's stages.
needs_pocl3() {
  build/bin/clgroup-test functions --list | clgroup_lists_pocl3 || { echo 'the PoCL here is not 3.1'; exit 77; }
}

# build PRESET FOLDER OPTION...: with the tests.
build() {
  build_preset=$1 build_folder=$2
  shift 2
  cmake --preset "$build_preset" -B "$build_folder" -DCLGROUP_TESTS=ON -DCLGROUP_WERROR=ON "$@" && cmake --build "$build_folder"
}

# With sanitizers, in a copy of the tree in a folder of the project's name, as a clone's is: asan-lit finds tests that take a path for the
# library's name.
build_asan() (
  library=$PWD/build
  mkdir -p build-asan/clgroup && find build-asan/clgroup -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} + &&
    { git ls-files --cached --others --exclude-standard 2>/dev/null | grep . || find . -path './build*' -prune -o -type f -print; } |
    tar -cf - -T - | tar -xf - -C build-asan/clgroup && cd build-asan/clgroup && build asan build "-DCLGROUP_DEVICE_LIBRARY=$library"
)

# What is installed, from the source archive, by the clang that makes the device library, with LLVM's shared library; and two short tests. The
# stub driver's are layer-stub's.
build_release() (
  clang=$(sed -n 's/^CLGROUP_CLANG:[A-Z]*=//p' build/CMakeCache.txt) library=$PWD/build
  rm -rf build-check-release && tools/package --source build-check-release && cd build-check-release && tar -xmf clgroup-*.tar.gz &&
    first=$(sha256sum clgroup-*.tar.gz) && clgroup-*/tools/package --source . && [ "$(sha256sum clgroup-*.tar.gz)" = "$first" ] &&
    cd clgroup-*/ &&
    cmake --preset release "-DCMAKE_C_COMPILER=$clang" -DCLGROUP_LLVM_SHARED=ON "-DCLGROUP_DEVICE_LIBRARY=$library" -DCLGROUP_WERROR=ON \
      -DCLGROUP_TESTS=OFF && cmake --build build-release && cmake --install build-release --prefix installed &&
    [ ! -L installed/share/clgroup ] && hardened installed && cmake -DCLGROUP_TESTS=ON build-release &&
    cmake --build build-release --target clgroup-reference-selftest clgroup-scan-test &&
    build-release/bin/clgroup-reference-selftest && build-release/bin/clgroup-scan-test
)

# hardened FOLDER: its programs and shared libraries have what makes faults harder to exploit.
hardened() {
  elf_facts=''
  for elf in $(find "$1" -type f -exec sh -c '[ "$(head -c 4 "$1" | tail -c 3)" = ELF ]' sh {} \; -print); do
    elf_facts=$(readelf -Wd --dyn-syms "$elf")
    for fact in 'Flags:.* NOW' '__stack_chk_fail@' '__[a-su-z][a-z]*_chk@'; do
      echo "$elf_facts" | grep -q -e "$fact" || { echo "fail: $elf lacks $fact"; return 1; }
    done
    echo "hardened: $elf"
  done
  [ -n "$elf_facts" ]
}

sources() {
  git ls-files 'lib/*.[ch]' 'tools/*.[ch]' 'test/*.[ch]' 'examples/*.[ch]' 2>/dev/null | grep . ||
    find lib tools test examples -name '*.[ch]'
}

format() {
  version=$(clang-format --version | sed 's/.*version \([0-9]*\).*/\1/')
  [ "$version" = 14 ] || { echo "the tree is formatted by clang-format 14's rules, and this is $version"; return 77; }
  sources | xargs clang-format --dry-run --Werror
}

static_analysis() {
  # Files that have not changed since the last run are not analysed again.
  mkdir -p build/cppcheck || return 1
  # What the build defines, and version 2.17 asks for: by -D, only what is compiled with these would be analysed.
  printf '#define %s ""\n' CLGROUP_STRATEGY_WORDS CLGROUP_VERSION_TEXT >build/cppcheck/macros.h
  # A test may crash where there is no memory. That 2.17 gives up on long functions is no fault of theirs.
  sources | grep '\.c$' | xargs cppcheck --cppcheck-build-dir=build/cppcheck --quiet --std=c11 --error-exitcode=1 --inline-suppr \
    --enable=warning,portability --include=build/cppcheck/macros.h --suppress=normalCheckLevelMaxBranches \
    '--suppress=nullPointerOutOfMemory:test/*' '--suppress=nullPointerArithmeticOutOfMemory:test/*' \
    '--suppress=nullPointerOutOfResources:test/*' -Iinclude -Ilib -Ilib/reference -Igeneric -Itools -Iexamples -Itest -Itest/host -Itest/exec
}

scripts() {
  for script in $(find . -path './build*' -prune -o -path ./.git -prune -o -type f -exec grep -lE '^#!/bin/sh' {} +) \
    tools/packages.sh test/drivers.sh test/package/copy.sh; do
    sh -n "$script" || return 1
  done
}

# Runs a stage again after a crash (test/drivers.sh), and only then; three times in all.
again_after_crash() {
  intel_log=$out/$name.tmp
  for intel_run in 1 2 3; do
    "$@" >"$intel_log" 2>&1
    intel_status=$?
    if [ $intel_run = 3 ] || ! clgroup_crashed "$intel_log" || ! grep -q ' passed, 1 failed, ' "$intel_log"; then
      break
    fi
    sed "s/^/run $intel_run crashed: /" "$intel_log"
  done
  cat "$intel_log"
  rm -f "$intel_log"
  return $intel_status
}

# exec_test BED ARGUMENT...: clgroup-test functions on this machine's PoCL (pocl3), on Intel's runtime (intel, intel-YEAR), or in the chroot SUITE on its driver
# DRIVER (SUITE-DRIVER). Intel's runtime hangs once in a while, and not when it is run again: a step, which needs a few seconds, is given
# one minute of a processor, and two with --full, where sub-groups of 32 and 64 take longer. With --sizes behind BED only one type of each
# size and kind is tested, unless --full: for code that other stages run for all types.
exec_test() {
  bed=$1
  shift
  if [ "$1" = --sizes ]; then
    shift
    [ -n "$full" ] || set -- "$@" --exclude '*/u[cils]*/*' --exclude '*/short/*' --exclude '*/float/*'
  fi
  case $bed in
    intel*) again_after_crash tools/on-bed "$bed" clgroup-test functions --timeout $((60 + 60 * ${full:-0})) "$@" ;;
    *) tools/on-bed "$bed" clgroup-test functions "$@" ;;
  esac
}

# under MODE BUILD CMD...: with the layer of that build. The stages share a cache, so that a driver gets one trial in a run.
under() (
  OPENCL_LAYERS=$PWD/$2/lib/libclgroup-layer.so CLGROUP_MODE=$1 CLGROUP_EXTENSIONS=${CLGROUP_EXTENSIONS-all} CLGROUP_CACHE_DIR=$out/cache
  export OPENCL_LAYERS CLGROUP_MODE CLGROUP_EXTENSIONS CLGROUP_CACHE_DIR
  shift 2
  "$@"
)

# says TEXT CMD...: fails if the layer's log does not contain TEXT.
says() (
  CLGROUP_LOG=all
  export CLGROUP_LOG
  text=$1 all=$(mktemp)
  shift
  "$@" >"$all" 2>&1
  status=$?
  if ! grep -q "^clgroup: .*$text" "$all"; then
    echo "fail: the layer never said '$text'"
    status=1
  fi
  grep -v '^clgroup: \(.*: 0\|attempts: .*\|.* bytes\|.* ms\|.* runs .*\|a program for .*\|an object for .*\)$' "$all"
  rm -f "$all"
  exit $status
)

# compiled ROUTE CMD...: with CLGROUP_ROUTE=ROUTE, which must mean the compile route there: a program that falls back to the link route is
# a failure, except those of clgroup-apps that use the driver's language extensions, wide vectors or nearly all of its local memory.
compiled() (
  CLGROUP_ROUTE=$1
  export CLGROUP_ROUTE
  shift
  all=$(mktemp)
  says 'built by route compile: 0' "$@" >"$all" 2>&1
  status=$?
  if grep 'route link, since compile failed' "$all" | grep -v "'intel_sub_group_shuffle'\|bytes of local memory\|left by --leave-vectors="; then
    echo "fail: not compiled by clgroup-cc"
    status=1
  fi
  cat "$all"
  rm -f "$all"
  exit $status
)

# replay_others BED WAYS PATTERN [own]: the cases whose first line, which says what failed, matches PATTERN, and without `own` those that name
# no driver.
replay_others() {
  # shellcheck disable=SC2046
  tools/on-bed "$1" clgroup-test random replay --timeout 240 --way "$2" $(for file in test/random/cases/*.cl; do
    case ${4-}:$(head -n 1 "$file" | sed -E "/$3/s/.*/yes/; /PoCL|Portable|rusticl|Intel|executor|amdgcn/s/.*/no/") in *:yes) echo "$file" ;; own:* | :no) ;; *) echo "$file" ;; esac
  done)
}

# build_in SUITE [TARGET...]: in that chroot, everything or these targets; without debug information, which takes a seventh of the time.
build_in() {
  suite=$1
  shift
  tools/testbed "$suite" sh -c "cmake --preset default -B build-$suite -DCLGROUP_TESTS=ON -DCLGROUP_WERROR=ON \
    -DCMAKE_C_FLAGS_RELWITHDEBINFO='-O2 -DNDEBUG' &&
    cmake --build build-$suite ${*:+--target $*}"
}

# The tests of lit that cannot run as asan-lit: they run the program by valgrind, or a child that no sanitizer was built into.
lit_without_asan() {
  test/lit.sh build --filter "$(grep -rlE '^(REQUIRES: valgrind|UNSUPPORTED: asan)' test/host test/code | sed 's/.*\///' | paste -s -d '|')"
}

# older_intel YEAR: a version of Intel's runtime whose work-groups may have more work-items than its local memory has room for. In mode
# auto votes are replaced.
older_intel() {
  CLGROUP_EXTENSIONS='' under auto build exec_test "intel-$1" --way source --quick --filter 'all*' &&
    under always build exec_test "intel-$1" --way source --quick --filter '*_add/*'
}

# apps BED BUILD OPTION...: clgroup-apps on that driver.
apps() {
  apps_bed=$1 apps_build=$2
  shift 2
  case $apps_bed in
    pocl3) "$apps_build/bin/clgroup-apps" --platform Portable "$@" ;;
    intel) again_after_crash tools/testbed intel-loader "$apps_build/bin/clgroup-apps" --platform Intel "$@" ;; # a loader of 2026
    *) tools/testbed --platform "${apps_bed#*-}" "${apps_bed%-*}" "$apps_build/bin/clgroup-apps" "$@" ;;
  esac
}

mkdir -p "$out" || exit 1
from=$(date +%s)
echo "0 0 $name: 0 passed, 1 failed, 0 skipped" >"$out/$name.result" # if this shell is killed
# The line may use the functions; shells have no other way to run it.
printf '%s\n' "$line" >"$out/$name.line"
# shellcheck disable=SC1090
(. "$out/$name.line") >"$out/$name.log" 2>&1 </dev/null
status=$?
rm "$out/$name.line"
# On a busy machine only processor time says what a stage costs: the last line of `times`, "1m2.3s 0m4.5s".
times >"$out/$name.times"
busy=$(tail -n 1 "$out/$name.times" | awk -F '[ms ]+' '{ printf "%d", 60 * ($1 + $3) + $2 + $4 + 0.5 }')
[ $status != 77 ] || echo "skip: $name: $(tail -n 1 "$out/$name.log")" >>"$out/$name.log"
counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$out/$name.log" | tail -n 1)
case $status:$counts in
  77:*) counts='0 passed, 0 failed, 1 skipped' ;;
  0:) counts='1 passed, 0 failed, 0 skipped' ;;
  0:*) ;;
  *:) counts='0 passed, 1 failed, 0 skipped' ;;
  *) counts=$(echo "$counts" | sed 's/ 0 failed/ 1 failed/') ;; # failed, whatever its counts
esac
echo "$busy $(($(date +%s) - from)) $name: $counts" | tee "$out/$name.result"
case $counts in *' 0 failed'*) exit $status ;; esac
grep -i -A 3 -E '^(fail|survived|error)' "$out/$name.log" | head -n 60
echo "..."
tail -n 100 "$out/$name.log" # where this ran, the file may be gone by the time that somebody reads this
echo "(all of it: $out/$name.log)"
exit 1
