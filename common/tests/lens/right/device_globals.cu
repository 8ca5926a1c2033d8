// Device variables without an initializer are zero from the start, and a kernel reaches them by name and
// by address.
// expect-exit: 0
#include "../lens_check.hpp"

__device__ int counts[8];
__device__ int start = 100;

__global__ void count(int* by_address) {
  atomicAdd(&counts[threadIdx.x % 8], 1);
  if (threadIdx.x == 0 && blockIdx.x == 0) atomicAdd(&by_address[1], start);
}

int main() {
  int result[8];
  void* address = nullptr;
  CHECK(cudaGetSymbolAddress(&address, counts));
  count<<<2, 64>>>(static_cast<int*>(address));
  CHECK(cudaMemcpyFromSymbol(result, counts, sizeof(result)));
  bool right = result[1] == 116;
  for (int i = 0; i < 8; ++i) right = right && (i == 1 || result[i] == 16);
  return right ? 0 : 1;
}
