// A number in a structure happens to lie below the host's thread_local variables, among which the simulator keeps its own: the kernel follows no
// pointer.
// expect-exit: 0
#include <cstdint>

#include "../lens_check.hpp"

thread_local int own;

struct Number {
  std::uintptr_t value;
};

__global__ void reverse(int* out, Number number) {
  __shared__ int tile[32];
  tile[threadIdx.x] = static_cast<int>(threadIdx.x + number.value % 2);
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

int main() {
  int* out;
  CHECK(cudaMalloc(&out, 32 * sizeof(int)));
  const std::uintptr_t near = reinterpret_cast<std::uintptr_t>(&own) / 4096 * 4096 - 65536;
  reverse<<<1, 32>>>(out, Number{near});
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(out));
  return 0;
}
