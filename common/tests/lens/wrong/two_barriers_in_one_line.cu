// Each half of a block comes to its own barrier; although both are on one line, they are two barriers.
// expect-hazard: divergent-barrier a
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

#define SYNC() __syncthreads()

// clang-format off
__global__ void halves(int* out) {
  __shared__ int slots[64];
  slots[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (threadIdx.x < 32) { SYNC(); } else { SYNC(); }  // @a
  out[threadIdx.x] = slots[63 - threadIdx.x];
}
// clang-format on

int main() {
  const int n = 64;
  std::vector<int> out(n);
  int* d_out;
  CHECK(cudaMalloc(&d_out, n * sizeof(int)));
  halves<<<1, n>>>(d_out);
  CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out[0] == 63 && out[63] == 0 ? 0 : 1;
}
