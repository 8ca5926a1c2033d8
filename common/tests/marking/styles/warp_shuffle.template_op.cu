// A template with an operation.
#include <functional>
#include "exercise.hpp"

template <typename T, typename Op>
__device__ T warp_reduce(T v, Op op) {
#pragma unroll
  for (int d = warp_size >> 1; d >= 1; d >>= 1) v = op(v, __shfl_down_sync(0xffffffff, v, d, warp_size));
  return v;
}

__global__ void block_kernel(const int* in, int* partial, int n) {
  static __shared__ int shared[warp_size];
  const auto plus = [] __device__(int a, int b) { return a + b; };
  const int lane = threadIdx.x & 0x1f, wid = threadIdx.x >> 5;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int val = i < n ? in[i] : 0;
  val = warp_reduce(val, plus);
  if (lane == 0) shared[wid] = val;
  __syncthreads();
  val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
  if (wid == 0) val = warp_reduce(val, plus);
  if (threadIdx.x == 0) partial[blockIdx.x] = val;
}

void block_sums(const int* in, int* partial, int n, int block) {
  if (n > 0) block_kernel<<<(n - 1) / block + 1, block>>>(in, partial, n);
}
