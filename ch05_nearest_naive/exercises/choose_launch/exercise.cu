// Choose the launch. The task is in README.md; hints with ./tutorial exercise hint choose_launch
#include "exercise.hpp"

__global__ void fill_squares_kernel(std::uint32_t* square, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) square[i] = static_cast<std::uint32_t>(i) * static_cast<std::uint32_t>(i);
}

Launch launch_for(std::int64_t n) {
#ifdef SOLUTION
  // At most 2^31 - 1 blocks fit in a grid: 10^12 elements need more than 465 threads per block.
  constexpr std::int64_t threads = 512;
  return {(n + threads - 1) / threads, threads};
#else
  // Correct for multiples of 256, up to a limit.
  return {n / 256, 256};
#endif
}

void fill_squares(std::uint32_t* square, std::int64_t n) {
  const Launch launch = launch_for(n);
#ifdef SOLUTION
  if (launch.blocks == 0) return;  // a grid of no blocks is an error, not an empty launch
#endif
  fill_squares_kernel<<<static_cast<unsigned>(launch.blocks), static_cast<unsigned>(launch.threads)>>>(square,
                                                                                                       n);
}
