#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh [--here] [--part N] BUILD-DIR [FAULT/NAME...]  judges the execution tests and the kept random programs: each must notice code that is
# wrong in one place.
#
# A mutant makes one mistake in one file of the device library or of lib/lower. FAULT.mutants holds those of one kind of fault, each so:
#   = NAME: which mistake
#   # file: ... | strategy: ... | filter: ...
#   a sed script
# In the second line:
#   file      what it edits, from the top of the tree
#   strategy  subgroup, vector, tree or serial
#   filter    the tests that must notice it (clgroup-test functions --filter)
#   way       link: judged through the modules for drivers' linkers, which are self-contained builds (default: module)
#             cc: by kept random programs (clgroup-test random replay) through clgroup-cc, which is rebuilt too; filter names them, files of
#                 test/random/cases; needed for mutants of lib/lower
#             groups: by clgroup-test groups, with the headers of include/; needed for mutants of these
#             scans: the same by clgroup-test scans
#   options   more options of clgroup-test functions
#   judge     the only platforms that can see it (default: any but the executor's; pocl3: PoCL before version 4)
#   may-hang  a step that hangs is a test that noticed
# It is applied to a copy of generic/, include/, targets/ and lib/lower, from which the project's build makes the library. The first of these
# platforms that can run its tests judges it: Intel's CPU runtime (intel, by tools/testbed), rusticl, PoCL (pocl), and the executor's
# devices (test/simt), which judge the libraries of nvptx64 and amdgcn. The unchanged library must pass the same tests there.
#
# Prints a line per mutant; the last line reads `N passed, N failed, N skipped`. A mutant fails if no test notices it, or if it does not
# apply, does not build or hangs. $JOBS run at a time (1). --part N judges one in N of each kind of fault, and only finds out
# whether the others apply. --here leaves out Intel's runtime, which tools/testbed would download.
set -eu

die() { echo "run.sh: $1" >&2; exit 2; }
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
one_in=1 here=''
if [ "$1" = --here ]; then
  here=1
  shift
fi
if [ "${1-}" = --part ]; then
  case ${2-} in '' | 0* | *[!0-9]*) die "--part takes a number" ;; esac
  one_in=$2
  shift 2
