// The next round overwrites a tile that a TMA copy may still read: of two groups, the wait only covers one. The last copy outlives its block.
// expect-hazard: not-waited-for write copy
// expect-hazard: not-waited-for copy
// expect-exit: 3
#include <cuda/ptx>

#include "../lens_check.hpp"

namespace ptx = cuda::ptx;

__global__ void number(int* out) {
  __shared__ alignas(16) int tile[64];
  for (unsigned round = 0; round < 3; ++round) {
    tile[threadIdx.x] = static_cast<int>(round * 64 + threadIdx.x);  // @write
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      int* there = out + round * 64;
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, there, tile, sizeof(tile));  // @copy
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
    }
    __syncthreads();
  }
}

int main() {
  int x[192], *d_x;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  number<<<1, 64>>>(d_x);
  CHECK(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  for (int i = 0; i < 192; ++i)
    if (x[i] != i) return 1;
  return 0;
}
