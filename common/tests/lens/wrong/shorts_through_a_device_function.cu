// Two-byte values, and the read hides in a device function: still no barrier between a slot's write and its
// read by another warp.
// expect-hazard: race-shared a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__device__ short opposite(const short* values) {
  return values[threads - 1 - threadIdx.x];  // @b
}

__global__ void mirror(const short* x, short* y) {
  __shared__ short values[threads];
  values[threadIdx.x] = x[threadIdx.x];  // @a
  y[threadIdx.x] = opposite(values);
}

int main() {
  std::vector<short> x(threads), y(threads);
  for (int i = 0; i < threads; ++i) x[i] = static_cast<short>(3 * i + 1);
  short *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, threads * sizeof(short)));
  CHECK(cudaMalloc(&d_y, threads * sizeof(short)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(short), cudaMemcpyHostToDevice));
  mirror<<<1, threads>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, threads * sizeof(short), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < threads; ++i) right = right && y[i] == x[threads - 1 - i];
  return right ? 0 : 1;
}
