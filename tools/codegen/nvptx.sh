# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by tools/codegen-report: NVIDIA's GPUs, by NVIDIA's nvcc, ptxas and nvdisasm in testbed cuda. cooperative: CUDA's cooperative groups
# and <clgroup/cooperative_groups.h>.

nvptx_columns() {
  implementations='cuda subgroup' peers=1 best=cuda
  [ "$suffix" != cooperative ] || sizes='128 unknown' heads=cooperative.inc functions=$cooperative_functions
}

# Function, type, and the statement, which is the same in both; of the rows cub_ CUDA's kernel calls CUB's warp scan.
cooperative_functions='copy int y = x
shfl int y = tile.shfl(x, 3)
shfl_up int y = tile.shfl_up(x, 1)
shfl_down int y = tile.shfl_down(x, 1)
shfl_xor int y = tile.shfl_xor(x, 1)
any int y = tile.any(x)
ballot int y = tile.ballot(x)
match_any int y = tile.match_any(x)
match_all int y = tile.match_all(x, all), y += 2 * all
reduce_plus int y = cg::reduce(tile, x, cg::plus<int>())
reduce_plus long y = cg::reduce(tile, x, cg::plus<long>())
reduce_plus float y = cg::reduce(tile, x, cg::plus<float>())
reduce_greater int y = cg::reduce(tile, x, cg::greater<int>())
reduce_greater float y = cg::reduce(tile, x, cg::greater<float>())
reduce8_plus int y = cg::reduce(cg::tiled_partition<8>(tile), x, cg::plus<int>())
reduce8_plus float y = cg::reduce(cg::tiled_partition<8>(tile), x, cg::plus<float>())
reduce_own float found least_of_tile = cg::reduce(tile, found{x, (int)i}, least()); y = least_of_tile.value + least_of_tile.at
reduce_sums float found sum_of_tile = cg::reduce(tile, found{x, (int)i}, sums()); y = sum_of_tile.value + sum_of_tile.at
inclusive_plus int y = cg::inclusive_scan(tile, x, cg::plus<int>())
inclusive_plus float y = cg::inclusive_scan(tile, x, cg::plus<float>())
exclusive_plus int y = cg::exclusive_scan(tile, x, cg::plus<int>())
inclusive8_plus int y = cg::inclusive_scan(cg::tiled_partition<8>(tile), x, cg::plus<int>())
some_rank int SOME(cg::coalesced_threads().thread_rank())
some_shfl int SOME(cg::coalesced_threads().shfl(x, 3))
some_reduce int SOME(cg::reduce(cg::coalesced_threads(), x, cg::plus<int>()))
some_reduce float SOME(cg::reduce(cg::coalesced_threads(), x, cg::plus<float>()))
some_inclusive int SOME(cg::inclusive_scan(cg::coalesced_threads(), x, cg::plus<int>()))
some_aggregate int AGGREGATE
labeled_rank int y = cg::labeled_partition(tile, x).thread_rank()
labeled_reduce int y = cg::reduce(cg::labeled_partition(tile, x & 3), x, cg::plus<int>())
binary_rank int y = cg::binary_partition(tile, x > 3).thread_rank()
cub_scan int CUB(InclusiveSum(x, y), cg::inclusive_scan(tile, x, cg::plus<int>()))
cub_exscan int CUB(ExclusiveSum(x, y), cg::exclusive_scan(tile, x, cg::plus<int>()))
cub_scan_max int CUB(InclusiveScan(x, y, cuda::maximum<>{}), cg::inclusive_scan(tile, x, cg::greater<int>()))'

nvptx_compile() {
  # CUB's functions need the size when they are compiled.
  [ "$suffix-$implementation" != nvptx-cuda ] || sed -Ei '/^KERNEL\((reduce|scan)_.* unknown/d' "$source"
  if [ "$implementation" = cuda ]; then
    tools/testbed "$bed" nvcc -std=c++17 -arch="compute_${device#sm_}" -ptx "$source" -o "$folder/kernels.ptx"
  else
    # PTX for sm_80 is what the newest GPUs get, too: LLVM 15 knows no newer ones that differ for the library.
    case $device in sm_7?) march=sm_75 ;; *) march=sm_80 ;; esac
    build/bin/clgroup-cc --target=nvptx64 -march="$march" "$source" -o "$folder/kernels.ptx"
  fi &&
    tools/testbed "$bed" ptxas -v -arch="$device" "$folder/kernels.ptx" -o "$folder/kernels.cubin" &&
    tools/testbed "$bed" nvdisasm -c "$folder/kernels.cubin" >"$folder/kernels.sass"
}

nvptx_count() { awk -f tools/codegen/ways.awk -f tools/codegen/sass.awk "$folder.log" "$folder/kernels.sass"; }

nvptx_versions() {
  ptxas=$(tools/testbed "$bed" ptxas --version) || return
  echo "CUDA $(echo "$ptxas" | sed -n 's/.*, V\([0-9.]*\)$/\1/p'), $(our_version)"
}
