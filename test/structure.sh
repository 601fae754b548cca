#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# structure.sh: checks rules of the tree that no compiler checks. No C file has more than 500 lines; a folder of lib/layer or
# lib/lower includes only its own headers and those of the folders before it (docs/tour.md). No includes of lib form a circle,
# by folders or by files, where a .c and its .h are one. lib/lower and lib/spirv are reached by the public headers alone:
# clgroup.h and clgroup-llvm.h. Each fault in drivers.inc is in docs/drivers.md, as is the newest version that shows it, and its
# test exists. Each file names its licence, or REUSE.toml does. The layer makes files by clgroup_open alone.
# First it checks that it finds a breach of each.
#
# The last line reads `N passed, N failed, N skipped`.
# The lists of folders are words.
# shellcheck disable=SC2086
set -u
cd "$(dirname "$0")/.." || exit 1
most=500 layer_order='base compile objects decide link api' lower_order='ir passes library pipeline'
passed=0 failed=0
work=$(mktemp -d "${TMPDIR:-/tmp}/clgroup-structure.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# long_files DIR: the C files with too many lines.
long_files() {
  find "$1/lib" "$1/tools" "$1/test" "$1/examples" -name '*.[ch]' -exec awk -v most=$most 'FNR == most + 1 {print FILENAME}' {} +
}

# upward_includes DIR PART FOLDER...: includes of a folder of lib/PART by one before it.
upward_includes() {
  dir=$1 part=$2 known=''
  shift 2
  for folder; do
    known="$known $folder"
    grep -Hno "^#include \"$part/[a-z]*/[^\"]*\"" "$dir/lib/$part/$folder"/*.[ch] |
      while IFS= read -r line; do
        rest=${line#*\""$part"/}
        case " $known " in *" ${rest%%/*} "*) ;; *) echo "$line" ;; esac
      done
  done
}

# other_folders PART FOLDER...: folders of lib/PART that the list lacks.
other_folders() {
  part=$1
  shift
  for folder in "lib/$part"/*/; do
    folder=${folder%/}
    case " $* " in *" ${folder##*/} "*) ;; *) echo "$folder" ;; esac
  done
}

# circles DIR: files of lib, then folders, in a circle of includes.
circles() {
  (cd "$1/lib" && find . -name '*.[ch]' -exec awk -F'"' '/^ *# *include "/ {print substr(FILENAME, 3), $2}' {} +) |
    LC_ALL=C sort >"$work/includes"
  for one in 's/\.[ch] / /; s/\.[ch]$//' 's,/[^/ ]* , ,; s,/[^/]*$,,'; do
    sed "$one" "$work/includes" | tsort 2>&1 >/dev/null | sed -n 's/^tsort: \([^ ]*\)$/\1/p'
  done
}

# inward_includes DIR: includes of a library's own headers by its clients. lib/compile validates and repairs llvm-spirv's SPIR-V by lib/spirv.
inward_includes() {
  grep -rn '^#include "lower/' "$1/lib/compile" "$1/lib/layer" "$1/tools"
  grep -rn '^#include "spirv/' "$1/lib/layer" "$1/tools"
}

# made_files DIR: where the layer opens a file other than to read it, by open or openat: it may get the number of a closed stream.
made_files() { grep -rnE '\<open(at)?\(' "$1/lib/layer" "$1/lib/cache" | grep -v ', O_RD'; }

