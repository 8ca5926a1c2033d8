// Threads write the parts that a bulk reduction adds to the sums; then comes a barrier, but no fence.proxy.async.
// expect-hazard: missing-proxy-fence reduce write
// expect-exit: 3
#include <cuda/ptx>

#include "../lens_check.hpp"

namespace ptx = cuda::ptx;

__global__ void count(int* sums) {
  __shared__ alignas(16) int part[64];
  part[threadIdx.x] = 1;  // @write
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, sums, part, 256);  // @reduce
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}

int main() {
  int x[64], *d_x;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMemset(d_x, 0, sizeof(x)));
  count<<<3, 64>>>(d_x);
  CHECK(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  for (int each : x)
    if (each != 3) return 1;
  return 0;
}
