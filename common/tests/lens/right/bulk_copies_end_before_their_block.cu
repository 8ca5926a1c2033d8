// TMA copies that some thread of the block has waited for before it ends: threads that have started copies leave early, one warp or one
// thread waits for all, the wait is of an earlier group than the last one committed (which is empty), and a phase counts two copies.
// expect-exit: 0
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/ptx>
#include <utility>

#include "../lens_check.hpp"

namespace ptx = cuda::ptx;
namespace cg = cooperative_groups;

constexpr int size = 64;

__device__ void init_barrier(std::uint64_t* bar) {
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(bar, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
}

__global__ void one_warp_waits(const int* in, int* out) {
  __shared__ alignas(16) int tile[2][size];
  __shared__ std::uint64_t full;
  init_barrier(&full);
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(tile));
    for (int i = 0; i < 2; ++i)
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[i], in + i * size, sizeof(tile[i]),
                         &full);
  }
  if (threadIdx.x < 32) return;
  if (threadIdx.x == 32)
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
    }
  __syncwarp();
  out[threadIdx.x - 32] = tile[0][threadIdx.x] + tile[1][threadIdx.x - 32];
}

__global__ void nobody_uses_it(const int* in) {
  __shared__ alignas(16) int tile[size];
  __shared__ std::uint64_t full;
  init_barrier(&full);
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(tile));
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof(tile), &full);
  }
  if (threadIdx.x == 5)
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
    }
}

__global__ void store(int* out) {
  __shared__ alignas(16) int tile[size];
  tile[threadIdx.x] = static_cast<int>(threadIdx.x);
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x != 40) return;
  for (int i = 0; i < size; i += 16)
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + blockIdx.x * size + i, tile + i,
                       16 * sizeof(int));
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_commit_group();
  if (blockIdx.x % 2 == 0)
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
  else
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

__global__ void __cluster_dims__(2) load_for_both(const int* in, int* out) {
  __shared__ alignas(16) int tile[size];
  __shared__ std::uint64_t full;
  init_barrier(&full);
  if (threadIdx.x == 0)
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(tile));
  const auto cluster = cg::this_cluster();
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0)
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof(tile), &full,
                       static_cast<std::uint16_t>(3));
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
  out[blockIdx.x * size + threadIdx.x] = tile[threadIdx.x];
  cluster.sync();
}

int main() {
  int x[2 * size], *d_x, *d_y;
  for (int i = 0; i < 2 * size; ++i) x[i] = i;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, sizeof(x)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  one_warp_waits<<<1, size>>>(d_x, d_y);
  nobody_uses_it<<<2, size>>>(d_x);
  store<<<2, size>>>(d_y);
  load_for_both<<<2, size>>>(d_x, d_y);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return 0;
}
