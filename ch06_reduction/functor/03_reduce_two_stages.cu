// reduce_two_stages: how few barriers does a block's reduction need?
// Step     two stages per block
// Before   reduce_functor's tree has a barrier for each of its ten rounds, and in each round half of the threads that are
//          left have nothing to do.
// Change   [Farber]'s two stages: shared memory once, then one warp alone.
//
//              1024 per block      registers
//               | 1  all but the first warp store theirs in shared memory; one barrier; the first warp folds them
//              32                  registers of one warp
//               | 2  the warp folds itself: 16, 8, 4, 2, 1
//              1 per block
//
//          The first warp keeps its values in registers, so shared memory needs 32 slots fewer. The book relies on lanes
//          in lockstep in the second stage; since Volta a __syncwarp() must precede every read of a value that another
//          lane wrote.
//
// Expect   Barriers per block: 10 -> 1. Shared memory has no conflicts, since lane l of the first warp reads slots l,
//          l + 32, .. But a block folds its values once, after a walk over 370 elements per thread at 100 M: the end of a
//          block is a percent of its time, and nothing should change. At 10 K there is no walk, and the barriers are a
//          larger part of the kernel; but the launch is most of it.
//          If one thread folds the last 32 values, instead of five steps of the warp, it should not be visible here at all
//          (claim C11: 100 ns). last_warp measures it separately.
//          - It is as fast as reduce_functor (before measuring).
//          - "one thread finishes" is as fast as "two stages" (before measuring).
// Run      ./tutorial run reduce_two_stages -- --n 10000
// See      ./tutorial explain reduce_two_stages
// Source   [Farber] ch. 6

#include "functor/fold_warp.cuh"
#include "functor/functor_options.hpp"
#include "functor/reduce_functor.cuh"

// blockDim.x == reduce_threads; partial[b] becomes block b's value.
// [kernel]
template <Finish finish, typename T, typename Unary, typename Binary>
__global__ void __launch_bounds__(reduce_threads)
    reduce_two_stages(T* partial, std::int64_t n, T init, Unary unary, Binary binary) {
  const std::int64_t grid_threads = std::int64_t{gridDim.x} * blockDim.x;
  const T value = fold_down(last_index(n), grid_threads, init, unary, binary);
  // [change]
  fold_block<finish>(value, partial, binary);
  // [change]
}
// [kernel]

template <typename T, typename Binary>
void run(tutorial::Program& program, const ch06::FunctorOptions& options, Binary binary) {
  const std::int64_t n = options.n;
  const unsigned grid = ch06::full_blocks();
  ch06::Problem<T> problem({ch06::numbers_named<T>(options.data), program.seed(), n, n}, grid);
  problem.require_that_it_fits(binary);
  const memFetch<T> fetch{problem.in.data()};

  const auto measure = [&](const std::string& variant, auto kernel) {
    tutorial::DeviceBuffer<T> d_partial(grid);  // cudaMalloc
    program.measure(
        problem.row(variant),
        [&] {
          kernel<<<grid, reduce_threads>>>(d_partial.data(), n, Binary::identity(), fetch, binary);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return problem.check(d_partial, binary); });
  };
  measure("two stages", reduce_two_stages<Finish::tree, T, memFetch<T>, Binary>);
  measure("one thread finishes", reduce_two_stages<Finish::one_thread, T, memFetch<T>, Binary>);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::FunctorOptions options;
  ch06::add_functor_options(program, options);
  return program.run<int, long long, float, double>(argc, argv, [&](auto zero) {
    using T = decltype(zero);
    ch06::with_operation<T>(options, [&](auto binary) { run<T>(program, options, binary); });
  });
}
