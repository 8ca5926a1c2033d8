// Two tiles, but the barrier is only in every second round: the tile of two rounds ago is refilled
// while it is still read.
// expect-hazard: reuse-without-barrier|race-shared a b
// allow-hazard: race-shared a b
// allow-hazard: reuse-without-barrier a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64, rounds = 6;

__global__ void rotate(const int* x, int* y) {
  __shared__ int tiles[2][threads];
  const int t = threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    int* tile = tiles[round % 2];
    tile[t] = x[round * threads + t];  // @a
    if (round % 2 == 0) __syncthreads();
    y[round * threads + t] = tile[threads - 1 - t];  // @b
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
  rotate<<<1, threads>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == x[i / threads * threads + threads - 1 - i % threads];
  return right ? 0 : 1;
}
