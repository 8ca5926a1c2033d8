// Half of the shared slots and of the scratch memory are never set, and never read.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void every_other(const int* x, int* scratch, int* y) {
  __shared__ int slots[2 * threads];
  const int t = threadIdx.x;
  if (t % 2 == 0) slots[2 * t] = x[t];
  if (t % 2 == 1) scratch[t] = x[t];
  __syncthreads();
  y[t] = t % 2 == 1 ? slots[2 * (t - 1)] : scratch[t + 1];
}

int main() {
  std::vector<int> x(threads), y(threads);
  for (int i = 0; i < threads; ++i) x[i] = i * 9;
  int *d_x, *d_scratch, *d_y;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_scratch, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_y, threads * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  every_other<<<1, threads>>>(d_x, d_scratch, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, threads * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_scratch));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < threads; ++i) right = right && y[i] == x[i ^ 1];
  return right ? 0 : 1;
}
