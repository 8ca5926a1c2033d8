// TMA copies are still in flight when their block ends: a result that is stored last, of two groups the newer one, a tile that is loaded
// ahead and never used, and one that no thread of the other block in the cluster waits for.
// expect-hazard: not-waited-for result
// expect-hazard: not-waited-for newer
// expect-hazard: not-waited-for ahead
// expect-hazard: not-waited-for unused
// expect-hazard: not-waited-for neighbor
// expect-words: that reads 256 bytes at offset 0 of the shared variable 'tile', and no wait for it precedes the end of the block
// expect-words: let the thread that started the copy call cp_async_bulk_commit_group() and cp_async_bulk_wait_group_read() before it ends
// expect-exit: 3
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/ptx>
#include <utility>

#include "../lens_check.hpp"

namespace ptx = cuda::ptx;
namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int size = 64, tiles = 3;

__global__ void store(int* out) {
  __shared__ alignas(16) int tile[size];
  tile[threadIdx.x] = static_cast<int>(threadIdx.x);
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    int* there = out + blockIdx.x * size;
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, there, tile, sizeof(tile));  // @result
    ptx::cp_async_bulk_commit_group();
  }
}

__global__ void store_two(int* out) {
  __shared__ alignas(16) int tile[2][size];
  tile[0][threadIdx.x] = tile[1][threadIdx.x] = static_cast<int>(threadIdx.x);
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x != 0) return;
  ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, tile[0], sizeof(tile[0]));
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + size, tile[1], sizeof(tile[1]));  // @newer
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group(ptx::n32_t<1>());
}

__global__ void sum_of_tiles(const int* in, int* out) {
  __shared__ alignas(16) int tile[2][size];
  __shared__ std::uint64_t full[2];
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full[0], 1);
    ptx::mbarrier_init(&full[1], 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  const auto load = [&](int i) {
    if (threadIdx.x != 0) return;
    const int s = i % 2;
    const int* from = in + (i < tiles ? i * size : 0);
    constexpr unsigned bytes = sizeof(tile[0]);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[s], from, bytes, &full[s]);  // @ahead
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[s], bytes);
  };
  load(0);
  int sum = 0;
  for (int i = 0; i < tiles; ++i) {
    __syncthreads();
    load(i + 1);
    while (!ptx::mbarrier_try_wait_parity(&full[i % 2], static_cast<std::uint32_t>(i / 2 % 2))) {
    }
    sum += tile[i % 2][threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

__global__ void load_in_vain(const int* in, int* out) {
  __shared__ alignas(16) int tile[size];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, 1);
    ptx::fence_proxy_async(ptx::space_shared);
    cuda::device::memcpy_async_tx(tile, in, cuda::aligned_size_t<16>(sizeof(tile)), bar);  // @unused
    (void)cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
  }
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void __cluster_dims__(2) load_for_both(const int* in, int* out) {
  __shared__ alignas(16) int tile[size];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(tile));
  }
  const auto cluster = cg::this_cluster();
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0)
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof(tile), &full,  // @neighbor
                       static_cast<std::uint16_t>(3));
  cluster.sync();
  if (cluster.block_rank() == 1) return;
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  int x[size * tiles], *d_x, *d_y;
  for (int i = 0; i < size * tiles; ++i) x[i] = i;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, sizeof(x)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  store<<<2, size>>>(d_y);
  store_two<<<1, size>>>(d_y);
  sum_of_tiles<<<1, size>>>(d_x, d_y);
  load_in_vain<<<1, size>>>(d_x, d_y);
  load_for_both<<<2, size>>>(d_x, d_y);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return 0;
}
