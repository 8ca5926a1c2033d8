// All time steps run in one launch with two buffers: __syncthreads does not make a block wait for its
// neighbors' step.
// expect-hazard: race-global a a
// allow-hazard: uninitialized-global a
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 32, blocks = 4, n = threads * blocks, steps = 6;

__global__ void diffuse(int* from, int* to) {
  const int i = blockIdx.x * threads + threadIdx.x;
  for (int step = 0; step < steps; ++step) {
    to[i] = from[(i + n - 1) % n] + from[i];  // @a
    int* swapped = from;
    from = to;
    to = swapped;
    __syncthreads();
  }
}

int main() {
  std::vector<int> x(n), y(n), next(n);
  for (int i = 0; i < n; ++i) x[i] = i % 7;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  diffuse<<<blocks, threads>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_x, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < n; ++i) next[i] = x[(i + n - 1) % n] + x[i];
    x.swap(next);
  }
  return x == y ? 0 : 1;
}
