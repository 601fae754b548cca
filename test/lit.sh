#!/bin/sh
# lit.sh BUILD [LIT-OPTION...]: the compiler's and host tools' tests of a build tree, and their number in everyone's form.
build=$1
shift
lit=$(sed -n 's/^LLVM_DIR:[A-Z]*=//p' "$build/CMakeCache.txt")/../../../build/utils/lit/lit.py
python3 "$lit" -v "$@" "$build/test" >"$build/lit.log" 2>&1
status=$?
sed -n 's/^UNSUPPORTED: clgroup :: \(.*\) (.*/skip: \1: needs what this machine has not (lit: unsupported)/p' "$build/lit.log"
grep -vE '^(PASS|UNSUPPORTED|: .RUN)' "$build/lit.log"
awk '/^ *Passed *:/ { p += $NF } /^ *(Failed|Unresolved|Timed Out|Unexpectedly Passed) *:/ { f += $NF }
     /^ *(Unsupported|Skipped|Excluded) *:/ { s += $NF }
     END { printf "%d passed, %d failed, %d skipped\n", p, f, s }' "$build/lit.log"
exit $status
