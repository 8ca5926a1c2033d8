// Every way to make an mbarrier visible to TMA copies: each fence by the thread that initializes it, fence.proxy.async by the one that copies,
// and a barrier that is initialized and used again.
// expect-exit: 0
#include <cuda/ptx>

#include "../lens_check.hpp"

namespace ptx = cuda::ptx;

__device__ void copy(int* tile, const int* in, std::uint64_t* bar) {
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, bar, 64 * sizeof(int));
  ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, 64 * sizeof(int), bar);
}

__global__ void sum(const int* in, int* out) {
  __shared__ alignas(16) int tile[4][64];
  __shared__ std::uint64_t bar[3];
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&bar[0], 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_init(&bar[1], 1);
    ptx::fence_proxy_async(ptx::space_shared);
    ptx::mbarrier_init(&bar[2], 1);
  }
  __syncthreads();
  if (threadIdx.x == 33) {
    copy(tile[0], in, &bar[0]);
    copy(tile[1], in + 64, &bar[1]);
    ptx::fence_proxy_async();
    copy(tile[2], in + 128, &bar[2]);
  }
  for (auto& each : bar)
    while (!ptx::mbarrier_try_wait_parity(&each, 0)) {
    }
  __syncthreads();
  if (threadIdx.x == 2) {
    ptx::mbarrier_init(&bar[0], 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    copy(tile[3], in + 192, &bar[0]);
  }
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&bar[0], 0)) {
  }
  int all = 0;
  for (auto& each : tile) all += each[threadIdx.x];
  out[threadIdx.x] = all;
}

int main() {
  int x[256], *d_x, *d_y;
  for (int i = 0; i < 256; ++i) x[i] = i;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, 64 * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  sum<<<1, 64>>>(d_x, d_y);
  CHECK(cudaMemcpy(x, d_y, 64 * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  for (int i = 0; i < 64; ++i)
    if (x[i] != 4 * i + 384) return 1;
  return 0;
}
