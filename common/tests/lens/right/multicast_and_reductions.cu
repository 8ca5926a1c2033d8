// One block copies a tile into all blocks of its cluster; each adds its part to the sums, by bulk reductions into global memory and into
// the shared memory of block 0; and a box of a tensor is reduced, in inline PTX too.
// expect-exit: 0
#include <cooperative_groups.h>
#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_fp16.h>

#include <cuda/ptx>

#include "../lens_check.hpp"

namespace ptx = cuda::ptx;

constexpr unsigned width = 64, blocks = 4;

__device__ void wait(std::uint64_t* bar) {
  while (!ptx::mbarrier_try_wait_parity(bar, 0)) {
  }
}

/// The block's own barrier at the same place in block 0.
template <class T>
__device__ T* in_block_0(T* own) {
  return static_cast<T*>(cooperative_groups::this_cluster().map_shared_rank(own, 0));
}

__global__ void __cluster_dims__(4)
    add(const unsigned* in, unsigned* sums, unsigned* sums_in_cluster, half* halves) {
  __shared__ alignas(16) unsigned tile[width], part[width], all[width];
  __shared__ alignas(16) half small[width];
  __shared__ std::uint64_t full, added;
  const unsigned t = threadIdx.x, rank = ptx::get_sreg_cluster_ctarank();
  all[t] = 0;
  if (t == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::mbarrier_init(&added, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(tile));
    if (rank == 0)
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &added,
                                     blocks * sizeof(part));
  }
  ptx::fence_proxy_async(ptx::space_shared);
  ptx::barrier_cluster_arrive(ptx::sem_release);
  ptx::barrier_cluster_wait(ptx::sem_acquire);
  if (t == 0 && rank == 0)
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof(tile), &full, 0xf);
  wait(&full);
  part[t] = (rank + 1) * tile[t];
  small[t] = __float2half(static_cast<float>(rank));
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (t == 0) {
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, sums, part, sizeof(part));
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_max, halves, small,
                              sizeof(small));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_reduce_async_bulk(ptx::space_cluster, ptx::space_shared, ptx::op_add, in_block_0(all), part,
                              sizeof(part), in_block_0(&added));
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
  if (rank == 0) {
    wait(&added);
    sums_in_cluster[t] = all[t];
  }
  cooperative_groups::this_cluster().sync();
}

template <bool in_ptx>
__global__ void least(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) int box[8][4];
  (&box[0][0])[threadIdx.x] = static_cast<int>(threadIdx.x) - 3;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x != 0) return;
  const std::int32_t at[2] = {2, 1};
  if constexpr (in_ptx)
    asm volatile(
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.min.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(
            &map),
        "r"(at[0]), "r"(at[1]), "r"(static_cast<unsigned>(__cvta_generic_to_shared(box)))
        : "memory");
  else
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_min, &map, at, box);
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

CUtensorMap map_of(void* address) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault,
                                         &found));
  CUtensorMap map;
  const cuuint64_t sizes[2] = {4, 8}, strides[1] = {16};
  const cuuint32_t box[2] = {4, 8}, steps[2] = {1, 1};
  if (reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(function)(
          &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, address, sizes, strides, box, steps,
          CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
          CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
    std::exit(1);
  return map;
}

int main() {
  unsigned x[width], sums[width], in_cluster[width], *d_x, *d_sums, *d_in_cluster;
  half largest[width], *d_halves;
  for (unsigned i = 0; i < width; ++i) x[i] = i;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_sums, sizeof(x)));
  CHECK(cudaMalloc(&d_in_cluster, sizeof(x)));
  CHECK(cudaMalloc(&d_halves, sizeof(largest)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_sums, 0, sizeof(x)));
  CHECK(cudaMemset(d_halves, 0, sizeof(largest)));
  add<<<blocks, width>>>(d_x, d_sums, d_in_cluster, d_halves);
  CHECK(cudaMemcpy(sums, d_sums, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(in_cluster, d_in_cluster, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(largest, d_halves, sizeof(largest), cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < width; ++i)
    if (sums[i] != 10 * i || in_cluster[i] != 10 * i || __half2float(largest[i]) != 3.0f) return 1;
  int y[32];
  for (const auto kernel : {least<false>, least<true>}) {
    CHECK(cudaMemset(d_x, 0, sizeof(y)));
    kernel<<<1, 32>>>(map_of(d_x));
    CHECK(cudaMemcpy(y, d_x, sizeof(y), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; ++i) {
      const int row = i / 4 - 1, column = i % 4 - 2, there = 4 * row + column - 3;
      if (y[i] != (row >= 0 && column >= 0 && there < 0 ? there : 0)) return 1;
    }
  }
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_sums));
  CHECK(cudaFree(d_in_cluster));
  CHECK(cudaFree(d_halves));
  return 0;
}
