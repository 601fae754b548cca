# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by tools/codegen-report: AMD's GPUs, by LLVM. amdgcn and tiles: clgroup-cc of this build alone (bed here). amd23: Debian sid's LLVM,
# beside its ROCm's device libraries and libclc, where our IR is made by this build's LLVM (testbed amd).

amdgcn_columns() {
  case $suffix in
    amdgcn) implementations=subgroup functions=$(full_functions) ;;
    amd23) implementations='rocm libclc subgroup' peers=2 best='the better of the two' functions=$(full_functions) ;;
    # <clgroup/operator.h> beside <clgroup/cooperative_groups.h>.
    tiles) implementations='operator groups' peers=1 best=operator sizes='128 unknown' functions=$(tile_functions) heads='tiles.inc kernels.inc' ;;
  esac
}

on_bed() { tools/testbed "$bed" "$@"; }

# amdgcn_tools: sets clang, the folder of ROCm's device libraries, and libclc.
amdgcn_tools() {
  clang=clang-23 packages='libclc-23 rocm-device-libs-21'
  # shellcheck disable=SC2086
  installed=$(on_bed dpkg-query -W -f '${Package} ${Version}, ' $packages 2>/dev/null) || return
  # shellcheck disable=SC2086
  files=$(on_bed dpkg -L $packages)
  rocm=$(dirname "$(echo "$files" | grep '/ockl\.bc$')")
  libclc=$(echo "$files" | sed -n '/\/amdgcn-amd-amdhsa-llvm\/libclc\.bc$/p')
}

# amdgcn_finish FOLDER [OPTION...]: makes its kernels.s of kernels.ll, which this build's LLVM made, by that of the testbed. LLVM 15 names
# features of a GPU that LLVM 23 calls incompatible with it, and leaves out such functions.
amdgcn_finish() {
  listing=$1/kernels
  shift
  sed -i 's/ "target-features"="[^"]*"//' "$listing.ll" && on_bed "llc-${clang#clang-}" -mcpu="$device" "$@" "$listing.ll" -o "$listing.s"
}

amdgcn_compile() {
  [ "$bed" = here ] || amdgcn_tools || return 1
  # All may assume that all work-groups are of one size.
  ours="build/bin/clgroup-cc --target=amdgcn -march=$device -cl-uniform-work-group-size $source"
  set -- --target=amdgcn-amd-amdhsa -mcpu="$device" -x cl -cl-uniform-work-group-size -O2 -w -Xclang -finclude-default-header \
    "$source" -S -o "$folder/kernels.s"
  case $implementation-$bed in
    rocm-*) on_bed "$clang" "$@" -cl-std=CL2.0 --rocm-device-lib-path="$rocm" ;;
    libclc-*) on_bed "$clang" "$@" -cl-std=CL3.0 -nogpulib -Xclang -mlink-builtin-bitcode -Xclang "$libclc" ;;
    *-here) $ours -o "$folder/kernels.s" ;;
    *) $ours --emit=ll -o "$folder/kernels.ll" && amdgcn_finish "$folder" ;;
  esac
}

amdgcn_count() { awk -f tools/codegen/ways.awk -f tools/codegen/amdgcn.awk "$folder/kernels.s"; }

amdgcn_versions() {
  if [ "$bed" = here ]; then our_version; return; fi
  amdgcn_tools || return
  echo "${installed}clang $(on_bed "$clang" --version | sed -n '1s/.*version \([0-9.]*\).*/\1/p'), $(our_version)"
}
