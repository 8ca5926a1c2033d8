// A barrier orders the threads that have written, but there is no fence.proxy.async before the TMA copy.
// expect-hazard: missing-proxy-fence copy write
// expect-exit: 3
#include <cuda/ptx>

#include "../lens_check.hpp"

namespace ptx = cuda::ptx;

__global__ void number(int* out) {
  __shared__ alignas(16) int tile[64];
  tile[threadIdx.x] = static_cast<int>(threadIdx.x);  // @write
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, tile, sizeof(tile));  // @copy
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

int main() {
  int x[64], *d_x;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  number<<<1, 64>>>(d_x);
  CHECK(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  for (int i = 0; i < 64; ++i)
    if (x[i] != i) return 1;
  return 0;
}
