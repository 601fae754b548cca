# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by here.sh and debian.sh.

# copy_tree NAME: enters a new folder, $work, which is deleted at the end, with a copy of this repository's files in the folder NAME.
# $testbed is tools/testbed.
copy_tree() {
  umask 022
  cd "$(dirname "$0")/../.." || exit 1
  testbed=$PWD/tools/testbed
  work=$(mktemp -d /tmp/clgroup-fresh.XXXXXX)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM
  mkdir "$work/$1"
  git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$work/$1"
  cd "$work" || exit 1
}
