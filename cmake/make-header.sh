#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# make-header.sh CLANG GENERIC NAME OUTPUT: expands GENERIC/headers/NAME.h.in over the tables of types and operators.
# The preprocessor cannot write directives, so the template writes HASH where a line is to begin with a #.
set -eu
"$1" -E -P -x c -undef -Wno-everything "-I$2" "$2/headers/$3.h.in" | sed -e 's/^ *HASH */#/' -e 's/ *$//' -e '/^$/d' >"$4.tmp"
mv "$4.tmp" "$4"
