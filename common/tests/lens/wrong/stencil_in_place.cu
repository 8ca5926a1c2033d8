// A tiled stencil writes its result in place: a block's halo is read while the neighboring block
// overwrites it.
// expect-hazard: race-global a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void smooth(int* x, int n) {
  __shared__ int tile[threads + 2];
  const int i = blockIdx.x * threads + threadIdx.x;
  for (int k = threadIdx.x; k < threads + 2; k += threads) {
    const int from = static_cast<int>(blockIdx.x) * threads + k - 1;
    tile[k] = 0;
    if (from >= 0 && from < n) tile[k] = x[from];  // @a
  }
  __syncthreads();
  x[i] = tile[threadIdx.x] + tile[threadIdx.x + 1] + tile[threadIdx.x + 2];  // @b
}

int main() {
  const int n = 4 * threads;
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i + 1;
  int* d_x;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  smooth<<<n / threads, threads>>>(d_x, n);
  CHECK(cudaMemcpy(y.data(), d_x, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  bool right = true;
  for (int i = 0; i < n; ++i)
    right = right && y[i] == (i > 0 ? x[i - 1] : 0) + x[i] + (i + 1 < n ? x[i + 1] : 0);
  return right ? 0 : 1;
}
