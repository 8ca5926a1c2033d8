// Threads of different warps and blocks write neighboring bytes of one word: each byte belongs to one thread.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

__global__ void interleave(unsigned char* out) {
  __shared__ unsigned char local[128];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  local[4 * lane + warp] = static_cast<unsigned char>(threadIdx.x);
  out[4 * (2 * threadIdx.x + blockIdx.x / 2) + blockIdx.x % 2] = static_cast<unsigned char>(threadIdx.x);
  out[4 * (2 * threadIdx.x + blockIdx.x / 2) + 2 + blockIdx.x % 2] = local[4 * lane + warp];
}

int main() {
  const int n = 1024;
  std::vector<unsigned char> out(n);
  unsigned char* d_out;
  CHECK(cudaMalloc(&d_out, n));
  interleave<<<4, 128>>>(d_out);
  CHECK(cudaMemcpy(out.data(), d_out, n, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && out[i] == i / 8;
  return right ? 0 : 1;
}
