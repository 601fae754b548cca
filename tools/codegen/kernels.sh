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
sizes='128 256 1024 unknown'

# full_functions: all types with all operators of the core, and the others.
full_functions() {
  echo 'copy int x'
  for family in reduce scan_inclusive scan_exclusive; do
    for operator in add min max; do
      for type in int long half float double; do echo "${family}_$operator $type work_group_${family}_$operator(x)"; done
    done
  done
  echo "$all_functions" | grep -E '^(all|any|broadcast) '
}

# kernels_of FUNCTION TYPE CALL: of each size.
kernels_of() {
  for size in $sizes; do
    [ "$size" = unknown ] || echo "__attribute__((reqd_work_group_size($size, 1, 1)))"
    echo "kernel void ${1}_${2}_$size(global const $2 *in, global $2 *out) {"
    echo "  $2 x = in[get_global_id(0)];"
    echo "  out[get_global_id(0)] = $3;"
    echo '}'
  done
}

# kernels: their source. A kernel's name is FUNCTION_TYPE_SIZE.
kernels() {
  echo '#pragma OPENCL EXTENSION cl_khr_fp16 : enable'
  echo "$functions" | while read -r function type call; do
    [ "$type" != double ] || echo '#ifdef DOUBLE'
    kernels_of "$function" "$type" "$call"
    [ "$type" != double ] || echo '#endif'
  done
}
