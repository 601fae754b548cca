# Sourced by tools/codegen-report: AMD's GPUs, by LLVM: this build's clang with ROCm's device libraries of Debian 12 (bed here), or
# Debian sid's clang with its ROCm's device libraries and libclc, where our IR is made by this build's LLVM (testbed amd).

amdgcn_columns() {
  case $bed in
    here) implementations='rocm subgroup' peers=1 best=rocm ;;
    *) implementations='rocm libclc subgroup' peers=2 best='the better of the two' ;;
  esac
  misses=1
  functions=$(full_functions)
}

# on_bed CMD...
on_bed() {
  if [ "$bed" = here ]; then "$@"; else tools/testbed "$bed" "$@"; fi
}

# amdgcn_tools: sets clang and the folder of ROCm's device libraries.
amdgcn_tools() {
  if [ "$bed" = here ]; then
    clang=$(sed -n 's/^CLGROUP_CLANG:[A-Z]*=//p' build/CMakeCache.txt) packages=rocm-device-libs
  else
    clang=clang-23 packages='libclc-23 rocm-device-libs-21'
  fi
  # shellcheck disable=SC2086
  installed=$(on_bed dpkg-query -W -f '${Package} ${Version}, ' $packages 2>/dev/null) || return
  # shellcheck disable=SC2086
  files=$(on_bed dpkg -L $packages)
  rocm=$(dirname "$(echo "$files" | grep '/ockl\.bc$')")
  libclc=$(echo "$files" | sed -n '/\/amdgcn-amd-amdhsa-llvm\/libclc\.bc$/p')
}

# rocm_libraries FOLDER: their folder. ROCm 5.2 knows no gfx1100: there the file of facts of gfx1036, the newest, stands in.
rocm_libraries() {
  if on_bed test -e "$rocm/oclc_isa_version_${device#gfx}.bc"; then
    echo "$rocm"
  else
    mkdir -p "$1/rocm" && ln -sf "$rocm"/*.bc "$1/rocm" &&
      ln -sf "$rocm/oclc_isa_version_1036.bc" "$1/rocm/oclc_isa_version_${device#gfx}.bc" && echo "$1/rocm"
  fi
}

# amdgcn_finish FOLDER [OPTION...]: makes kernels.s of the folder's kernels.bc, which this build's LLVM made, by that of the testbed.
amdgcn_finish() {
  listing=$1/kernels
  shift
  # LLVM 15 names features of a GPU that LLVM 23 calls incompatible with it, and leaves out such functions.
  on_bed "llvm-dis-${clang#clang-}" "$listing.bc" -o "$listing.ll" && sed -i 's/ "target-features"="[^"]*"//' "$listing.ll" &&
    on_bed "llc-${clang#clang-}" -mcpu="$device" "$@" "$listing.ll" -o "$listing.s"
}

amdgcn_compile() {
  folder=$1
  mkdir -p "$folder" && amdgcn_tools || return 1
  # All may assume that all work-groups are of one size.
  ours="build/bin/clgroup-cc --target=amdgcn --strategy=$implementation -march=$device -cl-uniform-work-group-size -DDOUBLE"
  set -- --target=amdgcn-amd-amdhsa -mcpu="$device" -x cl -cl-uniform-work-group-size -DDOUBLE -O2 -w -Xclang -finclude-default-header \
    "$out/$target.cl" -S -o "$folder/kernels.s"
  case $implementation-$bed in
    rocm-*) libraries=$(rocm_libraries "$folder") && on_bed "$clang" "$@" -cl-std=CL2.0 --rocm-device-lib-path="$libraries" ;;
    libclc-*) on_bed "$clang" "$@" -cl-std=CL3.0 -nogpulib -Xclang -mlink-builtin-bitcode -Xclang "$libclc" ;;
    *-here) $ours "$out/$target.cl" -o "$folder/kernels.s" ;;
    *) $ours "$out/$target.cl" --emit=bc -o "$folder/kernels.bc" && amdgcn_finish "$folder" ;;
  esac
}

amdgcn_count() { awk -f tools/codegen/amdgcn.awk "$1/kernels.s"; }

amdgcn_versions() {
  amdgcn_tools || return
  echo "${installed}clang $(on_bed "$clang" --version | sed -n '1s/.*version \([0-9.]*\).*/\1/p'), $(our_version)"
}
