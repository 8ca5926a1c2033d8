// reduce_cluster: can neighboring blocks add their sums without going through global memory?
// Step     clusters of blocks
// Before   In reduce_block_step a block writes its sum into global memory and takes a ticket, with a fence before and a
//          fence after; the last of some 500 blocks reads all sums and adds them.
// Change   The blocks of a cluster, up to eight, run at the same time on neighboring SMs and reach each other's shared
//          memory (distributed shared memory). Each writes its sum into the first block's memory. After a barrier of the
//          cluster that block adds the sums and takes one ticket for all of them:
//
//              block 0   loop, tree |  sums[0] = ..             |  adds sums[0 .. 7]   partial, fence, ticket
//              block 1   loop, tree |  sums[1] of block 0 = ..  |  returns
//              ..                   |                           |
//              block 7   loop, tree |  sums[7] of block 0 = ..  |  returns
//                            all have started             all have written
//
//          A block's shared memory may be written only once the block runs: hence the first barrier. A block arrives there
//          before its loop and waits after it, so the wait is short. If the grid is a single cluster, there is neither a
//          ticket nor a fence: the sum is the result.
//
// Expect   An eighth of the tickets and of the partial sums. They are some microseconds at the end of a sum: at 1000 M
//          less than one percent, a tie. At 10 K a single cluster does everything, and saves a fence, a ticket and a loop
//          over partial sums: half a microsecond to a microsecond. A cluster must fit into one part of the device (a GPC),
//          so clusters of eight may leave SMs empty.
//          - At 1000 M, "clusters of 8, 512 threads" is as fast as "blocks alone, 512 threads" (before measuring).
//            Why: On an H200 clusters of 8 leave 6% of the block slots empty, and that is what they lose, about the
//            5% of a tie; clusters of 2 leave none.
//          - At 100 M, "clusters of 8, 512 threads" is as fast as "blocks alone, 512 threads" (before measuring).
//            Why: The same.
//          - At 10 K, "one cluster of 8, 512 threads" is faster than "blocks alone, 512 threads" (before measuring).
//            Missed on the H100: It saves a few tenths of a microsecond, and the launch takes several microseconds.
// Run      ./tutorial run reduce_cluster -- --n 10000
// See      ./tutorial explain reduce_cluster
// Source   ours; clusters: CUDA C++ Programming Guide, thread block clusters

#include <cooperative_groups.h>

#include "reduce.cuh"
#include "sum/sum.hpp"
#include "tutorial/tensor_map.hpp"
#include "words.cuh"

constexpr int in_flight = 4;           // words
constexpr unsigned most_together = 8;  // blocks per cluster, the portable maximum; a small GPU may hold none
constexpr std::int64_t one_cluster_limit = 1'000'000;

