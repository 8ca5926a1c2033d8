// One shared pool holds ints, then doubles, then ints again: a barrier ends each use before the next begins.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void three_uses(const int* x, int* y) {
  __shared__ __align__(8) unsigned char pool[threads * sizeof(double)];
  int* ints = reinterpret_cast<int*>(pool);
  double* doubles = reinterpret_cast<double*>(pool);
  const int t = threadIdx.x, other = threads - 1 - t;
  ints[t] = x[t];
  __syncthreads();
  const int mirrored = ints[other];
  __syncthreads();
  doubles[t] = 0.5 * mirrored;
  __syncthreads();
  const double half = doubles[(t + 1) % threads];
  __syncthreads();
  ints[t] = static_cast<int>(2 * half);
  __syncthreads();
  y[t] = ints[other];
}

int main() {
  std::vector<int> x(threads), y(threads);
  for (int i = 0; i < threads; ++i) x[i] = 10 * i;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_y, threads * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  three_uses<<<1, threads>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, threads * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int t = 0; t < threads; ++t) right = right && y[t] == x[(2 * threads - 1 - (threads - t)) % threads];
  return right ? 0 : 1;
}
