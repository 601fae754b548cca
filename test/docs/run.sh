#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh BUILD: tests the documentation: README.md, the pages beside it, and docs/.
#
#   ```sh       runs, in a folder of the page's own, with the installed tools of BUILD, its clang and llvm-spirv, and the tools that are
#               not installed, in PATH. There are `application`, an OpenCL program, and kernel.cl, README's first kernel
#   ```opencl   is compiled by clgroup-cc, and is in that folder: under its own name where its first line is `// NAME.cl`,
#               or `// NAME.clcpp`, which is C++ and may use sub-groups
#   ```console  commands that no test can run: they install packages, or take long. The test checks that they exist, and that --help
#               lists their options
#   ```cmake    CMake, which test/package runs: the functions that begin with clgroup_ are in the installed package
#   ```text     all else
#
# A relative link must lead to a file, and the part after # to a heading of it, in the installed pages too; a `path/in/this/tree` must
# exist, and so must a page of docs that the sources name.
#
# First it checks that it finds each fault of faulty.md, which says how many it has.
set -u
build=$(cd "$1" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.." || exit 1
tree=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 ran=0 compiled=0 commands=0 links=0 files=0

pass() { passed=$((passed + 1)); }
fail() {
  failed=$((failed + 1))
  echo "fail: $*"
}

CLGROUP=$work/prefix
# By components: the list of what the last whole install wrote is that of stage package, which may run beside this and uninstalls it.
for component in tools layer library dev licence; do
  cmake --install "$build" --prefix "$CLGROUP" --component $component >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
done
PATH=$CLGROUP/bin:$build/bin:$build/test/tools:$PATH
CLGROUP_CACHE_DIR=$work/cache
PKG_CONFIG_PATH=$CLGROUP/lib/pkgconfig LD_LIBRARY_PATH=$CLGROUP/lib # as docs/linking.md says
export PATH CLGROUP_CACHE_DIR PKG_CONFIG_PATH LD_LIBRARY_PATH

# in_folder FOLDER CMD...: each of its processes for two minutes of a processor, which a busy machine may take half an hour to give; the
# output is shown only if it fails.
in_folder() (
  cd "$1" || exit 1
  shift
  ulimit -t 120
  timeout 1800 "$@" >"$work/log" 2>&1 </dev/null && exit 0
  tail -n 20 "$work/log"
  exit 1
)

# look_up PAGE BLOCK: its commands, each on a line, which a \ may continue; cmake's options are its own.
look_up() {
  sed -e ':a' -e '/\\$/{N;s/\\\n/ /;ba' -e '}' -e 's/ #.*//' -e 's/ && /\n/g' "$2" | grep . >"$work/commands"
  while read -r command options; do
    commands=$((commands + 1))
    found=$(command -v "$command")
    [ -n "$found" ] || { fail "$1: no such command: $command"; continue; }
    pass
    case "$command $options" in
      cmake*) continue ;;
      *' --'*) # options behind a word, such as the suite of clgroup-test, are that word's
        case $options in -*) word='' ;; *) word=${options%% *} ;; esac
        "$command" ${word:+"$word"} --help >"$work/log" 2>&1 </dev/null
        ;;
    esac
    for option in $options; do
      case $option in
        --*) if grep -qw -e "${option%%=*}" "$work/log"; then pass; else fail "$1: $command knows no $option"; fi ;;
      esac
    done
  done <"$work/commands"
}

