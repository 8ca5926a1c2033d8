// The last seventh of the blocks does nothing: others write its elements.
// says: 7213 threads access global memory
#include "exercise.hpp"

__global__ void fill_squares_kernel(std::uint32_t* square, std::int64_t n) {
  const std::int64_t working = gridDim.x - gridDim.x / 7;
  if (blockIdx.x >= working) return;
  for (std::int64_t block = blockIdx.x; block < gridDim.x; block += working) {
    const std::int64_t i = block * blockDim.x + threadIdx.x;
    if (i < n) square[i] = static_cast<std::uint32_t>(i) * static_cast<std::uint32_t>(i);
  }
}

Launch launch_for(std::int64_t n) {
  const std::int64_t threads = n > (std::int64_t{1} << 32) ? 512 : 64;
  const std::int64_t whole = n / threads;
  return {n % threads == 0 ? whole : whole + 1, threads};
}

void fill_squares(std::uint32_t* square, std::int64_t n) {
  const Launch launch = launch_for(n);
  if (launch.blocks > 0)
    fill_squares_kernel<<<static_cast<unsigned>(launch.blocks), static_cast<unsigned>(launch.threads)>>>(
        square, n);
}
