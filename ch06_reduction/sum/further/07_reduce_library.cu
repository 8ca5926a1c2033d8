// reduce_library: what adds up a block's values today, and does it cost anything?
//
// Before   reduce_shuffle adds the values of a warp with five shuffles, and the warps' sums with five more. Know how it
//          works, and then use what has a name:
//
//              by hand                      warp_sum, shared memory, barrier, warp_sum       (block_sum in reduce.cuh)
//              cooperative_groups::reduce   the same for a tile of 32 threads that is an object
//              cub::WarpReduce              the same, with storage that the caller provides
//              cub::BlockReduce             the whole block in one call
//              __reduce_add_sync            integers only: one instruction per warp, from compute capability 8.0 on
//
// Change   one kernel, a grid-stride loop as in reduce_grid_stride; only the line that adds up the block differs.
// Expect   A block reads many elements and adds up once, so all variants take the time of the reads. The choice is
//          one of readability: BlockReduce needs the block size as a constant and hides the barrier, so its storage
//          must not be used again before the next one.
// Run      ./tutorial run reduce_library -- --n 100000000 --type int
// See      ./tutorial explain reduce_library
// Source   ours; CUB and cooperative groups: their documentation

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cub/block/block_reduce.cuh>
#include <cub/warp/warp_reduce.cuh>

#include "reduce.cuh"
#include "sum/input.hpp"

namespace cg = cooperative_groups;

constexpr int block_size = 256;
constexpr int warps = block_size / tutorial::warp_size;

// [kernel]
// Each adds up one value per thread of the block. Thread 0 gets the sum.
struct ByHand {
  template <typename T>
  static __device__ T sum(T value) {
    __shared__ T warp_sums[tutorial::warp_size];
    return ch06::block_sum(value, warp_sums);
  }
};

struct CooperativeGroups {
  template <typename T>
  static __device__ T sum(T value) {
    __shared__ T warp_sums[warps];
    const cg::thread_block block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<tutorial::warp_size>(block);
    const int rank = warp.thread_rank();
    value = cg::reduce(warp, value, cg::plus<T>());  // for every thread of the warp
    if (rank == 0) warp_sums[warp.meta_group_rank()] = value;
    block.sync();
    return cg::reduce(warp, rank < warps ? warp_sums[rank] : T{0}, cg::plus<T>());
  }
};

struct WarpReduce {
  template <typename T>
  static __device__ T sum(T value) {
    using Reduce = cub::WarpReduce<T>;
    __shared__ typename Reduce::TempStorage storage[warps];
    __shared__ T warp_sums[warps];
    const int warp = threadIdx.x / tutorial::warp_size;
    const int lane = threadIdx.x % tutorial::warp_size;
    value = Reduce(storage[warp]).Sum(value);  // for lane 0
    if (lane == 0) warp_sums[warp] = value;
    __syncthreads();
    return Reduce(storage[warp]).Sum(lane < warps ? warp_sums[lane] : T{0});
  }
};

struct BlockReduce {
  template <typename T>
  static __device__ T sum(T value) {
    using Reduce = cub::BlockReduce<T, block_size>;
    __shared__ typename Reduce::TempStorage storage;
    return Reduce(storage).Sum(value);
  }
};

struct ReduceAdd {
  static __device__ int sum(int value) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    __shared__ int warp_sums[warps];
    const int warp = threadIdx.x / tutorial::warp_size;
    const int lane = threadIdx.x % tutorial::warp_size;
    value = __reduce_add_sync(0xFFFFFFFFu, value);  // for every thread of the warp
    if (lane == 0) warp_sums[warp] = value;
    __syncthreads();
    value = __reduce_add_sync(0xFFFFFFFFu, lane < warps ? warp_sums[lane] : 0);
#endif
    return value;
  }
};

template <typename Method, typename T>
__global__ void reduce_library(const T* in, T* partial, std::int64_t n) {
  T sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * block_size + threadIdx.x; i < n;
       i += std::int64_t{gridDim.x} * block_size) {
    sum += in[i];
  }
  sum = Method::sum(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, std::int64_t n) {
  const unsigned grid = ch06::filling_blocks(reduce_library<ByHand, T>, block_size, n);
  ch06::Input<T> in(program.seed(), n, tutorial::Data::fractions, block_size, grid);
  tutorial::DeviceBuffer<T> d_in(n), d_partial(grid);  // cudaMalloc
  d_in.copy_from(in.make_values());                    // cudaMemcpy

  const auto measure = [&](const char* variant, auto kernel) {
    d_partial.poison();
    program.measure(
        in.row(variant),
        [&] {
          kernel<<<grid, block_size>>>(d_in.data(), d_partial.data(), n);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return in.check(d_partial.to_host()); });
  };
  measure("by hand", reduce_library<ByHand, T>);
  measure("cooperative_groups::reduce", reduce_library<CooperativeGroups, T>);
  measure("cub::WarpReduce", reduce_library<WarpReduce, T>);
  measure("cub::BlockReduce", reduce_library<BlockReduce, T>);
  if constexpr (std::is_same_v<T, int>) {
    if (tutorial::device_attribute(cudaDevAttrComputeCapabilityMajor) < 8) {
      program.left_out("__reduce_add_sync", "it needs compute capability 8.0");
      return;
    }
    measure("__reduce_add_sync", reduce_library<ReduceAdd, T>);
  }
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  program.size("--n", n, "number of elements", {.gpu = 100'000'000, .simulator = 1'000'000, .quick = 10'000});
  return program.run<float, double, int>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, n); });
}
