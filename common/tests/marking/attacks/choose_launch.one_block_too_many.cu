// Takes larger blocks 256 elements too late: for up to 2^31 * 256 elements a grid has 2^31 blocks, one more than possible.
// says: a grid has at most 2147483647 blocks, this one has 2147483648
#include "exercise.hpp"

__global__ void fill_squares_kernel(std::uint32_t* square, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) square[i] = static_cast<std::uint32_t>(i) * static_cast<std::uint32_t>(i);
}

Launch launch_for(std::int64_t n) {
  constexpr std::int64_t most_blocks = std::int64_t{1} << 31;
  const std::int64_t threads = n <= 256 * most_blocks ? 256 : 512;
  return {(n + threads - 1) / threads, threads};
}

void fill_squares(std::uint32_t* square, std::int64_t n) {
  const Launch launch = launch_for(n);
  if (launch.blocks == 0) return;
  fill_squares_kernel<<<static_cast<unsigned>(launch.blocks), static_cast<unsigned>(launch.threads)>>>(square,
                                                                                                       n);
}
