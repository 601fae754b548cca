# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by tools/codegen-report: Intel's GPUs, by Intel's offline compiler ocloc (IGC), in testbed $bed.

# By IGC 2 all types with all operators, since what is longer than Intel's own is not the same for each, and also with
# -cl-uniform-work-group-size, without which a required size is that of all work-groups but the last.
igc_columns() {
  implementations='intel module:subgroup module:tree link:subgroup link:tree' peers=1 best=intel
  [ "$bed" = igc2 ] || return 0
  implementations="intel uniform:intel ${implementations#intel } uniform:subgroup" peers=2
  sizes='64 256 1024 unknown'
  functions=$(full_functions)
}

# Sizes of local memory come first.
igc_count() {
  # shellcheck disable=SC2046
  awk -f tools/codegen/igc.awk $(find "$folder" -name '*.zeinfo' -o -name PTM.txt) $(find "$folder" -name '*.asm' | sort)
}

# ocloc ARGUMENT...: in the target's testbed.
ocloc() { tools/testbed "$bed" env "IGC_ShaderDumpEnable=$dump" "IGC_DumpToCustomDir=$PWD/$folder" ocloc "$@"; }

# igc_compile: what the implementation needs, and then the listings. The commands are those that a driver runs for clBuildProgram,
# clCreateProgramWithIL and clLinkProgram.
igc_compile() {
  dump=0 strategy=${implementation#*:} uniform=''
  case $implementation in uniform:*) uniform=-cl-uniform-work-group-size ;; esac
  options=-cl-std=CL3.0${uniform:+ $uniform}
  case $implementation in
    intel | uniform:intel) input="-file $source" ;;
    module:* | uniform:*)
      # The layer passes the size too.
      build/bin/clgroup-cc --strategy="$strategy" --device-max-work-group-size=1024 $uniform "$source" -o "$folder/kernels.spv" &&
        input="-spirv_input -file $folder/kernels.spv"
      ;;
    link:*)
      { cat build/include/clgroup/clgroup_prelude.h && echo '#line 1' && cat "$source"; } >"$folder/linked.cl" &&
        ocloc compile -file "$folder/linked.cl" -device "$device" -options "$options" -spv_only -output_no_suffix -output kernels \
          -out_dir "$folder" &&
        ocloc link -file "$folder/kernels.spv" -file "$library/spirv/spirv64.$strategy.base.spv" \
          -file "$library/spirv/spirv64.$strategy.fp16.spv" ${double:+-file "$library/spirv/spirv64.$strategy.fp64.spv"} \
          -out "$folder/linked.bc" &&
        input="-llvm_input -file $folder/linked.bc"
      ;;
  esac || return 1
  dump=1
  # shellcheck disable=SC2086
  ocloc compile $input -device "$device" -options "$options" -out_dir "$folder" || return 1
  [ "$bed" != igc1 ] || { dump=0 && ocloc disasm -file "$(echo "$folder"/*.bin)" -dump "$folder/disasm" || return 1; }
  # IGC writes some twenty files for each listing.
  find "$folder" -type f ! -name '*.asm' ! -name '*.zeinfo' ! -name PTM.txt ! -name 'kernels.*' -exec rm {} +
}

# igc_versions: of what makes the code. A package's revision does not matter.
igc_versions() {
  packages='intel-opencl-icd libigc1'
  [ "$bed" = igc1 ] || packages='intel-ocloc libigc2'
  # shellcheck disable=SC2086
  igc=$(tools/testbed "$bed" dpkg-query -W -f '${Package} ${Version}, ' $packages) || return
  echo "$igc$(our_version)"
}
