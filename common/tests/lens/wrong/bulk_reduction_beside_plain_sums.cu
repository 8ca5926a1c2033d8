// Every block adds its parts by a bulk reduction, which is atomic, and the last element also by a plain addition, which is not.
// expect-hazard: race-global plain reduce
// expect-hazard: race-global plain plain
// expect-exit: 1|3
#include <cuda/ptx>

#include "../lens_check.hpp"

namespace ptx = cuda::ptx;

__global__ void count(int* sums) {
  __shared__ alignas(16) int part[64];
  part[threadIdx.x] = 1;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, sums, part, 256);  // @reduce
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    sums[63] += 1;  // @plain
  }
}

int main() {
  int* d_x;
  CHECK(cudaMalloc(&d_x, 256));
  CHECK(cudaMemset(d_x, 0, 256));
  count<<<3, 64>>>(d_x);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_x));
  return 0;
}
