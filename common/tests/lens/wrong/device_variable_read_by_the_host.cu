// A count in a __device__ variable is set and read by host code as if it were the host's own.
// expect-hazard: host-access set add
// expect-hazard: host-access get add
// expect-exit: 3
#include "../lens_check.hpp"

__device__ int count = 5;

__global__ void count_threads() {
  atomicAdd(&count, 1);  // @add
}

int main() {
  count = 0;  // @set
  count_threads<<<2, 64>>>();
  CHECK(cudaDeviceSynchronize());
  const int result = count;  // @get
  return result == 128 ? 0 : 1;
}
