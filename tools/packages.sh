# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by tools/quickstart and tools/check: the Debian packages that clgroup needs, in one place.
#
#   clgroup_packages run|package|test [SYSTEM]  prints the packages that are needed to build and run; also those to make Debian packages; or also
#                               those for the tests; on this system, or on SYSTEM, such as "debian 13"
#   clgroup_install run|package|test   installs those that are missing, and says how much that is; without root it prints the command to
#                               run and returns 1
#   clgroup_progress LOG ...           shows the progress of a long command
#
# On systems other than Debian 12 and 13 the first two do nothing: CMake names what is missing there.

clgroup_packages() {
  # shellcheck disable=SC1091
  case ${2:-$(. /etc/os-release 2>/dev/null && echo "${ID-} ${VERSION_ID-}")} in
    "debian 12") clgroup_llvm=15 clgroup_libraries=zlib1g-dev clgroup_testers="oclgrind clang-14 libclang-rt-14-dev" ;;
    "debian 13") clgroup_llvm=19 clgroup_libraries="zlib1g-dev libzstd-dev" clgroup_testers=libclang-rt-19-dev ;;
    *) return 0 ;;
  esac
  # clang-N depends on clang's own headers and on C++'s library; $clgroup_libraries are what LLVM's static ones need.
  # shellcheck disable=SC2086
  printf '%s\n' cmake ninja-build gcc libc6-dev "clang-$clgroup_llvm" "llvm-$clgroup_llvm" "llvm-$clgroup_llvm-dev" \
    "llvm-spirv-$clgroup_llvm" spirv-tools opencl-headers ocl-icd-opencl-dev libxxhash-dev pocl-opencl-icd $clgroup_libraries
  [ "$1" != package ] || printf '%s\n' dpkg-dev file
  [ "$1" = test ] || return 0
  # shellcheck disable=SC2086
  printf '%s\n' "llvm-$clgroup_llvm-tools" "lld-$clgroup_llvm" "libclc-$clgroup_llvm" clang-format cppcheck valgrind debootstrap \
    make man-db pkg-config python3 python3-venv git ca-certificates clinfo g++ python3-pyopencl pocl-source \
    $clgroup_testers
}

clgroup_install() {
  clgroup_wanted=$(clgroup_packages "$1")
  [ -n "$clgroup_wanted" ] || return 0
  # dpkg-query's status does not help: it fails if there is a package that it does not know.
  # shellcheck disable=SC2016,SC2086
  clgroup_there=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' $clgroup_wanted 2>/dev/null |
    sed -n 's/ installed$//p')
  clgroup_missing=$(printf '%s\n' "$clgroup_wanted" | grep -vxF "${clgroup_there:-/}" | tr '\n' ' ')
  clgroup_missing=${clgroup_missing% }
  [ -n "$clgroup_missing" ] || return 0

  [ -w . ] || { echo "cannot write to $PWD: copy this folder to where you can write" >&2; return 1; }
  if [ "$(id -u)" != 0 ]; then
    echo "$(echo "$clgroup_missing" | wc -w) packages are missing; as root, run this, and then start again:" >&2
    echo "  apt-get update && apt-get install --no-install-recommends $clgroup_missing" >&2
    return 1
  fi
  clgroup_log=$(mktemp "${TMPDIR:-/tmp}/clgroup-packages.XXXXXX") || return 1
  # apt-get update may fail for the list of another repository, which does not matter here.
  DEBIAN_FRONTEND=noninteractive apt-get -q update >"$clgroup_log" 2>&1 ||
    echo "apt-get update fails (see $clgroup_log); going on with the lists that are there" >&2
  # How much: "... 120 newly installed ...", "Need to get 95 MB of archives.", "... 480 MB of additional disk space will be used."
  # shellcheck disable=SC2086
  clgroup_size=$(LC_ALL=C apt-get -q --assume-no install --no-install-recommends $clgroup_missing 2>/dev/null || true)
  clgroup_new=$(echo "$clgroup_size" | sed -n 's/^.* upgraded, \([0-9]*\) newly installed.*/\1/p')
  echo "installing $clgroup_missing"
  echo "with what these need: ${clgroup_new:-?} packages. $(echo "$clgroup_size" | grep -E '^(Need to get|After this operation)' | tr '\n' ' ')"
  for clgroup_step in download install; do
    case $clgroup_step in
      download) set -- --download-only '^Get:' "${clgroup_new:-0}" ;;
      install) set -- --no-install-recommends '^(Unpacking|Setting up) ' "$((2 * ${clgroup_new:-0}))" ;;
    esac
    echo "$clgroup_step:"
    # shellcheck disable=SC2086
    if ! { DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -q -y install --no-install-recommends "$1" $clgroup_missing 2>&1 ||
      echo "$clgroup_mark"; } | clgroup_progress "$clgroup_log" "$2" "$3"; then
      tail -n 5 "$clgroup_log" >&2
      echo "apt-get cannot install these packages; all that it says is in $clgroup_log" >&2
      return 1
    fi
  done
  rm -f "$clgroup_log"
}

# clgroup_progress LOG PATTERN TOTAL: appends stdin to LOG, and prints a line for each tenth of TOTAL lines that match PATTERN. If TOTAL
# is 0 the lines have counts, such as ninja's [3/120]. Returns 1 if the last line is clgroup_mark, which the first command of a pipeline
# prints when it fails, since a pipeline's status is that of its last command.
clgroup_mark='clgroup: this failed'
clgroup_progress() {
  awk -v log_file="$1" -v pattern="$2" -v total="$3" -v mark="$clgroup_mark" '
    $0 == mark { failed = 1; next }
    { print >>log_file }
    $0 ~ pattern {
      done++
      all = total
      if (!all && split($0, part, "[][/]") >= 3) { done = part[2]; all = part[3] }
      if (all > 0 && int(10 * done / all) > tenths) {
        tenths = int(10 * done / all)
        printf "  %d %%\n", 10 * tenths
        fflush()
      }
    }
    END { exit failed }'
}
