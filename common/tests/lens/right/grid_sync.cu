// Blocks read what their neighbors wrote in the previous step, in one launch: the whole grid synchronizes
// between.
// expect-exit: 0
#include <cooperative_groups.h>

#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 32, blocks = 4, n = threads * blocks, steps = 5;

__global__ void diffuse(int* from, int* to) {
  const int i = blockIdx.x * threads + threadIdx.x;
  for (int step = 0; step < steps; ++step) {
    to[i] = from[(i + n - 1) % n] + from[i];
    cooperative_groups::this_grid().sync();
    int* const swapped = from;
    from = to;
    to = swapped;
  }
}

int main() {
  std::vector<int> x(n), y(n), next(n);
  for (int i = 0; i < n; ++i) x[i] = i % 7;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  void* arguments[] = {&d_x, &d_y};
  CHECK(cudaLaunchCooperativeKernel(diffuse, dim3(blocks), dim3(threads), arguments, 0, nullptr));
  CHECK(cudaMemcpy(y.data(), steps % 2 == 0 ? d_x : d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < n; ++i) next[i] = x[(i + n - 1) % n] + x[i];
    x.swap(next);
  }
  return x == y ? 0 : 1;
}
