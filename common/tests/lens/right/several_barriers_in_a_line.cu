// Barriers that share a line, by hand and in macros, in loops and in a helper: all threads come to each of them.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

#define EXCHANGE(slots, value) \
  __syncthreads();             \
  slots[threadIdx.x] = value;  \
  __syncthreads();

// clang-format off
template <int step>
__device__ int neighbour(int* slots, int value) { __syncthreads(); slots[threadIdx.x] = value; __syncthreads(); return slots[threadIdx.x ^ step]; }

__global__ void sums(int* out) {
  __shared__ int slots[64];
  int sum = static_cast<int>(threadIdx.x);
#pragma unroll
  for (int i = 1; i < 8; i *= 2) { EXCHANGE(slots, sum) sum += slots[threadIdx.x ^ i]; __syncthreads(); }
  sum += neighbour<8>(slots, sum);
  sum += neighbour<16>(slots, sum);
  sum += neighbour<32>(slots, sum);
  out[threadIdx.x] = sum;
  __syncthreads_or(sum != 0) ? __syncthreads() : __syncthreads();
}
// clang-format on

int main() {
  const int n = 64;
  std::vector<int> out(n);
  int* d_out;
  CHECK(cudaMalloc(&d_out, n * sizeof(int)));
  sums<<<1, n>>>(d_out);
  CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out[0] == 2016 && out[63] == 2016 ? 0 : 1;
}
