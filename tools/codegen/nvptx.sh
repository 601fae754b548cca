# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by tools/codegen-report: NVIDIA's GPUs, by NVIDIA's nvcc, ptxas and nvdisasm in testbed cuda.

nvptx_columns() { implementations='cuda subgroup' peers=1 best=cuda; }

# nvptx_listing FOLDER [SOURCE]: of its kernels.cu, or else of SOURCE (its kernels.clcpp).
nvptx_listing() {
  # PTX for sm_80 is what the newest GPUs get, too: LLVM 15 knows no newer ones that differ for the library.
  case $device in sm_7?) march=sm_75 ;; *) march=sm_80 ;; esac
  if [ -e "$1/kernels.cu" ]; then
    tools/testbed "$bed" nvcc -std=c++17 -arch="compute_${device#sm_}" -ptx "$1/kernels.cu" -o "$1/kernels.ptx"
  else
    build/bin/clgroup-cc --target=nvptx64 --strategy="$implementation" -march="$march" "${2:-$1/kernels.clcpp}" \
      -o "$1/kernels.ptx"
  fi || return 1
  tools/testbed "$bed" ptxas -v -arch="$device" "$1/kernels.ptx" -o "$1/kernels.cubin" >"$1/ptxas.log" 2>&1 ||
    { cat "$1/ptxas.log"; return 1; }
  tools/testbed "$bed" nvdisasm -c "$1/kernels.cubin" >"$1/kernels.sass"
}

nvptx_compile() {
  # CUB's functions need the size when they are compiled.
  [ "$implementation" != cuda ] || kernels cuda.inc | grep -Ev '^KERNEL\((reduce|scan)_.* unknown' >"$1/kernels.cu"
  nvptx_listing "$1" "$out/$target.cl"
}

nvptx_count() { awk -f tools/codegen/sass.awk "$1/ptxas.log" "$1/kernels.sass"; }

nvptx_versions() {
  ptxas=$(tools/testbed "$bed" ptxas --version) || return
  echo "CUDA $(echo "$ptxas" | sed -n 's/.*, V\([0-9.]*\)$/\1/p'), $(our_version)"
}
