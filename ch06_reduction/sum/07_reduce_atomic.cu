// reduce_atomic: what does it cost if every thread, warp or block adds to one result?
// Step     atomic additions
// Before   reduce_grid_stride leaves one partial sum per block, and the host still has to add them.
// Change   atomicAdd(result, value) reads, adds and writes the word at `result` in one indivisible step, so no
//          thread has to wait for another, and one number is left. The variants differ only in which threads
//          call it:
//
//              per thread   every thread its own sum            no shuffle, no barrier
//              per warp     lane 0, after the shuffles          1/32 of the additions, no barrier
//              per block    thread 0, after both trees          one addition per block, one barrier
//
//          The word must start at zero, so each launch is preceded by a memset, which is included in the time.
//
// Expect   All additions go to one word, in one slice of the L2 cache, one after the other. The ratio of threads,
//          warps and blocks is 512 : 16 : 1 with blocks of 512. On a large GPU hundreds of thousands of threads
//          queue up at the end of their loops, long enough to be visible next to the loop; a few thousand warps
//          should cost little, and a few hundred blocks should not be measurable. So the shuffles pay off even
//          where the result does not need them.
//
//          The order of the additions is not defined. For int sums it does not matter. If additions round
//          (--data fractions), a float sum can differ from run to run; the note below the table counts how many
//          different sums occur. Such a sum cannot be checked against one answer, only against the bound that
//          holds in every order: each value passes through a limited number of additions, and each errs by 2^-24
//          at most. Random data, the default, are integers whose sums are exact in float in every order.
//
//          atomicAdd of double requires compute capability 6.0; every GPU of this tutorial has it. One trap: in
//          global memory, atomicAdd of float flushes denormal numbers to 0, unlike plain addition.
//          `--data denormal` shows the effect, without a verdict.
// Measured - "one atomicAdd per thread, 512 threads" is slower than reduce_grid_stride (with measuring).
//          - "one atomicAdd per block, 512 threads" is as fast as reduce_grid_stride (with measuring).
// Run      ./tutorial run reduce_atomic -- --n 100000000
// See      ./tutorial explain reduce_atomic
// Source   [SandersKandrot] ch. 5 leaves this step to the host; the rest is ours

#include <set>

#include "reduce.cuh"
#include "sum/input.hpp"

enum class Adds { thread, warp, block };

// [kernel]
// blockDim.x is a multiple of 32, so that every warp is full. *result is 0 before.
template <Adds adds, typename T>
__global__ void reduce_atomic(const T* in, T* result, std::int64_t n) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  T sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads)
    sum += in[i];

  // [adds]
  if constexpr (adds == Adds::thread) {
    atomicAdd(result, sum);
    return;
  }

  const int lane = threadIdx.x % tutorial::warp_size;
  sum = ch06::warp_sum(sum);
  if constexpr (adds == Adds::warp) {
    if (lane == 0) atomicAdd(result, sum);
    return;
  }
  // [adds]

  __shared__ T warp_sums[tutorial::warp_size];
  const int warp = threadIdx.x / tutorial::warp_size;
  const int warps = blockDim.x / tutorial::warp_size;
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();

  if (warp == 0) {
    sum = ch06::warp_sum(lane < warps ? warp_sums[lane] : T{0});
    if (lane == 0) atomicAdd(result, sum);
  }
}
// [kernel]

// How often a row repeats its launch to find out whether the sum is always the same.
constexpr int repeats = tutorial::backend() == tutorial::Backend::simulator ? 3 : 20;

template <Adds adds, typename T>
void measure(tutorial::Program& program, const ch06::Input<T>& in, const T* d_in, const std::string& who) {
  const std::string variant = "one atomicAdd per " + who;
  const int adders_a_block = adds == Adds::block  ? 1
                             : adds == Adds::warp ? in.block_size / tutorial::warp_size
                                                  : in.block_size;
  const std::int64_t additions = in.additions(in.blocks) + std::int64_t{in.blocks} * adders_a_block;

  tutorial::DeviceBuffer<T> result(1);
  const auto launch = [&] {
    CUDA_CHECK(cudaMemsetAsync(result.data(), 0, sizeof(T)));
    reduce_atomic<adds><<<in.blocks, in.block_size>>>(d_in, result.data(), in.n);
    CUDA_CHECK_LAUNCH();
  };
  const auto check = [&] { return in.check_total(result.to_host()[0], additions); };

  if (std::is_same_v<T, float> && in.data() == tutorial::Data::denormal) {
    launch();
    program.demonstrate(in.row(variant), in.result_text(result.to_host()[0]));
    return;
  }
  program.measure(in.row(variant), launch, check);

  std::set<T> results;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    launch();
    results.insert(result.to_host()[0]);
  }
  program.note(variant + ": " + std::to_string(results.size()) +
               (results.size() == 1 ? " result in " : " different results in ") + std::to_string(repeats) +
               " launches, one of them: " + in.result_text(*results.begin()));
}

template <typename T>
void run(tutorial::Program& program, std::int64_t n, tutorial::Data data) {
  // One grid for the three, so that the walks are the same.
  const int block = program.block();
  const unsigned grid = ch06::filling_blocks(reduce_atomic<Adds::block, T>, block, n);
  ch06::Input<T> in(program.seed(), n, data, block, grid);
  tutorial::DeviceBuffer<T> d_in(n);  // cudaMalloc
  d_in.copy_from(in.make_values());   // cudaMemcpy
  measure<Adds::thread>(program, in, d_in.data(), "thread");
  measure<Adds::warp>(program, in, d_in.data(), "warp");
  measure<Adds::block>(program, in, d_in.data(), "block");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::string data;
  ch06::add_walk_options(program, n, data);
  return program.run<float, double, int>(
      argc, argv, [&](auto zero) { run<decltype(zero)>(program, n, tutorial::data_named(data)); });
}
