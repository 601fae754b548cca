/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The kernels of timings.cl by CUB's block scan and reduce.
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

// Scratch may be used again only after a barrier.
template <typename T, int SIZE> struct reduce_add {
  typedef cub::BlockReduce<T, SIZE, cub::BLOCK_REDUCE_WARP_REDUCTIONS> block;
  struct scratch {
    typename block::TempStorage storage;
    T total;
  };
  static __device__ T call(scratch &s, T x) {
    T sum = block(s.storage).Sum(x);
    if (threadIdx.x == 0)
      s.total = sum;
    __syncthreads();
    return s.total;
  }
};

template <typename T, int SIZE> struct scan_inclusive_add {
  typedef cub::BlockScan<T, SIZE, cub::BLOCK_SCAN_WARP_SCANS> block;
  struct scratch {
    typename block::TempStorage storage;
  };
  static __device__ T call(scratch &s, T x) {
    block(s.storage).InclusiveSum(x, x);
    return x;
  }
};

template <typename T, int SIZE> struct scan_exclusive_add {
  typedef cub::BlockScan<T, SIZE, cub::BLOCK_SCAN_WARP_SCANS> block;
  struct scratch {
    typename block::TempStorage storage;
  };
  static __device__ T call(scratch &s, T x) {
    block(s.storage).ExclusiveSum(x, x);
    return x;
  }
};

#define KERNELS(NAME, T, SIZE)                                                                                         \
  extern "C" __global__ void __launch_bounds__(SIZE) NAME##_##T##_##SIZE(const T *in, T *out) {                        \
    __shared__ NAME<T, SIZE>::scratch scratch;                                                                         \
    size_t i = (size_t)blockIdx.x * SIZE + threadIdx.x;                                                                      \
    out[i] = NAME<T, SIZE>::call(scratch, in[i]);                                                                      \
  }                                                                                                                    \
  extern "C" __global__ void __launch_bounds__(SIZE) repeat_##NAME##_##T##_##SIZE(const T *in, T *out, int rounds) {   \
    __shared__ NAME<T, SIZE>::scratch scratch;                                                                         \
    size_t i = (size_t)blockIdx.x * SIZE + threadIdx.x;                                                                      \
    T x = in[i];                                                                                                       \
    for (int r = 0; r < rounds; r++) {                                                                                 \
      x = NAME<T, SIZE>::call(scratch, x);                                                                             \
      __syncthreads();                                                                                                 \
    }                                                                                                                  \
    out[i] = x;                                                                                                        \
  }
#define FUNCTIONS(T, SIZE) KERNELS(reduce_add, T, SIZE) KERNELS(scan_inclusive_add, T, SIZE) KERNELS(scan_exclusive_add, T, SIZE)
#define TYPES(SIZE) FUNCTIONS(int, SIZE) FUNCTIONS(float, SIZE) FUNCTIONS(long, SIZE)

TYPES(128)
TYPES(256)
TYPES(512)
TYPES(1024)
