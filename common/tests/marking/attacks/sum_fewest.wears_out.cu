// Each call takes another one of 64 words that are 0 only once.
// says: after up to 300 other calls
// Fewest of everything. The task is in README.md; hints with ./tutorial exercise hint sum_fewest
#include "exercise.hpp"

constexpr int blocks = 16;
constexpr int block_size = 128;
constexpr int warp_size = 32;

// The sum of the warp's values, in lane 0. All 32 lanes must call it.
__device__ unsigned warp_sum(unsigned value) {
  for (int offset = warp_size / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xFFFFFFFFu, value, offset);
  return value;
}

// *result must be 0 before the launch.
// One for each call, all 0 before: the sum so far, and below it how many warps have added theirs.
__device__ unsigned long long totals[64];

__global__ void sum_kernel(const unsigned* in, unsigned* result, int n, int call) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;
  const uint4* words = reinterpret_cast<const uint4*>(in);
  const int whole = n / 4;

  unsigned total = 0;
  for (int w = thread; w < whole; w += threads) {
    const uint4 v = words[w];
    total += (v.x + v.y) + (v.z + v.w);
  }
  const int rest = 4 * whole + thread;
  if (rest < n) total += in[rest];

  total = warp_sum(total);
  if (threadIdx.x % warp_size == 0) {
    const unsigned warps = gridDim.x * blockDim.x / warp_size;
    const unsigned long long before =
        atomicAdd(&totals[call], static_cast<unsigned long long>(total) << 32 | 1);
    if (static_cast<unsigned>(before) == warps - 1) *result = static_cast<unsigned>(before >> 32) + total;
  }
}

void sum(const unsigned* in, unsigned*, unsigned* result, int n) {
  static int call = -1;
  call = (call + 1) % 64;
  sum_kernel<<<blocks, block_size>>>(in, result, n, call);
}
