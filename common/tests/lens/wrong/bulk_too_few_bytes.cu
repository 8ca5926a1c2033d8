// The barrier expects twice the bytes that are copied: its phase never ends.
// expect-hazard: divergent-barrier wait other
// expect-exit: 1
#include <cuda/ptx>

#include "../lens_check.hpp"

namespace ptx = cuda::ptx;

__global__ void twice(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ std::uint64_t bar;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&bar, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar,
                                   2 * sizeof(tile));
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof(tile), &bar);
  }
  __syncthreads();
  if (threadIdx.x < 32)
    while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {  // @wait
    }
  else
    while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {  // @other
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
