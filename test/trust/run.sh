#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh BUILD-DIR [CASE...]: an installed layer harms nobody (SECURITY.md): what other users, limits, signals and killed applications can
# do to it. Each CASE is a file of this folder, sourced in a shell of its own, in which
#
#   $prefix    is an installation of all components, in a folder of mode 0755 that root owns
#   $program   is clgroup-trust-app; $app runs it under that layer, on this machine's first device, with an empty cache in $cache
#   $work      is a new folder that is removed afterwards; $work/sum.cl a kernel whose results are the number of work-items
#   good WHAT CMD...     counts a pass if CMD succeeds; bad WHAT CMD... if it fails. The output is in $work/output
#   as_other CMD...      runs CMD as another user without rights (nobody); needs root
#   skip WHY             leaves the rest of the case out
#
# In a mount namespace of its own where it can, so that nothing outside /tmp is touched. Last line: N passed, N failed, N skipped.
set -u
LC_ALL=C
export LC_ALL
umask 022
[ $# -ge 1 ] && [ -e "$1/bin/clgroup-trust-app" ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
shift
if [ "$(id -u)" = 0 ] && [ -z "${clgroup_trust_alone-}" ] && unshare --mount true 2>/dev/null; then
  clgroup_trust_alone=1 exec unshare --mount --propagation private "$here/run.sh" "$build" "$@"
fi

all=$(mktemp -d "${TMPDIR:-/tmp}/clgroup-trust.XXXXXX") && chmod 0755 "$all" || exit 1
trap 'rm -rf "$all"' EXIT
trap 'exit 1' INT TERM HUP
prefix=$all/installed
install() { flock "$build/install.lock" cmake --install "$build" "$@"; } # not while stage package tests uninstall
install --prefix "$prefix" >"$all/install.log" 2>&1 || { tail -n 5 "$all/install.log"; exit 1; }
layer=$(find "$prefix" -name libclgroup-layer.so)
# Where other users can run it, too.
program=$all/clgroup-trust-app
cp "$build/bin/clgroup-trust-app" "$program" || exit 1

pass() { echo pass >>"$all/counts"; }
fail() { echo "fail: $name: $1"; echo fail >>"$all/counts"; }
skip() { echo "skip: trust: $name: $1"; echo skip >>"$all/counts"; exit 0; }
good() {
  what=$1
  shift
  if "$@" >"$work/output" 2>&1; then pass; else fail "$what (status $?)"; tail -n 12 "$work/output"; fi
}
bad() {
  what=$1
  shift
  if "$@" >"$work/output" 2>&1; then fail "$what"; tail -n 12 "$work/output"; else pass; fi
}
as_other() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
# The output of the last `good` or `bad` has, or has not, a line that matches.
says() { if grep -q -- "$1" "$work/output"; then pass; else fail "does not say '$1'"; tail -n 12 "$work/output"; fi; }
never_says() { if grep -q -- "$1" "$work/output"; then fail "says '$1'"; tail -n 12 "$work/output"; else pass; fi; }

: >"$all/counts"
[ $# != 0 ] || set -- $(cd "$here" && ls ./*.sh | sed 's/^\.\/\(.*\)\.sh$/\1/' | grep -vx run)
for name; do
  [ -e "$here/$name.sh" ] || { echo "run.sh: no case '$name' in $here" >&2; exit 2; }
  work=$all/$name cache=$all/$name/cache
  mkdir "$work" "$cache" && chmod 0700 "$cache"
  echo 'kernel void k(global int *o) { o[get_global_id(0)] = work_group_reduce_add(o[get_global_id(0)]); }' >"$work/sum.cl"
  app="env OPENCL_LAYERS=$layer CLGROUP_CACHE_DIR=$cache $program"
  # shellcheck disable=SC1090
  (cd "$work" && . "$here/$name.sh")
  status=$?
  [ $status = 0 ] || fail "ends with status $status"
done
awk '{ n[$1]++ } END { printf "%d passed, %d failed, %d skipped\n", n["pass"], n["fail"], n["skip"]; exit n["fail"] || !n["pass"] }' "$all/counts"
