// Threads that race until the watchdog stops them. It mostly meets the lens at its list of findings: the report must come all the same.
// Run by stopped_in_a_report.sh.
#include "tests/lens/lens_check.hpp"

__global__ void race(int* words, long rounds) {
  for (long i = 0; i < rounds; ++i) {
    words[i % 7] = static_cast<int>(i + threadIdx.x);
    __syncthreads();  // the others' turn
  }
}

int main() {
  int* words;
  CHECK(cudaMalloc(&words, 7 * sizeof(int)));
  race<<<1, 64>>>(words, 1L << 60);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
