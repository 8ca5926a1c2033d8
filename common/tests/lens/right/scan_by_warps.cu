// Warp scans by shuffle, then one warp scans the warps' sums: two barriers are enough for the whole block.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 256;

__device__ int warp_scan(int value) {
  const int lane = threadIdx.x % 32;
  for (int distance = 1; distance < 32; distance *= 2) {
    const int left = __shfl_up_sync(0xffffffffu, value, distance);
    if (lane >= distance) value += left;
  }
  return value;
}

__global__ void scan(const int* x, int* y) {
  __shared__ int sums[threads / 32];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int own = warp_scan(x[t]);
  if (lane == 31) sums[warp] = own;
  __syncthreads();
  if (warp == 0) {
    const int scanned = warp_scan(lane < threads / 32 ? sums[lane] : 0);
    if (lane < threads / 32) sums[lane] = scanned;
  }
  __syncthreads();
  y[t] = own + (warp > 0 ? sums[warp - 1] : 0);
}

int main() {
  const std::vector<int> x(threads, 3);
  std::vector<int> y(threads);
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_y, threads * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  scan<<<1, threads>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, threads * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < threads; ++i) right = right && y[i] == 3 * (i + 1);
  return right ? 0 : 1;
}
