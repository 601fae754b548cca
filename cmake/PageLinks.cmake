# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs when the documentation is installed: a link to a file of the source tree that is not installed becomes its name.
file(GLOB_RECURSE pages "$ENV{DESTDIR}${folder}/*.md")
foreach(page ${pages})
  file(READ "${page}" text)
  string(REGEX REPLACE
    "\\[([^][]*)\\]\\((\\.\\./)*((cmake|examples|generic|include|lib|targets|test|tools)/[^)]*)\\)" "\\1 (`\\3` of the source)"
    text "${text}")
  file(WRITE "${page}" "${text}")
endforeach()
