// Three arrays of different types in one dynamic pool, each begun on its own alignment, and filled to the
// last byte.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

__global__ void mix(double* out, int n) {
  extern __shared__ double pool[];
  double* doubles = pool;
  int* ints = reinterpret_cast<int*>(doubles + n);
  unsigned char* bytes = reinterpret_cast<unsigned char*>(ints + n);
  const int t = threadIdx.x, other = n - 1 - t;
  doubles[t] = 0.25 * t;
  ints[t] = 100 * t;
  bytes[t] = static_cast<unsigned char>(t);
  __syncthreads();
  out[t] = doubles[other] + ints[other] + bytes[other];
}

int main() {
  const int n = 61;
  std::vector<double> out(n);
  double* d_out;
  CHECK(cudaMalloc(&d_out, n * sizeof(double)));
  const size_t pool_bytes = n * (sizeof(double) + sizeof(int) + 1);
  mix<<<1, n, pool_bytes>>>(d_out, n);
  CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && out[i] == 101.25 * (n - 1 - i);
  return right ? 0 : 1;
}
