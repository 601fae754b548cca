#!/bin/sh
# count.sh FILE.ll PATTERN: prints "FUNCTION COUNT" for each function that is defined, in order.
awk -v pattern="$2" '/^define/ { match($0, /@[^(]*/); name = substr($0, RSTART + 1, RLENGTH - 1); n = 0 }
                     $0 ~ pattern { ++n } /^}/ { print name, n }' "$1"
