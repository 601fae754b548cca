#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# lit.sh BUILD [LIT-OPTION...]: runs the tests of the compiler and the host tools; the last line is `N passed, N failed, N skipped`.
build=$1
shift
lit=$(sed -n 's/^CLGROUP_LIT:[A-Z]*=//p' "$build/CMakeCache.txt")
python3 "$lit" -v "$@" "$build/test" >"$build/lit.log" 2>&1
status=$?
sed -n 's/^UNSUPPORTED: clgroup :: \(.*\) (.*/skip: \1: needs what this machine has not (lit: unsupported)/p' "$build/lit.log"
grep -avE '^(PASS|UNSUPPORTED|: .RUN)' "$build/lit.log"
# "  Passed: 3" in older versions of lit, "  Passed     : 3 (75.00%)" in newer ones.
sed 's/^ *\([A-Za-z ]*[a-z]\) *: *\([0-9][0-9]*\).*/\1:\2/' "$build/lit.log" | awk -F: '
  /^Passed:/ { p = $2 } /^(Failed|Unresolved|Timed Out|Unexpectedly Passed):/ { f += $2 } /^(Unsupported|Skipped):/ { s += $2 }
  END { printf "%d passed, %d failed, %d skipped\n", p, f, s }'
exit $status
