# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# names.awk PAGE: what a page refers to outside of its fenced blocks, one a line:
#
#   link TARGET      of [text](TARGET), but for addresses
#   file NAME        of `NAME`, where it looks like a path in this tree
#   file test/random/cases/NAME.cl      of "case `NAME`", as drivers.md names kept random programs
#   anchor NAME      that a heading of the page makes
/^ *```/ { inside = !inside; next }
inside { next }
/^#+ / {
  name = tolower($0)
  sub(/^#+ +/, "", name)
  gsub(/[^a-z0-9 _-]/, "", name)
  gsub(/ /, "-", name)
  print "anchor", name
}
{
  rest = $0
  while (match(rest, /`[^`]*`/)) {
    name = substr(rest, RSTART + 1, RLENGTH - 2)
    if (name ~ /^(cmake|docs|examples|generic|lib|targets|test|tools)\/[A-Za-z0-9_.\/*-]*$/)
      print "file", name
    rest = substr(rest, RSTART + RLENGTH)
  }
  rest = $0
  while (match(rest, /[Cc]ases? `[^`]*`/)) {
    name = substr(rest, RSTART, RLENGTH - 1)
    sub(/.*`/, "", name)
    sub(/\.cl$/, "", name)
    print "file", "test/random/cases/" name ".cl"
    rest = substr(rest, RSTART + RLENGTH)
  }
  rest = $0
  gsub(/`[^`]*`/, "", rest)
  while (match(rest, /\]\([^)]*\)/)) {
    name = substr(rest, RSTART + 2, RLENGTH - 3)
    if (name !~ /^[a-z]+:/)
      print "link", name
    rest = substr(rest, RSTART + RLENGTH)
  }
}
