#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# debian.sh bookworm|trixie: in a new system of Debian 12 or 13 tools/package makes Debian packages, in which lintian finds nothing, and
# the same bytes when it makes them again in another folder. In another new system they are installed, used, upgraded to a later version,
# and purged, after which nothing of them is left.
#
# Needs root, debootstrap and a Debian mirror. Each suite takes some minutes, and 0.5 GB in the folder of the testbeds.
set -u
passed=0 failed=0
try() { # NAME CMD...
  what=$1
  shift
  if "$@" >log 2>&1; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "fail: $what"
    tail -n 30 log
  fi
}
apt_get() { DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Check-Valid-Until=false -q -y --no-install-recommends "$@"; }

# build: runs in the system that builds.
build() {
  try 'apt-get update' apt_get update
  try 'lintian' apt_get install lintian
  cp -R tree again
  for version in 0 1; do
    # The other version differs only in its number.
    [ $version = 0 ] || sed -i 's/^\(#define CLGROUP_VERSION [0-9]*\)[0-9][0-9]$/\199/' tree/include/clgroup/clgroup.h
    mkdir -p debs$version
    try "tools/package, $version" tree/tools/package debs$version
    try "lintian, $version" lintian --allow-root --fail-on error,warning debs$version/*.deb
    sed 's/^/lintian: /' log
  done
  mkdir debs-again
  try 'tools/package again' again/tools/package debs-again
  for deb in debs0/*.deb; do try "the same bytes: $deb" cmp "$deb" "debs-again/${deb#*/}"; done
  for field in clgroup:foreign libclgroup0:same libclgroup-dev:same; do
    try "$field" [ "$(dpkg-deb -f debs0/"${field%:*}"_*.deb Multi-Arch)" = "${field#*:}" ]
  done
  for program in ranks running-total; do
    try "$program" cc -Wall -Itree/examples -o $program $(find tree/test/package tree/examples -name $program.c) \
      tree/examples/common/device.c -DCL_TARGET_OPENCL_VERSION=300 -lOpenCL
  done
}

version() { dpkg-query -W -f '${Version} ${db:Status-Status}\n' "$1"; }
files() { find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path "$PWD" -o -path /tmp -o -path /run -o -path '/var/lib/apt' \
  -o -path '/var/cache/*' -o -path /var/log -o -name '*-old' \) -prune -o -print | sort; }
ranks() {
  mkdir -p modules
  for kind in spv bc; do clgroup-cc --strategy=serial --driver=pocl ranks.cl -o modules/ranks.serial.$kind || return 1; done
  ./ranks modules | grep -x '0 3 4 11 11 15 16 22'
}
tiles() {
  {
    printf '#define %s\n' 'CLGROUP_OPERATOR add' 'CLGROUP_TYPE int'
    echo '#include <clgroup/operator.h>'
    echo 'kernel void k(global int *p) { p[get_global_id(0)] = tile_reduce_add(p[get_global_id(0)], 8); }'
  } >tiles.cl
  clgroup-cc tiles.cl -o tiles.spv && test -s tiles.spv
}
info() { clgroup-info | tee info && grep -q "^$1" info; }
acts() { CLGROUP_LOG=all CLGROUP_MODE=always "$@" 2>&1 | tee acts && grep -q 'built by route compile: 0' acts; }
uses() { # WHEN
  try "$1: README's first kernel" ranks
  try "$1: a header that kernels include" tiles
  try "$1: clgroup-run" acts clgroup-run ./running-total
  try "$1: the layer is off" info 'The layer is not loaded here'
  try "$1: pkg-config" test -s "$(pkg-config --variable=datadir clgroup)/spirv64.tree.bc"
}
dependencies() { # those that are not of clgroup's own
  for deb in debs0/*.deb; do dpkg-deb -f "$deb" Depends; done | tr ',' '\n' | grep -v clgroup | tr '\n' ',' | sed 's/,$//'
}

# use: runs in the system that installs.
use() {
  XDG_CACHE_HOME=/tmp/cache POCL_CACHE_DIR=/tmp/pocl POCL_MEMORY_LIMIT=4 HOME=/tmp
  export XDG_CACHE_HOME POCL_CACHE_DIR POCL_MEMORY_LIMIT HOME
  try 'apt-get update' apt_get update
  try 'drivers' apt_get install pocl-opencl-icd pkg-config
  try 'dependencies' apt_get satisfy "$(dependencies)"
  files >before
  try 'install' apt_get install ./debs0/*.deb
  uses installed
  try 'upgrade' apt_get install ./debs1/*.deb
  for package in clgroup clgroup-layer libclgroup0 libclgroup-dev; do
    try "$package: its version" [ "$(version $package)" = "$(dpkg-deb -f debs1/${package}_*.deb Version) installed" ]
  done
  uses upgraded
  if grep -q OpenCL/layers /usr/lib/*/libOpenCL.so.1; then
    try 'the layer is turned on' clgroup-run --for-all=on
    try 'the layer is on' info 'The layer is loaded'
    try 'it acts' acts ./running-total
    try 'it stays on with an upgrade' apt_get install --allow-downgrades ./debs0/*.deb
    try 'the layer is still on' info 'The layer is loaded'
    try 'the layer is turned off' clgroup-run --for-all=off
    try 'the layer is off' info 'The layer is not loaded here'
    clgroup-run --for-all=on
  else
    refused() { ! clgroup-run --for-all=on 2>refused && grep 'reads no /etc/OpenCL/layers' refused; }
    try 'the layer cannot be turned on' refused
  fi
  try 'purge' apt_get purge clgroup clgroup-layer libclgroup0 libclgroup-dev
  files >after
  try 'nothing left' diff before after
}

case ${1-} in
  build | use)
    "$1"
    echo "$passed passed, $failed failed, 0 skipped"
    [ $failed = 0 ]
    exit
    ;;
  bookworm | trixie) suite=$1 ;;
  *) sed -n '3,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
# shellcheck source=test/package/copy.sh
. "$(dirname "$0")/copy.sh"
copy_tree tree
# README's first kernel.
sed -n '/^```opencl/,/^```/{/^```opencl/d;/^```/q;p;}' tree/README.md >ranks.cl
for step in build use; do
  "$testbed" --fresh "$suite" sh tree/test/package/debian.sh $step >$step.log 2>&1
  status=$?
  cat $step.log
  [ $status != 77 ] || exit 77
  [ $status = 0 ] || exit 1
done
awk '/^[0-9]* passed, [0-9]* failed, [0-9]* skipped$/ { p += $1; f += $3 } END { print p " passed, " f " failed, 0 skipped" }' ./*.log
