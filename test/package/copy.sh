# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by here.sh and debian.sh.

# copy_tree NAME: enters a new folder, $work, which is deleted at the end, with what the source archive holds in the folder NAME, without git.
# $testbed is tools/testbed.
copy_tree() {
  umask 022
  cd "$(dirname "$0")/../.." || exit 1
  testbed=$PWD/tools/testbed
  work=$(mktemp -d /tmp/clgroup-fresh.XXXXXX)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM
  tools/package --source "$work" || exit 1
  cd "$work" && tar -xf clgroup-*.tar.gz && rm clgroup-*.tar.gz && mv clgroup-* "$1" || exit 1
}
