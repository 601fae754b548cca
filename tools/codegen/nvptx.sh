# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by tools/codegen-report: NVIDIA's GPUs, by NVIDIA's nvcc, ptxas and nvdisasm in testbed cuda.

nvptx_columns() { implementations='cuda subgroup' peers=1 best=cuda; }

# cuda_kernels: the same kernels in CUDA: scan and reduce by CUB's block collectives, votes by CUDA's barriers that vote, broadcast by
# a shared variable. CUB's functions need the size when they are compiled.
cuda_kernels() {
  cat <<'CUDA'
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cuda/functional>
#include <cuda_fp16.h>
typedef __half half;
#define REDUCE(T, N, CALL)                                                                                             \
  typedef cub::BlockReduce<T, N, cub::BLOCK_REDUCE_WARP_REDUCTIONS> reduce;                                            \
  __shared__ typename reduce::TempStorage scratch;                                                                     \
  __shared__ T total;                                                                                                  \
  T sum = reduce(scratch).CALL;                                                                                        \
  if (threadIdx.x == 0) total = sum;                                                                                   \
  __syncthreads();                                                                                                     \
  x = total;
#define SCAN(T, N, CALL)                                                                                               \
  typedef cub::BlockScan<T, N, cub::BLOCK_SCAN_WARP_SCANS> scan;                                                       \
  __shared__ typename scan::TempStorage scratch;                                                                       \
  scan(scratch).CALL;
CUDA
  echo "$functions" | while read -r function type call; do
    for size in $sizes; do
      case $function-$size in
        copy-* | all-* | any-* | broadcast-*) ;;
        *-unknown) continue ;;
      esac
      case $function in
        copy) body='' ;;
        reduce_add) body="REDUCE($type, $size, Sum(x))" ;;
        reduce_max) body="REDUCE($type, $size, Reduce(x, cuda::maximum<>{}))" ;;
        scan_inclusive_add) body="SCAN($type, $size, InclusiveSum(x, x))" ;;
        scan_exclusive_add) body="SCAN($type, $size, ExclusiveSum(x, x))" ;;
        scan_inclusive_max) body="SCAN($type, $size, InclusiveScan(x, x, cuda::maximum<>{}))" ;;
        all) body='x = __syncthreads_and(x);' ;;
        any) body='x = __syncthreads_or(x);' ;;
        broadcast) body="__shared__ $type shared; if (threadIdx.x == 0) shared = x; __syncthreads(); x = shared;" ;;
        *) echo "codegen-report: error: tools/codegen/nvptx.sh has no kernel in CUDA for $function: $call" >&2; return 1 ;;
      esac
      bounds="__launch_bounds__($size)" width=$size
      [ "$size" != unknown ] || { bounds='' width=blockDim.x; }
      echo "extern \"C\" __global__ void $bounds ${function}_${type}_$size(const $type *in, $type *out) {"
      echo "  size_t i = (size_t)blockIdx.x * $width + threadIdx.x;"
      echo "  $type x = in[i];"
      [ -z "$body" ] || echo "  $body"
      echo '  out[i] = x;'
      echo '}'
    done
  done
}

# nvptx_listing FOLDER [SOURCE]: of its kernels.cu, or else of SOURCE (its kernels.clcpp).
nvptx_listing() {
  # PTX for sm_80 is what the newest GPUs get, too: LLVM 15 knows no newer ones that differ for the library.
  case $device in sm_7?) march=sm_75 ;; *) march=sm_80 ;; esac
  if [ -e "$1/kernels.cu" ]; then
    tools/testbed "$bed" nvcc -std=c++17 -arch="compute_${device#sm_}" -ptx "$1/kernels.cu" -o "$1/kernels.ptx"
  else
    build/bin/clgroup-cc --target=nvptx64 --strategy="$implementation" -march="$march" -DDOUBLE "${2:-$1/kernels.clcpp}" \
      -o "$1/kernels.ptx"
  fi || return 1
  tools/testbed "$bed" ptxas -v -arch="$device" "$1/kernels.ptx" -o "$1/kernels.cubin" >"$1/ptxas.log" 2>&1 ||
    { cat "$1/ptxas.log"; return 1; }
  tools/testbed "$bed" nvdisasm -c "$1/kernels.cubin" >"$1/kernels.sass"
}

nvptx_compile() {
  folder=$1
  mkdir -p "$folder" || return 1
  [ "$implementation" != cuda ] || cuda_kernels >"$folder/kernels.cu" || return 1
  nvptx_listing "$folder" "$out/$target.cl"
}

nvptx_count() { awk -f tools/codegen/sass.awk "$1/ptxas.log" "$1/kernels.sass"; }

nvptx_versions() {
  ptxas=$(tools/testbed "$bed" ptxas --version) || return
  echo "CUDA $(echo "$ptxas" | sed -n 's/.*, V\([0-9.]*\)$/\1/p'), $(our_version)"
}
