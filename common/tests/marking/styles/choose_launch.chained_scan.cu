// i * i is the sum of the first i odd numbers: a scan whose blocks each wait for the sum of the one before.
#include "exercise.hpp"

constexpr unsigned per_block = 256;
__device__ volatile unsigned finished;  // blocks
__device__ volatile std::uint32_t carried;

__global__ void sum_odd_numbers(std::uint32_t* square, std::int64_t n) {
  __shared__ std::uint32_t sum[2][per_block];
  __shared__ std::uint32_t before;
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::uint32_t odd = 2 * static_cast<std::uint32_t>(i) + 1;
  unsigned from = 0;
  sum[from][threadIdx.x] = odd;
  for (unsigned offset = 1; offset < blockDim.x; offset *= 2, from ^= 1) {
    __syncthreads();
    sum[from ^ 1][threadIdx.x] =
        sum[from][threadIdx.x] + (threadIdx.x >= offset ? sum[from][threadIdx.x - offset] : 0);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    while (finished != blockIdx.x) {
    }
    __threadfence();
    before = blockIdx.x == 0 ? 0 : carried;
    carried = before + sum[from][blockDim.x - 1];
    __threadfence();
    finished = blockIdx.x + 1 < gridDim.x ? blockIdx.x + 1 : 0;  // for the next launch
  }
  __syncthreads();
  if (i < n) square[i] = before + sum[from][threadIdx.x] - odd;
}

Launch launch_for(std::int64_t n) {
  std::int64_t threads = per_block;
  while ((n + threads - 1) / threads > 2147483647) threads *= 2;
  return {(n + threads - 1) / threads, threads};
}

void fill_squares(std::uint32_t* square, std::int64_t n) {
  const Launch launch = launch_for(n);
  if (n > 0)
    sum_odd_numbers<<<static_cast<unsigned>(launch.blocks), static_cast<unsigned>(launch.threads)>>>(square,
                                                                                                     n);
}
