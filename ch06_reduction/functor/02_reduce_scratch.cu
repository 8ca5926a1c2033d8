// reduce_scratch: what must the caller of a reduction bring?
// Step     identity and scratch
// Before   reduce_functor leaves one value per block on the device.
// Change   A function around the kernel returns the result to the host. Its caller brings two things:
//
//              identity      what changes nothing: 0 for plus, infinity for a minimum. Every thread starts from it, so
//                            any other value would count once per thread; and it is the result of no values at all
//              scratch       one element per block on the device, for the blocks' values. The caller keeps it, so that
//                            only the first of many reductions pays for an allocation
//
//              call -> launch -> kernel -> copy of one value per block -> the host folds them -> result
//
//          A second form of the function allocates its scratch memory and frees it, in each call.
//
// Expect   The time is what a caller waits for. A cudaMalloc and a cudaFree take some microseconds together, and cudaFree
//          waits for the device: at 10 K elements the form that allocates should take at least 1.2 times as long (missed
//          on the H100: 1.18, as the two calls took 4 us), and at 100 M it should not matter: less than 10% of 0.17 ms.
//          Thrust, too, allocates in each call; function_reduce_table asks whether that is why it is slower (claim C10).
//          - At 10 K, end to end, "scratch kept" is faster than "scratch allocated in each call" (before measuring).
//          - "scratch kept" is 1 to 1.1 times as fast as "scratch allocated in each call" (before measuring).
// Run      ./tutorial run reduce_scratch -- --n 10000
// See      ./tutorial explain reduce_scratch
// Source   [Farber] ch. 6

#include "functor/functor_options.hpp"
#include "functor/reduce_functor.cuh"
#include "functor/scratch.hpp"

// [reduce]
// binary(unary(0), binary(unary(1), ...)) of n values, in any order. `init` is the identity of `binary`.
// `d_partial` is scratch memory: one element per block.
template <typename T, typename Unary, typename Binary>
T reduce(std::int64_t n, T* d_partial, unsigned blocks, T init, Unary unary, Binary binary) {
  reduce_functor<<<blocks, reduce_threads>>>(d_partial, n, init, unary, binary);
  CUDA_CHECK_LAUNCH();
  return finish_on_host(d_partial, blocks, init, binary);
}

// The same for a caller that keeps no scratch memory.
template <typename T, typename Unary, typename Binary>
T reduce(std::int64_t n, unsigned blocks, T init, Unary unary, Binary binary) {
  const ch06::Scratch<T> partial(blocks);  // cudaMalloc; its destructor calls cudaFree
  return reduce(n, partial.data(), blocks, init, unary, binary);
}
// [reduce]

template <typename T, typename Binary>
void run(tutorial::Program& program, const ch06::FunctorOptions& options, Binary binary) {
  const std::int64_t n = options.n;
  const unsigned grid = ch06::full_blocks();
  ch06::Problem<T> problem({ch06::numbers_named<T>(options.data), program.seed(), n, n}, grid);
  problem.require_that_it_fits(binary);
  const memFetch<T> fetch{problem.in.data()};
  const T identity = Binary::identity();
  tutorial::DeviceBuffer<T> d_partial(grid);  // cudaMalloc

  const auto measure = [&](const std::string& variant, auto reduced) {
    T total{};
    tutorial::Case row = problem.row(variant);
    row.size += ", end to end";
    row.ceiling = tutorial::Ceiling::none;
    program.measure_end_to_end(
        row, [&] { total = reduced(); },
        [&] { return problem.check_total(total, problem.roundings(grid) + grid, binary); });
  };
  measure("scratch kept", [&] { return reduce(n, d_partial.data(), grid, identity, fetch, binary); });
  measure("scratch allocated in each call", [&] { return reduce(n, grid, identity, fetch, binary); });
  using Printed = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;
  const Printed of_none = reduce(0, d_partial.data(), grid, identity, fetch, binary);
  program.note("of no values at all: " + tutorial::value_text(of_none) + ", the identity");
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
