// No kernel writes the counters before they are added to: cudaMemset has, byte by byte.
// expect-exit: 0
#include "../lens_check.hpp"

struct Counters {
  unsigned long long wide;
  unsigned narrow;
  int least;
  float sum;
};

__global__ void count(Counters* counters) {
  atomicAdd(&counters->wide, 1ull << 33);
  atomicOr(&counters->narrow, 1u << (threadIdx.x % 32));
  atomicMin(&counters->least, -static_cast<int>(threadIdx.x));
  atomicAdd(&counters->sum, 0.5f);
}

int main() {
  Counters counters{};
  Counters* d_counters;
  CHECK(cudaMalloc(&d_counters, sizeof(Counters)));
  CHECK(cudaMemset(d_counters, 0, sizeof(Counters)));
  count<<<2, 64>>>(d_counters);
  CHECK(cudaMemcpy(&counters, d_counters, sizeof(Counters), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_counters));
  const bool integers = counters.wide == 128ull << 33 && counters.narrow == ~0u && counters.least == -63;
  return integers && counters.sum == 64.0f ? 0 : 1;
}
