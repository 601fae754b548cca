# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by tools/codegen-report: tiles on AMD's GPUs, <clgroup/operator.h> beside <clgroup/cooperative_groups.h>, by what amdgcn.sh has.

tiles_columns() {
  implementations='operator groups' peers=1 best=operator base=amdgcn sizes='128 unknown'
  functions=$(
    echo 'copy int x'
    for width in 8 64; do
      for way in up down xor; do echo "shfl_$way$width int CALL_shfl($way, $width)"; done
    done
    for width in 4 8 16 32 64; do
      for family in reduce inclusive exclusive; do
        for type in int long float; do echo "$family$width $type CALL_$family($width)"; done
      done
    done
  )
}

tiles_compile() {
  suffix=cl
  [ "$implementation" = operator ] || suffix=clcpp
  { cat tools/codegen/tiles.inc && kernels opencl.inc; } >"$1/kernels.$suffix" &&
    build/bin/clgroup-cc --target=amdgcn -march="$device" -cl-uniform-work-group-size "$1/kernels.$suffix" -o "$1/kernels.s"
}