# unexplained_faults DIR: faults of drivers that docs/drivers.md does not name, or whose newest version it lacks, and files or filters of
# `clgroup-test functions` that should show one and are not there.
unexplained_faults() {
  awk '/^CLGROUP_FAULT/ {row = ""} {row = row $0}
    row ~ /^CLGROUP_FAULT.*\)$/ {n = split(row, part, "\""); print part[2], part[n - 3], match(row, /SEEN\("[^"]*/) ? substr(row, RSTART + 6, RLENGTH - 6) : ""}' \
    "$1/lib/layer/decide/drivers.inc" | while read -r fault shown seen; do
    grep -q "\`$fault\`" "$1/docs/drivers.md" || echo "$fault"
    grep -qF "${seen:-.}" "$1/docs/drivers.md" || echo "$fault: $seen"
    case $shown in
      test/*) [ -e "$1/$shown" ] ;;
      *) grep -q "\"${shown%%[/*]*}[\"/]" "$1"/test/exec/*.c ;;
    esac || echo "$fault: $shown"
  done
}

# unlicensed DIR: files without a line of SPDX that its REUSE.toml does not name.
unlicensed() (
  cd "$1" || exit 1
  set -f # the patterns are not for this shell's files
  named=$(sed -n 's/^  "\(.*\)",$/\1/p' REUSE.toml)
  { git ls-files 2>/dev/null | grep . || find . -path './build*' -prune -o -type f -print; } |
    xargs grep -L SPDX-License-Identifier | while read -r file; do
    for pattern in LICENSE $named; do
      # shellcheck disable=SC2254
      case ${file#./} in $pattern) continue 2 ;; esac
    done
    echo "$file"
  done
)

# nothing WHAT CMD...: CMD prints nothing; something: it prints the expected text.
nothing() {
  what=$1
  shift
  found=$("$@")
  if [ -z "$found" ]; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    printf 'FAIL: %s:\n%s\n' "$what" "$found"
  fi
}
something() {
  what=$1 expected=$2
  shift 2
  case $("$@") in
    "$expected") passed=$((passed + 1)) ;;
    *) failed=$((failed + 1)) && echo "FAIL: $what is not found" ;;
  esac
}

for folder in lib/layer lib/compile tools test examples docs; do mkdir -p "$work/$folder"; done
for folder in $layer_order; do mkdir "$work/lib/layer/$folder" && echo '#include "layer/base/a.h"' >"$work/lib/layer/$folder/a.c"; done
echo '#include "layer/api/a.h"' >>"$work/lib/layer/link/a.c"
printf '#include "%s"\n' clgroup/clgroup-llvm.h spirv/spirv.h lower/ir/pass.h >"$work/lib/compile/a.c"
echo '#include "spirv/spirv.h"' >"$work/tools/a.c"
printf 'CLGROUP_FAULT("%s", CLGROUP_SEEN("%s"),\n"%s", "price")\n' told 7.1 test/no untold 7.1 'all*' told 7.2 'none/*' told 7.1 test/none >"$work/lib/layer/decide/drivers.inc"
mkdir "$work/test/no" "$work/test/exec" && echo '"all"' >"$work/test/exec/a.c" && echo "\`told\`: 7.1" >"$work/docs/drivers.md"
awk 'BEGIN {for (i = 0; i < 500; i++) print ""}' >"$work/tools/right.c"
awk 'BEGIN {for (i = 0; i < 501; i++) print ""}' >"$work/test/long.h"
mkdir "$work/lib/cache" && echo 'open(path, flags);' >"$work/lib/cache/a.c" && echo 'openat(folder, path, O_RDONLY);' >>"$work/lib/cache/a.c"
something 'a file that is made' "$work/lib/cache/a.c:1:open(path, flags);" made_files "$work"
something 'a long file' "$work/test/long.h" long_files "$work"
something 'an include of a later folder' "$work/lib/layer/link/a.c:2:#include \"layer/api/a.h\"" upward_includes "$work" layer $layer_order
mkdir -p "$work/circle/lib/a" "$work/circle/lib/b"
echo '#include "a/y.h"' >"$work/circle/lib/a/x.h" && printf '#include "%s"\n' a/x.h b/z.h >"$work/circle/lib/a/y.c"
echo '#include "a/w.h"' >"$work/circle/lib/b/z.c"
something 'a circle of includes' 'a/x
a/y
a
b' circles "$work/circle"
something 'an include past a public header' "$work/lib/compile/a.c:3:#include \"lower/ir/pass.h\"
$work/tools/a.c:1:#include \"spirv/spirv.h\"" inward_includes "$work"
something 'a fault that no page names, or no test shows' 'untold
told: 7.2
told: none/*
told: test/none' unexplained_faults "$work"
mkdir "$work/plain" && echo '/* SPDX-License-Identifier: X */' >"$work/plain/a.c" && echo >"$work/plain/b.c" && echo >"$work/plain/named.md"
printf '%s\n' '# SPDX-License-Identifier: X' '  "**.md",' >"$work/plain/REUSE.toml"
something 'a file without a licence' ./b.c unlicensed "$work/plain"

nothing "more than $most lines" long_files .
nothing 'a folder of lib/layer includes a later one' upward_includes . layer $layer_order
nothing 'a folder of lib/lower includes a later one' upward_includes . lower $lower_order
nothing 'circles of includes in lib' circles .
nothing 'a client includes more than the public header' inward_includes .
nothing 'a fault of drivers.inc without a test, or that docs/drivers.md does not name' unexplained_faults .
nothing 'folders of lib/layer that the order lacks' other_folders layer $layer_order
nothing 'folders of lib/lower that the order lacks' other_folders lower $lower_order
nothing 'files that do not name their licence' unlicensed .
nothing 'a file that the layer makes without clgroup_open' made_files .
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
