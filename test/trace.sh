# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
# For the shell of a RUN line alone (BASH_ENV): commands as they run, apart from what they print.
unset BASH_ENV
exec 9>&2
BASH_XTRACEFD=9
set -x
