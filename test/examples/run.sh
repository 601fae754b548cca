#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh BUILD-DIR [PLATFORM [STRATEGY...]]: judges the examples on one OpenCL platform; grep gives the expected line starts.
# run.sh BUILD-DIR --scans PLATFORM [STRATEGY...]: those that are built on <clgroup/operator.h> alone, for zink, which lacks line-starts'
#   vectors of 16.
# run.sh BUILD-DIR --target DEVICE: the same for code of a GPU, by the executor's device of this name (test/simt).
#
# Without STRATEGY the examples take the one that suits the device. Last line: N passed, N failed, N skipped.
set -eu
LC_ALL=C
export LC_ALL

[ $# -ge 1 ] || { sed -n '3,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
build=$1
examples=$1/examples
platform=${2-} device='' others=yes
if [ "$platform" = --scans ]; then
  build=$1 platform=$3 others=
  shift 3
  set -- "$build" "$platform" "$@"
fi
if [ "$platform" = --target ]; then
  device=$3 platform='clgroup executor'
  export OCL_ICD_VENDORS="$PWD/$build/test/simt/vendors"
  shift 3
elif [ $# -ge 2 ]; then
  shift 2
else
  shift
fi
[ $# -ge 1 ] || set -- ''
scans="compaction allocation segmented-reduction radix-sort device-scan"
for program in worked-example line-starts $scans; do
  [ -x "$examples/$program" ] || { echo "run.sh: no $examples/$program: build the target 'examples' first" >&2; exit 2; }
done

work=$(mktemp -d "${TMPDIR:-/tmp}/clgroup-examples.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
passed=0 failed=0 strategy=

pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "FAIL: $1${strategy:+ (strategy $strategy)}"; }

# example NAME ARGUMENT...: on the chosen platform and strategy, or a GPU's code on its device.
example() {
  name=$1
  shift
  "$examples/$name" --platform "$platform" ${strategy:+--strategy "$strategy"} \
    ${device:+--device "$device" --module "$work/$name.bc"} "$@"
}

# same WHAT: $work/got and $work/expected are equal.
same() {
  if diff "$work/expected" "$work/got" >"$work/diff"; then
    pass
  else
    fail "$1"
    head -n 5 "$work/diff"
  fi
}

# line_starts WHAT FILE...: compares the offsets with grep's.
line_starts() {
  what=$1
  shift
  for file; do
    grep -ab '' "$file" | sed -n "s|^\([0-9]*\):.*|$file:\1|p"
  done >"$work/expected" 2>"$work/errors"
  example line-starts --print --input "$@" >"$work/got" 2>&1 || true
  same "line starts: $what"
}

# agrees NAME ARGUMENT...: the example's own comparison with the CPU, at sizes up to $count, and its report on speed.
agrees() {
  if example "$@" --count "$count" --repeat 1 >"$work/got" 2>&1 && grep -q 'the device and the CPU agree$' "$work/got" &&
    grep -q 'GB/s (median of 1: ' "$work/got"; then
    pass
  else
    fail "$*"
    cat "$work/got"
  fi
}

# refused WHAT TEXT ARGUMENT...: $program (line-starts) ends with an error of one line that holds TEXT, and prints nothing else.
refused() {
  what=$1 text=$2
  shift 2
  if "$examples/$program" "$@" >"$work/got" 2>"$work/errors"; then
    fail "$what: is accepted"
  elif [ -s "$work/got" ] || [ "$(wc -l <"$work/errors")" != 1 ] || ! grep -qF -e "$text" "$work/errors"; then
    fail "$what: the error is not one line with '$text'"
    cat "$work/errors"
  else
    pass
  fi
}

# Text of lines from 0 to 150 bytes, from which texts of the requested lengths are cut.
awk 'BEGIN { x = 1; for (n = 0; n < 60000; n++) { x = (x * 16807) % 2147483647; printf "%*s\n", x % 151, n } }' \
  >"$work/text"
if [ -n "$device" ]; then
  for name in worked-example line-starts $scans; do
    # The device's name is clgroup-cc's target, architecture, and an option that it may need.
    echo "$device" | {
      read -r target arch option
      # shellcheck disable=SC2086
      "$build/bin/clgroup-cc" --target="$target" -march="$arch" $option --emit=bc "$(dirname "$0")/../../examples/$name/$name.cl" \
        -o "$work/$name.bc"
    }
  done
fi
: >"$work/empty"
printf x >"$work/one-byte"
printf '\n' >"$work/one-newline"
printf 'a\nb' >"$work/no-newline-at-end"
printf 'a\nb\n' >"$work/newline-at-end"
printf '\n\na\n' >"$work/newlines-first"
head -c 100000 /dev/zero | tr '\0' '\n' >"$work/only-newlines"
head -c 100000 /dev/zero | tr '\0' 'x' >"$work/no-newline"
head -c 100000 /dev/zero >"$work/zeros"
head -c 100000 /dev/zero | tr '\0' '\212' >"$work/newlines-with-the-top-bit"
printf 'a\r\nb\rc\013\014\011\n' >"$work/near-newlines"
cat "$examples/line-starts" >"$work/binary"
# The text of one work-item, of one work-group, and of one step of the scan over work-groups, each also one byte shorter and longer.
lengths="63 64 65 16383 16384 16385 1048575 1048576 1048577 4194303 4194304 4194305"
for length in $lengths; do
  head -c "$length" "$work/text" >"$work/text-$length"
  [ "$(wc -c <"$work/text-$length")" = "$length" ] || { echo "run.sh: the test's own text is too short" >&2; exit 2; }
done

# agree: the examples that are built on <clgroup/operator.h>.
agree() {
  count=100000
  [ -z "$device" ] || count=3000 # several work-groups, in seconds
  for name in $scans; do
    agrees "$name"
  done
  agrees device-scan --passes 1
  agrees radix-sort --input "$work/text"
}

for strategy; do
  agree
  [ -n "$others" ] || continue
  cat >"$work/expected" <<'EOF'
numbers    3 1 7 0 4 1 6 3
reduce     25
inclusive  3 4 11 11 15 16 22 25
exclusive  0 3 4 11 11 15 16 22
EOF
  example worked-example >"$work/all" 2>&1 || true
  sed 1d "$work/all" >"$work/got"
  same "the worked example"

  for file in empty one-byte one-newline no-newline-at-end newline-at-end newlines-first only-newlines no-newline zeros \
    newlines-with-the-top-bit near-newlines binary; do
    line_starts "$file" "$work/$file"
  done
  for length in $lengths; do
    line_starts "$length bytes" "$work/text-$length"
  done
  line_starts "several files, some of them empty, some without a newline at the end" "$work/empty" "$work/one-byte" \
    "$work/empty" "$work/no-newline-at-end" "$work/one-byte" "$work/text-65" "$work/empty" "$work/one-newline" \
    "$work/binary" "$work/no-newline" "$work/newline-at-end" "$work/empty"
  line_starts "one file twice" "$work/text-63" "$work/text-63"

  # Without --print: the count, and two speeds, which are not zero at this size.
  example line-starts --repeat 3 --input "$work/text-4194305" >"$work/got" 2>&1 || true
  lines=$(grep -c '' "$work/text-4194305")
  if grep -q "^$lines line starts in 4194305 bytes of 1 file: the device and the CPU agree\$" "$work/got" &&
    [ "$(grep -c 'GB/s (median of 3: ' "$work/got")" = 2 ] && ! grep -qE ': 0(\.000)? ' "$work/got"; then
    pass
  else
    fail "the report on speeds"
    cat "$work/got"
  fi
done
strategy=
if [ -n "$device" ] || [ -z "$others" ]; then
  echo "$passed passed, $failed failed, 0 skipped"
  [ "$failed" = 0 ]
  exit
fi

program=line-starts
refused "no input" "--input" --repeat 1
refused "a file that is not there" "/nonexistent" --input "$work/text-64" "$work/nonexistent"
refused "a folder" "$work" --input "$work"
refused "an unknown argument" "--inptu" --inptu x
refused "no repeats" "--repeat" --repeat 0 --input "$work/text-64"
refused "a platform that is not there" "no-such-platform" --platform no-such-platform --input "$work/text-64"
refused "a strategy that is not there" "no-such-strategy" --strategy no-such-strategy --input "$work/text-64"
program=device-scan
refused "a wrong number of passes" "--passes needs a number from 1 to 2" --passes 3
refused "no number of passes" "--passes needs a number from 1 to 2" --passes
program=compaction
refused "nothing to do" "--count needs a number from 1 to " --count 0
program=line-starts
truncate -s 1073741825 "$work/large" # takes no room on the disk
refused "more than 1 GiB" "1 GiB" --input "$work/large"
if [ -w /dev/full ]; then
  for arguments in "--print" "--repeat 1"; do
    # shellcheck disable=SC2086
    if example line-starts $arguments --input "$work/text-64" >/dev/full 2>"$work/errors"; then
      fail "a full disk is not noticed ($arguments)"
    else
      pass
    fi
  done
  skipped=0
else
  echo "SKIP: a full disk: this system has no /dev/full"
  skipped=2
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
