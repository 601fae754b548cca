# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by tools/codegen-report: cooperative groups on NVIDIA's GPUs, CUDA's and <clgroup/cooperative_groups.h>, by what nvptx.sh has.

# Function, type, and the call, which is the same in both; of the rows cub_ CUDA's kernel calls CUB's warp scan.
cooperative_functions='copy int x
shfl int tile.shfl(x, 3)
shfl_up int tile.shfl_up(x, 1)
shfl_down int tile.shfl_down(x, 1)
shfl_xor int tile.shfl_xor(x, 1)
any int tile.any(x)
ballot int tile.ballot(x)
match_any int tile.match_any(x)
match_all int tile.match_all(x, all)
reduce_plus int cg::reduce(tile, x, cg::plus<int>())
reduce_plus long cg::reduce(tile, x, cg::plus<long>())
reduce_plus float cg::reduce(tile, x, cg::plus<float>())
reduce_greater int cg::reduce(tile, x, cg::greater<int>())
reduce_greater float cg::reduce(tile, x, cg::greater<float>())
reduce8_plus int cg::reduce(cg::tiled_partition<8>(tile), x, cg::plus<int>())
reduce8_plus float cg::reduce(cg::tiled_partition<8>(tile), x, cg::plus<float>())
inclusive_plus int cg::inclusive_scan(tile, x, cg::plus<int>())
inclusive_plus float cg::inclusive_scan(tile, x, cg::plus<float>())
exclusive_plus int cg::exclusive_scan(tile, x, cg::plus<int>())
inclusive8_plus int cg::inclusive_scan(cg::tiled_partition<8>(tile), x, cg::plus<int>())
some_rank int cg::coalesced_threads().thread_rank()
some_shfl int cg::coalesced_threads().shfl(x, 3)
some_reduce int cg::reduce(cg::coalesced_threads(), x, cg::plus<int>())
some_reduce float cg::reduce(cg::coalesced_threads(), x, cg::plus<float>())
some_inclusive int cg::inclusive_scan(cg::coalesced_threads(), x, cg::plus<int>())
some_aggregate int x
labeled_rank int cg::labeled_partition(tile, x).thread_rank()
labeled_reduce int cg::reduce(cg::labeled_partition(tile, x & 3), x, cg::plus<int>())
binary_rank int cg::binary_partition(tile, x > 3).thread_rank()
cub_scan int cg::inclusive_scan(tile, x, cg::plus<int>())
cub_exscan int cg::exclusive_scan(tile, x, cg::plus<int>())
cub_scan_max int cg::inclusive_scan(tile, x, cg::greater<int>())'

cooperative_columns() {
  nvptx_columns
  functions=$cooperative_functions sizes='128 unknown'
}

# cooperative_kernels cuda | opencl: the same kernels in either. Calls of coalesced groups are in a branch.
cooperative_kernels() {
  if [ "$1" = cuda ]; then
    echo '#include <cooperative_groups.h>'
    echo '#include <cooperative_groups/reduce.h>'
    echo '#include <cooperative_groups/scan.h>'
    echo '#include <cub/warp/warp_scan.cuh>'
    echo '#include <cuda/functional>'
    first='(size_t)blockIdx.x * blockDim.x + threadIdx.x'
  else
    echo '#include <clgroup/cooperative_groups.h>'
    echo '#define atomicAdd atomic_add'
    first='(size_t)get_group_id(0) * get_local_size(0) + get_local_id(0)'
  fi
  echo 'namespace cg = cooperative_groups;'
  echo "$functions" | while read -r function type call; do
    for size in $sizes; do
      arguments="const $type *__restrict in, $type *__restrict out, int *counter" start=$first
      if [ "$1" = cuda ]; then
        bounds="__launch_bounds__($size)"
        [ "$size" != unknown ] || bounds=''
        [ "$size" = unknown ] || start="(size_t)blockIdx.x * $size + threadIdx.x"
        echo "extern \"C\" __global__ void $bounds ${function}_${type}_$size($arguments) {"
      else
        [ "$size" = unknown ] || echo "__attribute__((reqd_work_group_size($size, 1, 1)))"
        echo "kernel void ${function}_${type}_$size($(echo "$arguments" | sed 's/const/global const/; s/, /, volatile global /2; s/, /, global /')) {"
      fi
      echo "  size_t i = $start;"
      echo "  $type x = in[i], y = x;"
      case $function-$1 in
        cub_*-cuda)
          case $function in
            cub_scan) scan='InclusiveSum(x, y)' ;;
            cub_exscan) scan='ExclusiveSum(x, y)' ;;
            cub_scan_max) scan='InclusiveScan(x, y, cuda::maximum<>{})' ;;
          esac
          echo "  __shared__ cub::WarpScan<int>::TempStorage scratch;"
          echo "  cub::WarpScan<int>(scratch).$scan;" ;;
        some_aggregate-*)
          echo '  if (x > 3) {'
          echo '    auto some = cg::coalesced_threads();'
          echo '    if (some.thread_rank() == 0) y = atomicAdd(counter, (int)some.size());'
          echo '    y = some.shfl(y, 0) + some.thread_rank();'
          echo '  }' ;;
        *)
          echo '  auto tile = cg::tiled_partition<32>(cg::this_thread_block());'
          echo '  int all = 0;'
          case $function in some_*) echo '  if (x > 3)' ;; esac
          echo "  y = $call;"
          [ "$function" != match_all ] || echo '  y += 2 * all;' ;;
      esac
      echo '  out[i] = y;'
      echo '}'
    done
  done
}

cooperative_compile() {
  folder=$1
  mkdir -p "$folder" || return 1
  case $implementation in
    cuda) cooperative_kernels cuda >"$folder/kernels.cu" ;;
    *) cooperative_kernels opencl >"$folder/kernels.clcpp" ;;
  esac && nvptx_listing "$folder"
}

cooperative_count() { nvptx_count "$@"; }

cooperative_versions() { nvptx_versions; }
