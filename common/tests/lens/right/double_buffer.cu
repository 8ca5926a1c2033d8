// One barrier a round is enough with two tiles: the one being filled is not the one being read.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64, rounds = 5;

__global__ void mirror_tiles(const int* x, int* y) {
  __shared__ int tiles[2][threads];
  const int t = threadIdx.x;
  tiles[0][t] = x[t];
  for (int round = 0; round < rounds; ++round) {
    __syncthreads();
    if (round + 1 < rounds) tiles[(round + 1) % 2][t] = x[(round + 1) * threads + t];
    y[round * threads + t] = tiles[round % 2][threads - 1 - t];
  }
}

int main() {
  const int n = rounds * threads;
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  mirror_tiles<<<1, threads>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == i / threads * threads + threads - 1 - i % threads;
  return right ? 0 : 1;
}
