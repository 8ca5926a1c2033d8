// reduce_functor: can one kernel reduce anything?
// Step     function objects
// Before   The sums of this chapter can only add. A minimum, a count or a norm would each need a kernel of its own.
// Change   The kernel takes two function objects: a unary one that returns value number i, and a binary one that
//          combines two values. plus, minimum and maximum differ in one line each. The rest is known: every thread
//          walks over the values in steps of the grid and folds them in a register, and a tree in shared memory folds
//          those of a block.
//
//              n values            from memory, or computed: unary(i)
//               | every thread folds its values in a register: binary(value, unary(i))
//              1024 per block      shared memory: ten rounds, 512, 256, .. 1
//               |
//              1 per block         global memory
//
//          The walk goes downward from the last element, as [Farber]'s does. A functor that computes its value from i
//          alone reads no memory at all.
//
// Expect   A functor is a template parameter, so that the compiler sees its code: it should cost nothing over a kernel
//          that adds. A load of global memory takes 4 sectors per request for float and int, 8 for double and long
//          long. An SM with 2048 threads and one load each has 8 KiB of int in flight, a third of what Little's law asks for
//          (reduce_vector): one block of 1024 per SM, the book's grid, has half of that. At 100 M, all blocks that
//          fit should be nearly twice as fast, and still be far from the ceiling.
//          - "all blocks that fit" is 1.5 to 2 times as fast as "one block per SM" (before measuring).
//          - "all blocks that fit" reaches 45 to 65% of the ceiling (before measuring). Missed on the H100: Its
//            ceiling is lower by a third, so the same bytes in flight reach a larger share of it.
// Run      ./tutorial run reduce_functor -- --n 100000000 --operation minimum
// See      ./tutorial explain reduce_functor
// Source   [Farber] ch. 6

#include "functor/functor_options.hpp"
#include "functor/reduce_functor.cuh"

template <typename T, typename Binary>
void run(tutorial::Program& program, const ch06::FunctorOptions& options, Binary binary) {
  const std::int64_t n = options.n;
  // The values are made on the device, in problem.in.
  ch06::Problem<T> problem({ch06::numbers_named<T>(options.data), program.seed(), n, n}, ch06::full_blocks());
  problem.require_that_it_fits(binary);
  const memFetch<T> fetch{problem.in.data()};  // the unary function: fetch(i) is element i

  const auto measure = [&](const std::string& variant, unsigned grid) {
    tutorial::DeviceBuffer<T> d_partial(grid);  // cudaMalloc
    program.measure(
        problem.row(variant),
        [&] {
          reduce_functor<<<grid, reduce_threads>>>(d_partial.data(), n, Binary::identity(), fetch, binary);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return problem.check(d_partial, binary); });
  };
  measure("one block per SM", ch06::book_blocks());
  measure("all blocks that fit", ch06::full_blocks());
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
