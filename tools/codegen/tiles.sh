# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by tools/codegen-report: tiles on AMD's GPUs, <clgroup/operator.h> beside <clgroup/cooperative_groups.h>, by what amdgcn.sh has.

tiles_columns() {
  implementations='operator groups' peers=1 best=operator sizes='128 unknown'
  functions=$(
    echo 'copy int'
    for width in 8 64; do
      for family in shfl_up shfl_down shfl_xor; do echo "$family$width int"; done
    done
    for width in 4 8 16 32 64; do
      for family in reduce inclusive exclusive; do
        for type in int long float; do echo "$family$width $type"; done
      done
    done
  )
}

# tiles_kernels operator | groups: the same kernels in C and in C++.
tiles_kernels() {
  if [ "$1" = groups ]; then
    echo '#include <clgroup/cooperative_groups.h>'
    echo 'namespace cg = cooperative_groups;'
  else
    for type in int long float; do
      printf '#define CLGROUP_OPERATOR add\n#define CLGROUP_TYPE %s\n#include <clgroup/operator.h>\n' $type
    done
  fi
  echo "$functions" | while read -r function type; do
    family=${function%%[0-9]*}
    width=${function#"$family"}
    case $1-$family in
      *-copy) call=x ;;
      groups-shfl_*) call="cg::tiled_partition<$width>(cg::this_thread_block()).$family(x, 1)" ;;
      *-shfl_*) call="sub_group_shuffle_${family#shfl_}(x, 1)" ;;
      groups-reduce) call="cg::reduce(cg::tiled_partition<$width>(cg::this_thread_block()), x)" ;;
      groups-*) call="cg::${family}_scan(cg::tiled_partition<$width>(cg::this_thread_block()), x)" ;;
      *-reduce) call="tile_reduce_add(x, $width)" ;;
      *) call="tile_scan_${family}_add(x, $width)" ;;
    esac
    kernels_of "$function" "$type" "$call"
  done
}

tiles_compile() {
  suffix=cl
  [ "$implementation" = operator ] || suffix=clcpp
  mkdir -p "$1" && tiles_kernels "$implementation" >"$1/kernels.$suffix" &&
    build/bin/clgroup-cc --target=amdgcn -march="$device" -cl-uniform-work-group-size "$1/kernels.$suffix" -o "$1/kernels.s"
}

tiles_count() { amdgcn_count "$@"; }

tiles_versions() { our_version; }
