// cudaMemset is given a number of elements: only the first quarter of the counters is zeroed.
// expect-hazard: uninitialized-global a
// expect-exit: 1|3
#include <vector>

#include "../lens_check.hpp"

__global__ void count(unsigned long long* counters, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&counters[i % n], 1ull);  // @a
}

int main() {
  const int n = 32;
  std::vector<unsigned long long> counters(n);
  unsigned long long* d_counters;
  CHECK(cudaMalloc(&d_counters, n * sizeof(unsigned long long)));
  CHECK(cudaMemset(d_counters, 0, n));
  count<<<4, 64>>>(d_counters, n);
  CHECK(cudaMemcpy(counters.data(), d_counters, n * sizeof(unsigned long long), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_counters));
  bool right = true;
  for (const unsigned long long value : counters) right = right && value == 8;
  return right ? 0 : 1;
}
