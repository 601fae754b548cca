#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# here.sh bookworm|trixie [STAGE...]: what a newcomer does second: in a new system of Debian 12 or 13, and a folder of the project's name,
# `tools/check --here` installs what it needs, builds and passes, or only the stages that are named.
#
# Needs root, debootstrap and a Debian mirror. It takes as long as the stages do (all: half an hour on two cores), and 5 GB in the folder
# of the testbeds, which are freed at the end.
set -u
case ${1-} in
  bookworm | trixie) suite=$1 ;;
  *) sed -n '3,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
shift
# shellcheck source=test/package/copy.sh
. "$(dirname "$0")/copy.sh"
copy_tree clgroup
cd clgroup || exit 1
# PoCL may refuse to start if it finds too little memory.
"$testbed" --fresh "$suite" env POCL_MEMORY_LIMIT=4 HOME=/root tools/check --here "$@"
