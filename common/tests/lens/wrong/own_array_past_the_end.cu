// A thread's own arrays are accessed past their ends: one neighbor too many, and a bin for a value that has none.
// expect-hazard: out-of-bounds neighbor
// expect-hazard: out-of-bounds bin
// expect-hazard: out-of-bounds row
// expect-exit: 3
#include "../lens_check.hpp"

constexpr int radius = 2;

__global__ void smooth(const int* in, int* out, int n) {
  int window[2 * radius + 1];
  for (int k = 0; k < 2 * radius + 1; ++k) window[k] = in[(threadIdx.x + k) % n];
  int sum = 0;
  for (int k = 0; k <= n % 32 + 2 * radius + 1; ++k) sum += window[k];  // @neighbor
  unsigned bins[4] = {};
  bins[in[threadIdx.x] & 7] += 1;  // @bin
  float table[2][3] = {};
  table[1][in[threadIdx.x] % 4] = 1.0f;  // @row
  out[threadIdx.x] = sum + static_cast<int>(bins[0] + table[1][0]);
}

int main() {
  const int n = 64;
  int in[n];
  for (int i = 0; i < n; ++i) in[i] = i;
  int *d_in, *d_out;
  CHECK(cudaMalloc(&d_in, sizeof(in)));
  CHECK(cudaMalloc(&d_out, sizeof(in)));
  CHECK(cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice));
  smooth<<<1, n>>>(d_in, d_out, n);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  return 0;
}
