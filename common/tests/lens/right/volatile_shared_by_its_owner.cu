// Volatile and no barrier: every thread reads back only what it wrote itself.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 96;

__global__ void powers(int* out) {
  __shared__ volatile int slots[threads];
  volatile int* own = slots + threadIdx.x;
  *own = 1;
  for (unsigned i = 0; i < threadIdx.x % 8; ++i) *own = *own * 3;
  out[threadIdx.x] = *own;
}

int main() {
  std::vector<int> out(threads);
  int* d_out;
  CHECK(cudaMalloc(&d_out, threads * sizeof(int)));
  powers<<<1, threads>>>(d_out);
  CHECK(cudaMemcpy(out.data(), d_out, threads * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int i = 0; i < threads; ++i) {
    int expected = 1;
    for (int k = 0; k < i % 8; ++k) expected *= 3;
    right = right && out[i] == expected;
  }
  return right ? 0 : 1;
}
