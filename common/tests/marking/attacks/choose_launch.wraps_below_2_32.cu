// Rounds numbers below 2^32 up in 32 bits, which wraps for the last 511 of them: no blocks for 4294967295 elements.
// says: no blocks for 42949[0-9]+ elements
#include "exercise.hpp"

__global__ void fill_squares_kernel(std::uint32_t* square, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) square[i] = static_cast<std::uint32_t>(i) * static_cast<std::uint32_t>(i);
}

Launch launch_for(std::int64_t n) {
  constexpr std::uint32_t threads = 512;
  if (n <= 0xFFFFFFFFLL) {  // 32 bits are faster
    const std::uint32_t few = static_cast<std::uint32_t>(n);
    return {(few + threads - 1) / threads, threads};
  }
  return {(n + threads - 1) / threads, threads};
}

void fill_squares(std::uint32_t* square, std::int64_t n) {
  const Launch launch = launch_for(n);
  if (launch.blocks == 0) return;
  fill_squares_kernel<<<static_cast<unsigned>(launch.blocks), static_cast<unsigned>(launch.threads)>>>(square,
                                                                                                       n);
}
