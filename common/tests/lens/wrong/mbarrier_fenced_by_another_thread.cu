// fence.mbarrier_init must come from the thread that initialized the mbarrier: another thread's has no effect, and comes too early.
// expect-hazard: missing-proxy-fence copy init
// expect-exit: 3
#include <cuda/ptx>

#include "../lens_check.hpp"

namespace ptx = cuda::ptx;

__global__ void twice(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ std::uint64_t bar;
  if (threadIdx.x == 0) {
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_init(&bar, 1);  // @init
  }
  __syncthreads();
  if (threadIdx.x == 32) {
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(tile));
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof(tile), &bar);  // @copy
  }
  while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
  }
  out[threadIdx.x] = 2 * tile[threadIdx.x];
}

int main() {
  int x[64] = {}, *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, sizeof(x)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  twice<<<1, 64>>>(d_x, d_y);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return 0;
}
