# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by tools/codegen-report: the kernels, one call each.

# Function, type, and the call. Each is compiled for each of the sizes.
functions='copy int x
reduce_add int work_group_reduce_add(x)
reduce_add long work_group_reduce_add(x)
reduce_add half work_group_reduce_add(x)
reduce_add float work_group_reduce_add(x)
reduce_add double work_group_reduce_add(x)
reduce_max int work_group_reduce_max(x)
reduce_max float work_group_reduce_max(x)
scan_inclusive_add int work_group_scan_inclusive_add(x)
scan_inclusive_add long work_group_scan_inclusive_add(x)
scan_inclusive_add float work_group_scan_inclusive_add(x)
scan_inclusive_add double work_group_scan_inclusive_add(x)
scan_exclusive_add int work_group_scan_exclusive_add(x)
scan_inclusive_max float work_group_scan_inclusive_max(x)
all int work_group_all(x)
any int work_group_any(x)
broadcast int work_group_broadcast(x, 0)
broadcast long work_group_broadcast(x, 0)'
sizes='128 256 1024 unknown' double=yes

# full_functions: all types with all operators of the core, and the others.
full_functions() {
  echo 'copy int x'
  for family in reduce scan_inclusive scan_exclusive; do
    for operator in add min max; do
      for type in int long half float double; do echo "${family}_$operator $type work_group_${family}_$operator(x)"; done
    done
  done
  echo "$functions" | grep -E '^(all|any|broadcast) '
}

# tile_functions: calls for tiles.inc.
tile_functions() {
  echo 'copy int x'
  for width in 8 64; do
    for way in up down xor; do echo "shfl_$way$width int CALL_shfl($way, $width)"; done
  done
  for width in 4 8 16 32 64; do
    for family in reduce inclusive exclusive; do
      for type in int long float; do echo "$family$width $type CALL_$family($width)"; done
    done
  done
}

# kernels FILE...: their source, KERNEL(FUNCTION, TYPE, SIZE, CALL), after what defines it; those of double if $double is not empty.
kernels() {
  (cd tools/codegen && cat "$@")
  echo "$functions" | while read -r function type call; do
    [ "$type$double" = double ] || for size in $sizes; do echo "KERNEL($function, $type, $size, $call)"; done
  done
}
