#!/bin/sh
# counts.sh BUILD: a tile's scan of int by 32 lanes has at most as many instructions as CUB's warp scan, for sm_75, sm_80 and sm_90, by
# NVIDIA's compilers (testbed cuda). Prints the counts; the last line reads `N passed, N failed, N skipped`.
set -u
build=$(cd "$1" && pwd) || exit 1
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

tools/testbed cuda ptxas --version >"$work/log" 2>&1
status=$?
[ $status = 0 ] || { cat "$work/log"; exit $status; } # 77: not available here

{
  echo '#include <cub/warp/warp_scan.cuh>'
  echo '#include <cuda/functional>'
} >"$work/cub.cu"
{
  echo '#include <clgroup/cooperative_groups.h>'
  echo 'namespace cg = cooperative_groups;'
} >"$work/tile.clcpp"
for size in 128 unknown; do
  while read -r name cub tile; do
    kernel=${name}_int_$size
    bounds="__launch_bounds__($size)" required="__attribute__((reqd_work_group_size($size, 1, 1)))" cuda_width=$size width=$size
    [ $size != unknown ] || { bounds='' required='' cuda_width=blockDim.x width='get_local_size(0)'; }
    cat >>"$work/cub.cu" <<CUDA
extern "C" __global__ void $bounds $kernel(const int *in, int *out) {
  size_t i = (size_t)blockIdx.x * $cuda_width + threadIdx.x;
  __shared__ cub::WarpScan<int>::TempStorage scratch;
  int x = in[i];
  cub::WarpScan<int>(scratch).$cub;
  out[i] = x;
}
CUDA
    cat >>"$work/tile.clcpp" <<OPENCL
kernel void $required $kernel(global const int *__restrict in, global int *__restrict out) {
  size_t i = (size_t)get_group_id(0) * $width + get_local_id(0);
  int x = in[i];
  out[i] = cg::$tile;
}
OPENCL
  done <<'SCANS'
scan_inclusive_add InclusiveSum(x,x) inclusive_scan(cg::tiled_partition<32>(cg::this_thread_block()),x)
scan_exclusive_add ExclusiveSum(x,x) exclusive_scan(cg::tiled_partition<32>(cg::this_thread_block()),x)
scan_inclusive_max InclusiveScan(x,x,cuda::maximum<>{}) inclusive_scan(cg::tiled_partition<32>(cg::this_thread_block()),x,cg::greater<int>())
SCANS
done

# count ARCH FILE.ptx: name and instructions of each kernel.
count() {
  tools/testbed cuda ptxas -v -arch="$1" "$2" -o "$2.cubin" >"$2.log" 2>&1 || { cat "$2.log"; return 1; }
  tools/testbed cuda nvdisasm -c "$2.cubin" >"$2.sass" && awk -f tools/codegen/sass.awk "$2.log" "$2.sass" | awk '{ print $1, $2, $3, $4 }' | sort
}

for arch in sm_75 sm_80 sm_90; do
  case $arch in sm_7?) march=sm_75 ;; *) march=sm_80 ;; esac
  tools/testbed cuda nvcc -std=c++17 -arch="compute_${arch#sm_}" -ptx "$work/cub.cu" -o "$work/cub.ptx" >"$work/log" 2>&1 ||
    { cat "$work/log"; echo "0 passed, 1 failed, 0 skipped"; exit 1; }
  "$build/bin/clgroup-cc" --target=nvptx64 -march=$march "$work/tile.clcpp" -o "$work/tile.ptx" || exit 1
  count $arch "$work/cub.ptx" >"$work/cub.counts" && count $arch "$work/tile.ptx" >"$work/tile.counts" || exit 1
  join "$work/cub.counts" "$work/tile.counts" >"$work/both"
  while read -r kernel cub _ _ tile _; do
    echo "$arch $kernel: CUB $cub, tile $tile"
    if [ "$tile" -le "$cub" ]; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      echo "fail: $arch $kernel: $tile instructions, and CUB's has $cub"
    fi
  done <"$work/both"
done
[ $passed != 0 ] || { echo 'fail: nothing was counted'; failed=1; }
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
