// A barrier expects the whole block, but only part of it arrives: the waiting threads wait forever.
// expect-hazard: divergent-barrier wait
// expect-exit: 1
#include <cuda/barrier>
#include <vector>

#include "../lens_check.hpp"

__global__ void sums(const int* in, int* out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> filled;
  __shared__ int tile[64];
  const int i = static_cast<int>(threadIdx.x);
  if (i == 0) init(&filled, blockDim.x);
  __syncthreads();
  if (i < n) {
    tile[i] = in[i];
    filled.arrive_and_wait();  // @wait
    out[i] = tile[i] + tile[n - 1 - i];
  }
}

int main() {
  const int n = 40;
  std::vector<int> x(n, 1);
  int *d_in, *d_out;
  CHECK(cudaMalloc(&d_in, n * sizeof(int)));
  CHECK(cudaMalloc(&d_out, n * sizeof(int)));
  CHECK(cudaMemcpy(d_in, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  sums<<<1, 64>>>(d_in, d_out, n);
  CHECK(cudaMemcpy(x.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  return x[0] == 2 ? 0 : 1;
}