// [kernel]
// blockDim.x is a multiple of 32, so that every warp is full. partial: one element per block, or a cluster. *ticket is 0
// before, and after.
template <bool clustered, typename T>
__global__ void reduce_cluster(const T* in, T* partial, unsigned* ticket, T* result, std::int64_t n) {
  __shared__ T warp_sums[tutorial::warp_size];
  __shared__ bool is_last;

#if TUTORIAL_HOPPER_CODE
  if constexpr (clustered) cooperative_groups::this_cluster().barrier_arrive();
#endif

  const ch06::Words<T> in_words(in, n);
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t step = std::int64_t{in_flight} * blockDim.x;
  T sum = 0;
  // Not unrolled by the compiler: a step has as many loads in flight as it says.
#pragma unroll 1
  for (std::int64_t begin = blockIdx.x * step; begin < in_words.count; begin += gridDim.x * step) {
    const std::int64_t i = begin + threadIdx.x;
    if (begin + step <= in_words.count) {
      typename ch06::Vector<T>::type word[in_flight];
#pragma unroll
      for (int k = 0; k < in_flight; ++k) word[k] = in_words.words[i + k * blockDim.x];
#pragma unroll
      for (int k = 0; k < in_flight; ++k) sum += ch06::Vector<T>::sum(word[k]);
    } else {
      for (std::int64_t rest = i; rest < in_words.count; rest += blockDim.x)
        sum += ch06::Vector<T>::sum(in_words.words[rest]);
    }
  }

  // The grid has more threads than head or tail have elements.
  if (thread < in_words.head) sum += in[thread];
  const std::int64_t in_tail = in_words.tail_begin + thread;
  if (in_tail < n) sum += in[in_tail];

  sum = ch06::block_sum(sum, warp_sums);

  // [change]
  unsigned together = 1;  // blocks that make one sum
#if TUTORIAL_HOPPER_CODE
  if constexpr (clustered) {
    __shared__ T block_sums[most_together];  // of the cluster, in its first block
    const cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    together = cluster.num_blocks();
    cluster.barrier_wait();  // all have begun
    if (threadIdx.x == 0) cluster.map_shared_rank(block_sums, 0)[cluster.block_rank()] = sum;
    cluster.sync();  // all have written
    if (cluster.block_rank() != 0) return;
    if (threadIdx.x < tutorial::warp_size) {
      sum = ch06::warp_sum(threadIdx.x < together ? block_sums[threadIdx.x] : T{0});
    }
  }
#endif
  const unsigned sums = gridDim.x / together;
  if (sums == 1) {
    if (threadIdx.x == 0) *result = sum;
    return;
  }
  // [change]

  if (threadIdx.x == 0) {
    partial[blockIdx.x / together] = sum;
    __threadfence();
    is_last = atomicInc(ticket, sums - 1) == sums - 1;
    __threadfence();
  }

  // Everyone learns whether this is the last block; the slots of warp_sums are free again.
  __syncthreads();
  if (!is_last) return;  // all threads of the block, or none

  sum = 0;
  for (unsigned i = threadIdx.x; i < sums; i += blockDim.x) sum += partial[i];
  sum = ch06::block_sum(sum, warp_sums);
  if (threadIdx.x == 0) *result = sum;
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, std::int64_t n, tutorial::Data data) {
  constexpr std::int64_t in_thread = in_flight * sizeof(typename ch06::Vector<T>::type) / sizeof(T);
  const unsigned blocks =
      ch06::filling_blocks(reduce_cluster<false, T>, program.block(), (n + in_thread - 1) / in_thread);
  ch06::Sum<T> sum(program.seed(), n, data, program.block(), blocks);
  tutorial::DeviceBuffer<T> result(1);
  tutorial::DeviceBuffer<unsigned> ticket(std::vector<unsigned>{0});
  const auto measure = [&](const std::string& variant, unsigned grid, const auto& launch) {
    sum.partial.poison();
    result.poison();
    constexpr int of_cluster = 5;  // additions in a warp
    program.measure(sum.row(variant), launch,
                    [&] { return sum.check_total(result.to_host()[0], sum.additions(grid) + of_cluster); });
  };

  measure("blocks alone", blocks, [&] {
    reduce_cluster<false>
        <<<blocks, sum.block_size>>>(sum.begin(), sum.partial.data(), ticket.data(), result.data(), n);
    CUDA_CHECK_LAUNCH();
  });
  if (tutorial::device_attribute(cudaDevAttrClusterLaunch) == 0) {
    program.left_out("clusters of blocks", "they need compute capability 9.0");
    return;
  }

  // [launch]
  cudaLaunchAttribute shape{};
  shape.id = cudaLaunchAttributeClusterDimension;
  shape.val.clusterDim.y = shape.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.blockDim = sum.block_size;
  config.attrs = &shape;
  config.numAttrs = 1;
  const auto launch = [&] {
    CUDA_CHECK(cudaLaunchKernelEx(&config, reduce_cluster<true, T>, sum.begin(), sum.partial.data(),
                                  ticket.data(), result.data(), n));
  };
  // [launch]

  for (const unsigned together : {2u, most_together}) {
    shape.val.clusterDim.x = together;
    config.gridDim = together;
    int resident = 0;  // clusters that the device holds at a time
    CUDA_CHECK(cudaOccupancyMaxActiveClusters(&resident, reduce_cluster<true, T>, &config));
    if (resident == 0) {
      program.left_out("clusters of " + std::to_string(together), "this device holds none");
      return;
    }
    config.gridDim = together * std::min((blocks - 1) / together + 1, static_cast<unsigned>(resident));
    measure("clusters of " + std::to_string(together), config.gridDim.x, launch);
  }
  if (n <= one_cluster_limit) {
    config.gridDim = most_together;
    measure("one cluster of " + std::to_string(most_together), most_together, launch);
  }
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::string data;
  ch06::add_walk_options(program, n, data);
  return program.run<float, double, int>(
      argc, argv, [&](auto zero) { run<decltype(zero)>(program, n, tutorial::data_named(data)); });
}
