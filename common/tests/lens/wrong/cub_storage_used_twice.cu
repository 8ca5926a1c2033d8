// The minimum and the maximum of a block, one after the other through one TempStorage: the second reduction's warps write their results
// while thread 0 still reads those of the first.
// expect-hazard: reuse-without-barrier|race-shared a b
// allow-hazard: race-shared a b
// allow-hazard: race-shared a a
// expect-exit: 1|3
#include <cub/cub.cuh>
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 128;

struct Least {
  __device__ int operator()(int a, int b) const { return b < a ? b : a; }
};
struct Most {
  __device__ int operator()(int a, int b) const { return a < b ? b : a; }
};

__global__ void extremes(const int* x, int* y) {
  using Reduce = cub::BlockReduce<int, threads>;
  __shared__ typename Reduce::TempStorage storage;
  const int least = Reduce(storage).Reduce(x[threadIdx.x], Least());  // @a
  const int most = Reduce(storage).Reduce(x[threadIdx.x], Most());    // @b
  if (threadIdx.x == 0) y[0] = least, y[1] = most;
}

int main() {
  std::vector<int> x(threads), y(2);
  for (int i = 0; i < threads; ++i) x[i] = i * 37 % threads;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_y, 2 * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  extremes<<<1, threads>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, 2 * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return y[0] == 0 && y[1] == threads - 1 ? 0 : 1;
}
