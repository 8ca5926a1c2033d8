// Each element is written by eight threads, and each thread writes eight elements.
// says: 2304 store requests
#include "exercise.hpp"

__global__ void fill_squares_kernel(std::uint32_t* square, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int turn = 0; turn < 8; ++turn) {
    const std::int64_t other = (i + std::int64_t{turn} * blockDim.x) % n;
    square[other] = static_cast<std::uint32_t>(other) * static_cast<std::uint32_t>(other);
  }
}

Launch launch_for(std::int64_t n) {
  constexpr std::int64_t threads = 1024;
  const std::int64_t whole = n / threads;
  return {n % threads == 0 ? whole : whole + 1, threads};
}

void fill_squares(std::uint32_t* square, std::int64_t n) {
  const Launch launch = launch_for(n);
  if (launch.blocks > 0)
    fill_squares_kernel<<<static_cast<unsigned>(launch.blocks), static_cast<unsigned>(launch.threads)>>>(
        square, n);
}
