#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# suite.sh BUILD SUITE [--full]: a client's own tests, with all work-group functions of the driver replaced by the layer, on the OpenCL
# loader that the client brings along. Run it by tools/testbed SUITE:
#
#   dpnp      accumulation, reductions, sorting, sum, top_k and unique, on Intel's runtime
#   pyopencl  on the first platform of this machine
#
# Without --full one test in twelve, or in forty. A test that does not pass is run again with the driver alone: only what passes there has
# failed. Last line: N passed, N failed, N skipped.
set -eu
LC_ALL=C
export LC_ALL
[ $# -ge 2 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd) suite=$2

work=$(mktemp -d "${TMPDIR:-/tmp}/clgroup-suite.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
CLGROUP_CACHE_DIR=$work/cache
XDG_CACHE_HOME=$work/cache
POCL_CACHE_DIR=$work/pocl
export CLGROUP_CACHE_DIR XDG_CACHE_HOME POCL_CACHE_DIR
mkdir "$work/cache" "$work/pocl"
case $suite in
  dpnp)
    step=12
    folder=$(python3 -c 'import dpnp; print(dpnp.__path__[0])')/tests/tensor
    files='test_tensor_accumulation.py test_tensor_sum.py test_usm_ndarray_reductions.py test_usm_ndarray_sorting.py
      test_usm_ndarray_top_k.py test_usm_ndarray_unique.py'
    ;;
  pyopencl) step=40 folder=$(python3 -c 'import sys; print(sys.prefix)')/../tests files='test_algorithm.py test_array.py test_clmath.py test_wrapper.py' ;;
  *) echo "suite.sh: error: no such suite: '$suite'" >&2; exit 2 ;;
esac
[ "${3-}" != --full ] || step=1
cd "$folder"

# outcomes OUT IDS CMD...: a line for each test that pytest, under CMD, has run: its name, PASSED or other.
outcomes() {
  out=$1 ids=$2
  shift 2
  "$@" python3 -m pytest -v --tb=no -p no:cacheprovider "@$ids" >"$work/log" 2>&1 || true
  sed -n 's/^\([^ ]*::.*\) \(PASSED\|FAILED\|SKIPPED\|ERROR\|XFAIL\|XPASS\)  *\[.*/\2 \1/p' "$work/log" >"$out"
}

# shellcheck disable=SC2086
python3 -m pytest --collect-only -q -p no:cacheprovider $files >"$work/collected" 2>&1 || true
grep '::' "$work/collected" | awk "NR % $step == 0" >"$work/ids"
[ -s "$work/ids" ] || { tail -n 5 "$work/collected"; echo "suite.sh: pytest finds no tests"; exit 1; }

outcomes "$work/with" "$work/ids" env CLGROUP_MODE=always CLGROUP_MARK="$work/mark" "$build/bin/clgroup-run"
cp "$work/log" "$work/log.with"
[ -e "$work/mark" ] || { tail -n 5 "$work/log"; echo "suite.sh: the layer did not run"; exit 1; }
# Those that have no line have not been reached: the process ended before.
sed -n 's/^PASSED //p' "$work/with" | sort >"$work/passed"
sort "$work/ids" | comm -23 - "$work/passed" >"$work/others"
failed=0 skipped=0
if [ -s "$work/others" ]; then
  outcomes "$work/without" "$work/others" env CLGROUP_MODE=off
  sed -n 's/^PASSED //p' "$work/without" >"$work/worse"
  failed=$(grep -c . "$work/worse") || true
  skipped=$(($(grep -c . "$work/others") - failed))
  sed 's/^/fail: with the layer alone: /' "$work/worse"
  [ "$failed" = 0 ] || tail -n 5 "$work/log.with"
fi
echo "$(grep -c . "$work/passed") passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
