// Blocks share a cache line and even a 16-byte vector of the output, but no byte: each ends where the next
// begins.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int per_block = 37;

__global__ void number(short* out, int n) {
  const int begin = blockIdx.x * per_block, end = min(begin + per_block, n);
  for (int i = begin + threadIdx.x; i < end; i += blockDim.x) out[i] = static_cast<short>(i);
}

int main() {
  const int n = 173;
  std::vector<short> out(n);
  short* d_out;
  CHECK(cudaMalloc(&d_out, n * sizeof(short)));
  number<<<(n + per_block - 1) / per_block, 32>>>(d_out, n);
  CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(short), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && out[i] == i;
  return right ? 0 : 1;
}
