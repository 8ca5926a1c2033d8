// Lanes read each other's registers without a barrier: the shuffle itself synchronizes the lanes of
// its mask.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

__device__ int warp_sum(int value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffffffffu, value, distance);
  return value;
}

__global__ void sum_all(const int* x, int* total, int n) {
  __shared__ int parts[32];
  int own = 0;
  for (unsigned i = threadIdx.x; i < static_cast<unsigned>(n); i += blockDim.x) own += x[i];
  own = warp_sum(own);
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) parts[warp] = own;
  __syncthreads();
  if (warp == 0) {
    own = warp_sum(lane < blockDim.x / 32 ? parts[lane] : 0);
    if (lane == 0) *total = own;
  }
}

int main() {
  const int n = 777;
  const std::vector<int> x(n, 2);
  int total = 0;
  int *d_x, *d_total;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_total, sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  sum_all<<<1, 160>>>(d_x, d_total, n);
  CHECK(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_total));
  return total == 2 * n ? 0 : 1;
}
