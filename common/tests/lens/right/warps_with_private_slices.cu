// Warps run ahead of each other without a block barrier: each works on its own slice and synchronizes
// only itself.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 128;

__global__ void sort_pairs(const int* x, int* y) {
  __shared__ int slots[threads];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int* slice = slots + 32 * warp;
  slice[lane] = x[threadIdx.x];
  for (int phase = 0; phase < 32; ++phase) {
    __syncwarp();
    if (lane % 2 == phase % 2 && lane < 31 && slice[lane] > slice[lane + 1]) {
      const int larger = slice[lane];
      slice[lane] = slice[lane + 1];
      slice[lane + 1] = larger;
    }
  }
  __syncwarp();
  y[threadIdx.x] = slice[31 - lane];
}

int main() {
  std::vector<int> x(threads), y(threads);
  for (int i = 0; i < threads; ++i) x[i] = i / 32 * 1000 + i * 13 % 32;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_y, threads * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  sort_pairs<<<1, threads>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, threads * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < threads; ++i) right = right && y[i] == i / 32 * 1000 + 31 - i % 32;
  return right ? 0 : 1;
}
