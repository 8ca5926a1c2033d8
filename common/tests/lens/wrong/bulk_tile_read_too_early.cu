// The thread that starts a TMA copy waits for it, the others do not.
// expect-hazard: not-waited-for read copy
// expect-exit: 3
#include <cuda/ptx>

#include "../lens_check.hpp"

namespace ptx = cuda::ptx;

__global__ void twice(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ std::uint64_t bar;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&bar, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof(tile), &bar);  // @copy
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(tile));
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
    }
  }
  out[threadIdx.x] = 2 * tile[threadIdx.x];  // @read
}

int main() {
  int x[64], *d_x, *d_y;
  for (int i = 0; i < 64; ++i) x[i] = i;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, sizeof(x)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  twice<<<1, 64>>>(d_x, d_y);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return 0;
}
