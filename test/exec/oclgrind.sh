#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# oclgrind.sh BUILD ARGUMENT...: clgroup-test functions on Oclgrind, an interpreter that reports data races and divergent barriers. Any
# report is a failure. Work-groups are small, since it is slow.
build=$1
shift
command -v oclgrind >/dev/null || { echo "oclgrind is not installed (Debian 12 has it, 13 does not)"; exit 77; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
oclgrind --data-races --max-errors 20 --log "$log" "$build/bin/clgroup-test" functions --platform Oclgrind --quick --max-size 20 "$@"
status=$?
if [ -s "$log" ]; then
  echo "fail: oclgrind reports:"
  head -n 60 "$log"
  status=1
fi
exit $status
