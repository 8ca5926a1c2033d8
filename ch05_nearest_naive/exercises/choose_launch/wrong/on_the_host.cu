// Wrong: the host computes the squares, beside a kernel that does nothing
#include "exercise.hpp"

__global__ void idle_kernel() {}

Launch launch_for(std::int64_t n) {
  constexpr std::int64_t threads = 512;
  return {(n + threads - 1) / threads, threads};
}

void fill_squares(std::uint32_t* square, std::int64_t n) {
  if (n == 0) return;
  idle_kernel<<<static_cast<unsigned>((n + 511) / 512), 512>>>();
  auto* host = new std::uint32_t[static_cast<std::size_t>(n)];
  for (std::int64_t i = 0; i < n; ++i)
    host[i] = static_cast<std::uint32_t>(i) * static_cast<std::uint32_t>(i);
  cudaMemcpy(square, host, static_cast<std::size_t>(n) * sizeof(std::uint32_t), cudaMemcpyHostToDevice);
  delete[] host;
}