fi
[ $# -ge 1 ] || die "which build folder?"
room=$(cd "$(dirname "$0")" && pwd -P)
top=$(cd "$room/../.." && pwd -P)
# shellcheck source=test/drivers.sh
. "$top/test/drivers.sh"
build=$(cd "$1" && pwd -P) || die "no build folder '$1'"
shift
jobs=${JOBS:-1}
if [ ! -x "$build/bin/clgroup-test" ] || [ ! -f "$build/CMakeCache.txt" ]; then
  die "$build holds no build of clgroup with its tests"
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/clgroup-mutants-XXXXXX")
workers=
trap 'rm -rf "$work"' EXIT
trap 'kill $workers 2>/dev/null; exit 130' HUP INT TERM
mkdir "$work/control" "$work/mutants"
# A file each: the keys, a line each, and the script.
for faults in "$room"/*.mutants; do
  mkdir "$work/mutants/$(basename "$faults" .mutants)"
  awk -v folder="$work/mutants/$(basename "$faults" .mutants)" '
    /^= / { file = folder "/" substr($2, 1, length($2) - 1) ".sed"; next }
    /^# file: / { gsub(/ \| /, "\n# ") }
    file { print >file }' "$faults"
done
room=$work/mutants
[ $# -gt 0 ] || set -- "$room"/*/*.sed
: >"$work/lines"

say() { echo "$1" | tee -a "$work/lines"; }
header() { sed -n "s/^# $2: *//p" "$1" | head -n 1; }

# make_slot DIR: a tree like this one, with copies of what mutants edit and links to the rest; and its build folder.
make_slot() {
  mkdir -p "$1/tree/targets" "$1/tree/lib" "$1/build/bin"
  for part in "$top"/* "$top"/lib/*; do
    inside=${part#"$top/"}
    case $inside in
      generic | include | targets | lib | lib/lower | build*) ;;
      *) ln -s "$part" "$1/tree/$inside" ;;
    esac
  done
  cp -R "$top/generic" "$1/tree/generic"
  cp -R "$top/include" "$1/tree/include"
  cp -R "$top/lib/lower" "$1/tree/lib/lower"
  cp "$build/bin/clgroup-test" "$1/build/bin/" # which runs the clgroup-cc that lies beside it
  for part in "$top"/targets/*; do
    if [ -d "$part" ]; then cp -R "$part" "$1/tree/targets/"; else ln -s "$part" "$1/tree/targets/"; fi
  done
  cmake -G Ninja -S "$1/tree" -B "$1/build" -DCLGROUP_TESTS=OFF -DCMAKE_BUILD_TYPE=Debug \
    -DLLVM_DIR="$(sed -n 's/^LLVM_DIR:[A-Z]*=//p' "$build/CMakeCache.txt")" >"$1/log" 2>&1 ||
    { cat "$1/log" >&2; die "cannot configure a copy of the tree"; }
}

# library STRATEGY WAY JUDGES: the files in a build folder that the judges may load.
library() {
  modules='' spirv=share/clgroup/spirv/spirv64.$1
  for judge in $3; do
    case $judge in nvptx64 | amdgcn) target=$judge ;; *) target=spirv64 ;; esac
    modules="$modules share/clgroup/$target.$1.bc share/clgroup/$target.chunks.bc"
    [ $target = spirv64 ] || modules="$modules share/clgroup/$target.builtins.bc"
  done
  case $2 in
    link) echo "$spirv.base.spv $spirv.fp64.spv $spirv.fp16.spv" ;;
    cc | groups | scans)
      echo "$modules"
      echo include/clgroup/clgroup_generic.h
      [ "$2" != cc ] || echo bin/clgroup-cc lib/clgroup/clgroup-lower include/clgroup/clgroup_uniform_arithmetic.h \
        include/clgroup/clgroup_sub_groups.h include/clgroup/clgroup_provided.h
      (cd "$top" && find include/clgroup -name '*.h' ! -name 'clgroup*.h')
      ;;
    *) echo "$modules" ;;
  esac
}

# make_library SLOT STRATEGY WAY JUDGES
make_library() {
  # shellcheck disable=SC2046
  ninja -C "$1/build" $(library "$2" "$3" "$4") >"$1/log" 2>&1
}

# simt DEVICE CMD...: on the executor's device, with the library in $data.
simt() {
  device=$1
  shift
  CLGROUP_DATA_DIR=$data OCL_ICD_VENDORS=$build/test/simt/vendors "$@" --platform 'clgroup executor' --device "$device"
}

# judge PLATFORM BUILD-DIR SUITE OPTION...: runs the tests with the library in BUILD-DIR.
judge() {
  platform=$1 data=$2/share/clgroup
  case $3 in
    random)
      program=$2/bin/clgroup-test
      shift 3
      cd "$top/test/random/cases"
      set -- "$program" random replay --timeout 60 "$@"
      ;;
    functions)
      shift 3
      set -- "$build/bin/clgroup-test" functions --quick --fail-fast --timeout 60 --data "$data" \
        --prelude "$build/include/clgroup/clgroup_prelude.h" "$@"
      ;;
    *)
      suite=$3
      shift 3
      set -- "$build/bin/clgroup-test" "$suite" --quick --fail-fast "$@"
      ;;
  esac
  case $platform in
    intel) CLGROUP_DATA_DIR=$data OCL_ICD_VENDORS=$intel_icd LD_LIBRARY_PATH=$intel_path "$@" --platform Intel ;;
    rusticl) CLGROUP_DATA_DIR=$data "$@" --platform rusticl ;;
    pocl | pocl3) CLGROUP_DATA_DIR=$data "$@" --platform Portable ;;
    nvptx64) simt sm_75 "$@" ;;
    amdgcn) simt gfx90a "$@" ;;
  esac
}

# judge_to LOG PLATFORM BUILD-DIR SUITE OPTION...: judges, into LOG; three tries where the driver crashes.
judge_to() {
  log=$1
  shift
  for try in 1 2 3; do
    (judge "$@") >"$log" 2>&1 || true
    clgroup_crashed "$log" || break
  done
}

# control PLATFORM SUITE OPTION...: does the unchanged library pass here? Prints yes, or no and a reason, or skip and a reason.
# Mutants share the answers.
control() {
  found=$work/control/$(echo "$*" | tr -c 'a-z0-9\n' _)
  if mkdir "$found" 2>/dev/null; then
    platform=$1
    shift
    judge_to "$found/log" "$platform" "$build" "$@"
    case $(tail -n 1 "$found/log") in
      "0 passed, 0 failed, "*) echo "skip $(sed -n '/^skip: shapes/d; s/^skip: //p' "$found/log" | head -n 1)" ;;
      *" passed, 0 failed, "*) echo yes ;;
      # Where the device decides which tests there are.
      "fail: no test matches") echo "skip no test matches" ;;
      *" failed, "*) echo "no $(sed -n 's/^fail: //p' "$found/log" | head -n 1)" ;;
      *) echo "no $(tail -n 1 "$found/log")" ;;
    esac >"$found/answer.new"
    mv "$found/answer.new" "$found/answer"
  fi
  while [ ! -f "$found/answer" ]; do sleep 0.2; done
  cat "$found/answer"
}

# counted FILE: its number among the mutants of its folder.
counted() {
  number=0
  for other in "$(dirname "$1")"/*.sed; do
    [ "$other" != "$1" ] || break
    number=$((number + 1))
  done
  echo $number
}

# run_mutant SLOT FILE
run_mutant() {
  name=${2#"$room/"}
  name=${name%.sed}
  file=$(header "$2" file) strategy=$(header "$2" strategy) filter=$(header "$2" filter)
  way=$(header "$2" way) options=$(header "$2" options) only=$(header "$2" judge)
  way=${way:-module}
  if [ ! -f "$top/$file" ] || [ -z "$strategy" ] || [ -z "$filter" ]; then
    say "failed $name: its header must name a file, a strategy and a filter"
    return
  fi
  slot=$1 script=$2
  # shellcheck disable=SC2086
  case $way in
    cc) set -- random --way "cc-$strategy" $filter $options ;;
    groups | scans) set -- "$way" --strategy "$strategy" --filter "$filter" $options ;;
    *) set -- functions --strategy "$strategy" --way "$way" --filter "$filter" $options ;;
  esac

  sed -f "$script" "$top/$file" >"$slot/tree/$file"
  if cmp -s "$top/$file" "$slot/tree/$file"; then
    say "failed $name: it is stale: it changes nothing in $file"
    return
  fi
  if [ $(($(counted "$script") % one_in)) != 0 ]; then
    cp "$top/$file" "$slot/tree/$file"
    say "applies $name"
    return
  fi
  good=yes
  make_library "$slot" "$strategy" "$way" "${only:-$platforms}" || good=
  cp "$top/$file" "$slot/tree/$file"
  if [ -z "$good" ]; then
    say "failed $name: it does not build: $(grep -m 1 'error:' "$slot/log" || tail -n 1 "$slot/log")"
    return
  fi

  reason="no platform for it"
  for platform in ${only:-$platforms}; do
    case " $platforms $named " in
      *" $platform "*) ;;
      *) reason="$platform is not here"; continue ;;
    esac
    answer=$(control "$platform" "$@")
    case $answer in
      skip*) reason="$platform: ${answer#skip }"; continue ;;
      no*) say "failed $name: the right library fails its tests on $platform: ${answer#no }"; return ;;
    esac
    judge_to "$slot/log" "$platform" "$slot/build" "$@"
    noticed=$(sed -n 's/^fail: //p' "$slot/log" | head -n 1)
    case $noticed in
      # The executor found a rule broken.
      *"clEnqueueNDRangeKernel gives error"*) say "killed $name by ${noticed%%: *} ($platform)" ;;
      *clgroup-cc\ * | *cl[CBL]*Program\ gives\ error* | *": refused: "*) say "failed $name: it does not build: $noticed" ;;
      *": hangs: "* | *": hang: "*) if grep -q '^# may-hang' "$script"; then say "killed $name by $noticed"; else say "failed $name: $noticed"; fi ;;
      ?*) say "killed $name by ${noticed%%: *} ($platform)" ;;
      *)
        case $(tail -n 1 "$slot/log") in
          *" passed, 0 failed, "*) say "failed $name: it survives $filter on $platform: no test notices" ;;
          *) say "failed $name: $(tail -n 1 "$slot/log")" ;;
        esac ;;
    esac
    return
  done
  say "skipped $name: $reason"
}

# The platforms that are available.
platforms=
# shellcheck disable=SC2016
if [ -n "$here" ]; then :; elif "$top/tools/testbed" intel sh -c 'echo "$OCL_ICD_VENDORS"; echo "$LD_LIBRARY_PATH"' >"$work/intel" 2>"$work/why"; then
  platforms=intel
  intel_icd=$(sed -n 1p "$work/intel") intel_path=$(sed -n 2p "$work/intel")
else
  cat "$work/why" >&2
fi
"$build/bin/clgroup-test" functions --list >"$work/list" 2>/dev/null || true
if grep -q '^rusticl' "$work/list"; then platforms="$platforms rusticl"; fi
if grep -q '^Portable Computing Language' "$work/list"; then platforms="$platforms pocl"; fi
# Mutants that they are to judge name them.
if [ -f "$build/test/simt/libclgroup-simt.so" ]; then named='nvptx64 amdgcn'; else named=''; fi
if clgroup_lists_pocl3 <"$work/list"; then named="$named pocl3"; fi

# Each worker has its own tree. The library built there without a mutant must equal that of the build folder: otherwise mutants would be
# judged by other rules than the library.
slot=1
while [ $slot -le "$jobs" ]; do make_slot "$work/$slot"; slot=$((slot + 1)); done
make_library "$work/1" serial module intel || { cat "$work/1/log" >&2; die "cannot build a copy of the library"; }
cmp "$work/1/build/share/clgroup/spirv64.serial.bc" "$build/share/clgroup/spirv64.serial.bc" >&2 ||
  die "the library in $build is not this tree's: build it first"

# Workers share the mutants: the one that creates a mutant's folder first runs it.
work_through() {
  slot=$1
  shift
  for mutant; do
    [ "${mutant#/}" != "$mutant" ] || mutant=$room/$mutant.sed
    if mkdir "$work/$(basename "$mutant").taken" 2>/dev/null; then
      if [ -f "$mutant" ]; then run_mutant "$slot" "$mutant"; else say "failed $mutant: there is no such file"; fi
    fi
  done
}
slot=1
while [ $slot -le "$jobs" ]; do
  work_through "$work/$slot" "$@" &
  workers="$workers $!"
  slot=$((slot + 1))
done
broken=
for worker in $workers; do wait "$worker" || broken=yes; done
[ -z "$broken" ] || die "a worker ended early"

count() { grep -c "^$1 " "$work/lines" || true; }
echo "$(count killed) passed, $(count failed) failed, $(count skipped) skipped"
[ "$(count failed)" = 0 ]
