# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Limits of one run say nothing about the next one.
limited() {
  limit=$1
  shift
  # shellcheck disable=SC3045
  (ulimit "$limit" "$1" && shift && exec "$@")
}

# Did a limited run notice its limit? Otherwise what follows shows nothing.
noticed=0
notice() { grep -q '^values: 8 8 8 8 8 8 8 8$' "$work/limited" || noticed=$((noticed + 1)); }
good_if_noticed() { good "a limit of $1 is met" test $noticed != 0; noticed=0; }

# A run without limits is right, whatever the limited run before it did.
next_is_right() { # WHAT CMD...
  good "$@"
  says '^values: 8 8 8 8 8 8 8 8$'
  never_says '^clgroup:'
}
run_limited() { # OPTION VALUE: the run with that limit, and another
  rm -rf "$cache" && mkdir -m 0700 "$cache" "$work/limit$1$2"
  limited "$1" "$2" env POCL_CACHE_DIR="$work/limit$1$2" $app sum.cl >"$work/limited" 2>&1
  notice
  next_is_right "after a run with ulimit $1 $2" $app sum.cl
}

# An address space in which the driver starts but its compiler does not, or neither does. Nobody knows how large that is: several sizes.
for kilobytes in 260000 300000 320000 340000; do
  run_limited -v "$kilobytes"
  says '^support: [1-9]'
done
good_if_noticed memory
for descriptors in 6 12; do run_limited -n "$descriptors"; done
good_if_noticed descriptors
[ "$(id -u)" = 0 ] || skip 'processes of another user need root'
for processes in 3 6; do
  rm -rf "$cache" && mkdir -m 0700 "$cache" && mkdir -m 0777 "$work/u$processes" && chmod 0777 "$work/u$processes" && chown 65534 "$cache"
  limited -u "$processes" env POCL_CACHE_DIR="$work/u$processes" timeout 100 setpriv --reuid=65534 --regid=65534 --clear-groups $app sum.cl >"$work/limited" 2>&1
  notice
  next_is_right "after a run with $processes processes" as_other env POCL_CACHE_DIR="$work/u$processes" $app sum.cl
done
good_if_noticed processes

# A full disk, in a mount namespace of this test's own: where the driver has room for its files or not.
[ -n "${clgroup_trust_alone-}" ] || skip 'a file system of its own needs root and unshare'
mkdir full
for size in 40k 48k 60k 72k; do
  rm -rf "$cache" && mkdir -m 0700 "$cache"
  mount -t tmpfs -o "size=$size" tmpfs full || skip 'cannot mount a file system here'
  POCL_CACHE_DIR=$work/full $app sum.cl >"$work/limited" 2>&1
  notice
  mount -o remount,size=100m full
  next_is_right "after a run on a disk of $size" env POCL_CACHE_DIR="$work/full" $app sum.cl
  umount full
done
good_if_noticed 'the disk'
