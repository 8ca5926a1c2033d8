// Even and odd warps wait at two different barriers: the threads of a block must all come to the same one.
// expect-hazard: divergent-barrier a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

__global__ void branches(int* out) {
  __shared__ int slots[64];
  if (threadIdx.x / 32 % 2 == 0) {
    slots[threadIdx.x] = 1;
    __syncthreads();  // @a
  } else {
    slots[threadIdx.x] = 2;
    __syncthreads();  // @b
  }
  out[threadIdx.x] = slots[63 - threadIdx.x];
}

int main() {
  const int n = 64;
  std::vector<int> out(n);
  int* d_out;
  CHECK(cudaMalloc(&d_out, n * sizeof(int)));
  branches<<<1, n>>>(d_out);
  CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out[0] == 2 && out[63] == 1 ? 0 : 1;
}
