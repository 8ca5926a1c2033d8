// TMA copies: two stages that a producer fills and consumers empty, each signaled by an mbarrier; results copied back in groups of copies;
// and the same through cuda::barrier.
// expect-exit: 0
#include <cuda/barrier>
#include <cuda/ptx>
#include <utility>

#include "../lens_check.hpp"

namespace ptx = cuda::ptx;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int tile_size = 128, tiles = 5, stages = 2;

__global__ void scale(const int* in, int* out) {
  __shared__ alignas(16) int tile[stages][tile_size];
  __shared__ std::uint64_t full[stages], empty[stages];
  const int t = static_cast<int>(threadIdx.x);
  if (t == 0) {
    for (int s = 0; s < stages; ++s) {
      ptx::mbarrier_init(&full[s], 1);
      ptx::mbarrier_init(&empty[s], tile_size);
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (t >= tile_size) {  // the producer's warp
    if (t != tile_size) return;
    for (int i = 0; i < tiles; ++i) {
      const int s = i % stages;
      while (!ptx::mbarrier_try_wait_parity(&empty[s], static_cast<std::uint32_t>(i / stages % 2 ^ 1))) {
      }
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[s],
                                     sizeof(tile[s]));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[s], in + i * tile_size, sizeof(tile[s]),
                         &full[s]);
    }
    return;
  }
  for (int i = 0; i < tiles; ++i) {
    const int s = i % stages;
    while (!ptx::mbarrier_try_wait_parity(&full[s], static_cast<std::uint32_t>(i / stages % 2))) {
    }
    out[i * tile_size + t] = 2 * tile[s][tile_size - 1 - t];
    ptx::mbarrier_arrive(&empty[s]);
  }
}

__global__ void add_one(int* x) {
  __shared__ alignas(16) int tile[tile_size];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier bar;
  const int t = static_cast<int>(threadIdx.x);
  if (t == 0) {
    init(&bar, blockDim.x);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  for (int i = 0; i < tiles; ++i) {
    Barrier::arrival_token token;
    if (t == 0) {
      cuda::device::memcpy_async_tx(tile, x + i * tile_size, cuda::aligned_size_t<16>(sizeof(tile)), bar);
      token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
      token = bar.arrive();
    }
    bar.wait(std::move(token));
    tile[t] += 1;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (t == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, x + i * tile_size, tile, sizeof(tile));
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
    __syncthreads();
  }
}

int main() {
  const int n = tiles * tile_size;
  int x[n], y[n], *d_x, *d_y;
  for (int i = 0; i < n; ++i) x[i] = i * i % 97;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, sizeof(y)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  scale<<<1, tile_size + 32>>>(d_x, d_y);
  add_one<<<1, tile_size>>>(d_y);
  CHECK(cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  for (int i = 0; i < n; ++i)
    if (y[i] != 2 * x[i / tile_size * tile_size + tile_size - 1 - i % tile_size] + 1) return 1;
  return 0;
}
