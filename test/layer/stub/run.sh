#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh [--sanitizer none|address|thread|valgrind] BUILD [ARGUMENT...]: the layer's tests on the stub driver, of the build folder BUILD, which
# for address is one of CMake's preset asan; for thread, layer, driver and tests are built first. ARGUMENTs are clgroup-stub-test's, or for
# valgrind names of groups. `none` chooses the tests that a sanitizer skips.
set -u
sanitizer=''
if [ "${1-}" = --sanitizer ]; then
  sanitizer=${2-}
  shift 2
fi
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd) || exit 2
shift
tests=$build/bin/clgroup-stub-test

case $sanitizer in
  '' | none)
    [ $# -eq 0 ] || exec "$tests" "$@"
    [ -z "$sanitizer" ] || set -- --group memory,processes,processes-loader,trial,trial-loader,trial-later,trial-sub-groups
    # In a set-group-id program the layer does nothing: a copy with another group's rights.
    status=0
    if [ "$(id -u)" = 0 ]; then
      copy=$(mktemp)
      trap 'rm -f "$copy"' EXIT
      cp "$tests" "$copy" && chgrp nogroup "$copy" && chmod 2755 "$copy" || exit 1
      "$copy" --group secure || status=1
    else
      echo "skip: secure: only root can give a program another group's rights"
    fi
    "$tests" "$@" || status=1
    exit $status
    ;;
  address)
    grep -q __asan_init "$tests" || { echo "run.sh: error: no address sanitizer was built into $tests" >&2; exit 2; }
    exec "$tests" "$@"
    ;;
  thread)
    # The groups whose tests have several threads: the address sanitizer runs the others.
    [ $# -gt 0 ] || set -- --group init,unload,untouched,untouched-loader,link,link-between,link-loader,native,native-loader,native-always,faults,threads,threads-loader,processes,processes-loader
    # One build at a time in a folder.
    flock "$build" cmake --build "$build" --target clgroup-stub-test-thread || exit 1
    # About one process in 300 dies because the thread sanitizer requests 500 TB when a thread starts: run it again.
    output=$(mktemp)
    trap 'rm -f "$output"' EXIT
    for try in 1 2 3; do
      TSAN_OPTIONS=halt_on_error=1 "$tests-thread" "$@" >"$output" 2>&1
      status=$?
      { [ $status -ne 0 ] && grep -q 'ThreadSanitizer failed to allocate' "$output"; } || break
      echo "run.sh: the sanitizer itself failed in run $try; all of it again" >&2
    done
    cat "$output"
    exit $status
    ;;
  valgrind)
    command -v valgrind >/dev/null || { echo "valgrind is not there (apt-get install valgrind)"; exit 77; }
    # Without the groups that fork: in a child, memory held by other threads' stacks counts as lost, and one that starts a
    # compiler hangs. And each test by one way only.
    for group in ${*:-forward lacking-extension untouched link versions compile unasked faults threads-loader trial}; do
      timeout 2400 valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite "$tests" --here --group "$group" ||
        printf 'fail: %s\n0 passed, 1 failed, 0 skipped\n' "$group"
    done | awk '{ print } /^[0-9]+ passed/ { p += $1; f += $3; s += $5 } END { printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f != 0 }'
    ;;
  *) echo "run.sh: error: no such sanitizer: '$sanitizer'" >&2; exit 2 ;;
esac
