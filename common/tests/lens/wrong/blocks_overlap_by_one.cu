// Blocks write 64 elements each but start 63 apart: two blocks write the element where they meet.
// expect-hazard: race-global a a
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64, blocks = 4;

__global__ void number(int* out) {
  const int i = blockIdx.x * (threads - 1) + threadIdx.x;
  out[i] = static_cast<int>(blockIdx.x * threads + threadIdx.x);  // @a
}

int main() {
  const int n = threads * blocks;
  std::vector<int> out(n);
  int* d_out;
  CHECK(cudaMalloc(&d_out, n * sizeof(int)));
  CHECK(cudaMemset(d_out, 0xff, n * sizeof(int)));
  number<<<blocks, threads>>>(d_out);
  CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && out[i] == i;
  return right ? 0 : 1;
}
