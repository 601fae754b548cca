# Limits of one run say nothing about the next one.
limited() {
  limit=$1
  shift
  # shellcheck disable=SC3045
  (ulimit "$limit" "$1" && shift && exec "$@")
}

# Address space that is enough for the driver and not for the compiler in it, or for neither: how much, who knows.
for kilobytes in 260000 300000 320000 340000; do
  rm -rf "$cache" && mkdir -m 0700 "$cache" "$work/$kilobytes"
  limited -v "$kilobytes" env POCL_CACHE_DIR="$work/$kilobytes" $app sum.cl >"$work/limited" 2>&1
  good "after a run in $kilobytes KiB" $app sum.cl
  says '^support: [1-9]'
  says '^values: 8 8 8 8 8 8 8 8$'
  never_says '^clgroup:'
done

for descriptors in 6 12; do
  rm -rf "$cache" && mkdir -m 0700 "$cache" "$work/n$descriptors"
  limited -n "$descriptors" env POCL_CACHE_DIR="$work/n$descriptors" $app sum.cl >"$work/limited" 2>&1
  good "after a run with $descriptors descriptors" $app sum.cl
  says '^values: 8 8 8 8 8 8 8 8$'
  never_says '^clgroup:'
done

[ "$(id -u)" = 0 ] || skip 'processes of another user need root'
for processes in 3 6; do
  rm -rf "$cache" && mkdir -m 0700 "$cache" && mkdir -m 0777 "$work/u$processes" && chmod 0777 "$work/u$processes" && chown 65534 "$cache"
  limited -u "$processes" env POCL_CACHE_DIR="$work/u$processes" timeout 100 setpriv --reuid=65534 --regid=65534 --clear-groups $app sum.cl >"$work/limited" 2>&1
  good "after a run with $processes processes" as_other env POCL_CACHE_DIR="$work/u$processes" $app sum.cl
  says '^values: 8 8 8 8 8 8 8 8$'
  never_says '^clgroup:'
done