# run_blocks PAGE FOLDER: kernels first, since commands use them.
run_blocks() {
  mkdir -p "$2/.blocks"
  cp "$build/examples/running-total" "$2/application"
  [ ! -f "$work/kernel.cl" ] || cp "$work/kernel.cl" "$2"
  awk -v out="$2/.blocks" -f "$here/blocks.awk" "$1"
  for block in "$2"/.blocks/*.opencl; do
    [ -e "$block" ] || continue
    kernel=$(sed -n '1s|^// \([A-Za-z0-9_-]*\.cl\(cpp\)*\)$|\1|p' "$block")
    kernel=${kernel:-block-$(basename "$block" .opencl).cl}
    cp "$block" "$2/$kernel"
    [ -f "$work/kernel.cl" ] || cp "$block" "$work/kernel.cl"
    compiled=$((compiled + 1))
    case $kernel in *.clcpp) strategy=subgroup ;; *) strategy=auto ;; esac
    if in_folder "$2" clgroup-cc --strategy=$strategy "$kernel" -o compiled.spv; then pass; else fail "$1: clgroup-cc does not compile $kernel"; fi
  done
  for block in "$2"/.blocks/*; do
    [ -e "$block" ] || continue
    case $block in
      *.opencl | *.text) ;;
      *.console) look_up "$1" "$block" ;;
      *.cmake)
        for name in $(sed -n 's/^ *\(clgroup_[a-z_]*\)(.*/\1/p' "$block"); do
          if grep -qr "^function($name " "$CLGROUP"; then pass; else fail "$1: the installed CMake package has no $name"; fi
        done
        ;;
      *.sh)
        ran=$((ran + 1))
        if in_folder "$2" sh -eux "$block"; then pass; else fail "$1: block $(basename "$block" .sh) does not run"; fi
        ;;
      *) fail "$1: block $(basename "$block"): tag it sh, opencl, cmake, console or text" ;;
    esac
  done
}

# check_names PAGE: everything that it refers to exists.
check_names() {
  awk -f "$here/names.awk" "$1" | grep -v '^anchor' | sort -u >"$work/names"
  while read -r kind name; do
    case $kind in
      link)
        links=$((links + 1))
        case $name in
          '#'*) target=$1 ;;
          *) target=$(dirname "$1")/${name%%#*} ;;
        esac
        if [ ! -e "$target" ]; then
          fail "$1: no such file: $name"
        elif [ "$name" != "${name#*#}" ] && ! awk -f "$here/names.awk" "$target" | grep -qxF "anchor ${name#*#}"; then
          fail "$1: no such heading: $name"
        else
          pass
        fi
        ;;
      file)
        files=$((files + 1))
        # shellcheck disable=SC2086
        set -- "$1" $name
        if [ -e "$2" ]; then pass; else fail "$1: no such file in this tree: $name"; fi
        ;;
    esac
  done <"$work/names"
}

check_page() {
  folder=$work/pages/$(echo "$1" | tr / _)
  run_blocks "$1" "$folder"
  check_names "$1"
}

# It finds faults.
faults=$(sed -n 's/^Faults: //p' "$here/faulty.md")
check_page "${here#"$tree"/}/faulty.md" >"$work/faulty"
if [ "$failed" != "$faults" ] || [ "$ran" = 0 ] || [ "$compiled" = 0 ]; then
  cat "$work/faulty"
  echo "error: of $faults faults in faulty.md, $failed were found"
  exit 1
fi
passed=1 failed=0 ran=0 compiled=0 commands=0 links=0 files=0
rm -f "$work/kernel.cl"

for page in README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs/*.md docs/*/*.md test/README.md lib/README.md; do
  check_page "$page"
done
check_names test/simt/README.md # its commands are for the folder of the source
for page in $(find "$CLGROUP/share/doc" -name '*.md'); do # the installed ones: their links must lead to installed files
  check_names "$page"
done
for page in $(grep -rhoE --exclude-dir='build*' 'docs/[A-Za-z0-9_/-]+\.md' CMakeLists.txt cmake generic lib targets test tools examples | sort -u); do
  if [ -e "$page" ]; then pass; else fail "the sources name $page, which is not there"; fi
done

echo "$ran blocks ran, $compiled kernels were compiled; $commands commands, $links links and $files file names were looked up"
# Counts the blocks that were found: a page in which none is found any more must not pass.
if [ $ran -lt 7 ] || [ $compiled -lt 5 ] || [ $commands -lt 25 ] || [ $links -lt 100 ] || [ $files -lt 75 ]; then
  fail "fewer than there are: is a pattern of this test wrong?"
fi
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
