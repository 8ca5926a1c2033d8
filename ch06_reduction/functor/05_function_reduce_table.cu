// function_reduce_table: what became of the book's table of reductions from 10 K to 1000 M elements?
// Step     all the sizes
// Before   function_reduce looks at one size in detail.
// Change   All sizes of the book's table, with its three columns as three rows each: the reduction without
//          prefetch, with prefetch, and Thrust's. As in the book the values are int, random 0 or 1, the
//          operation is plus, the grid has one block of 1024 threads per SM, and the time is what a caller sees,
//          from the call to the result on the host. Our scratch memory is allocated in advance; Thrust allocates
//          in each call, and the book says that this makes Thrust slower at small sizes. Additional rows test
//          this, and one row is what we would write today: all resident blocks, with 8 loads in flight per
//          thread.
//
//          The cost of an allocation depends on other allocations. A driver takes small ones from a large chunk,
//          which it allocates for the first of them and may release with the last. So the rows that allocate come
//          twice: while the program holds our scratch memory, and with no small allocation held, as in a program
//          that uses only Thrust.
//
// Expect   Small sizes cost a launch, a copy and a wait, whatever the kernel does: we expect equal times up to some
//          size, and Thrust's higher by an allocation. Claim C10 says up to 8.5 times as high. If the reason is
//          right, our variant that allocates is about as slow as Thrust's, and both are slowest with no small
//          allocation held.
//
//          At 1000 M only memory matters. Its latency has hardly changed since the book, but its bandwidth has
//          grown many times over, so a single load per thread falls further behind, and prefetch should help the
//          book's loop by more than the 21.8% of claim C9. Thrust has several loads in flight and overtakes both;
//          8 loads keep up with it.
// Measured - At 10 K, "prefetch" is as fast as "no prefetch" (with measuring).
//          - At 10 K, "no prefetch, scratch allocated in each call" is as fast as "Thrust" (with measuring).
//            Missed: So the allocation is only a part of Thrust's lag. The rest is other work that it does in each
//            call, which we have not analyzed.
//          - At 1000 M, "prefetch" is at least 1.218 times as fast as "no prefetch" (with measuring).
//          - At 1000 M, "8 loads, all blocks that fit" is as fast as "Thrust" (with measuring).
// Run      ./tutorial run function_reduce_table -- --n 1000000000
// See      ./tutorial explain function_reduce_table
// Source   [Farber] ch. 6, the table of run times

#include "functor/function_reduce.cuh"
#include "functor/library_reduce.hpp"

using Value = int;

// Seconds a reduction on the book's device, and how many times as long Thrust takes, in the book's rounding.
struct BookRow {
  std::int64_t n;
  double no_prefetch;
  double prefetch;
  double thrust;
  double against_no_prefetch;
  double against_prefetch;
};
constexpr BookRow book_table[] = {
    {10'000, 0.000018, 0.000018, 0.000156, 8.4, 8.5},
    {100'000, 0.000021, 0.000021, 0.000160, 7.8, 7.7},
    {1'000'000, 0.000063, 0.000055, 0.000197, 3.1, 3.6},
    {10'000'000, 0.000447, 0.000360, 0.000536, 1.2, 1.5},
    {100'000'000, 0.004314, 0.003387, 0.003758, 0.9, 1.1},
    {1'000'000'000, 0.043434, 0.033777, 0.035986, 0.8, 1.1},
};

std::string book_text(const BookRow& row) {
  const auto us = [](double seconds) {
    return tutorial::value_text(std::int64_t{std::llround(seconds * 1e6)}) + " us";
  };
  return tutorial::count_text(row.n) + " on the book's Tesla C2070: " + us(row.no_prefetch) +
         ", with prefetch " + us(row.prefetch) + ", Thrust " + us(row.thrust) + ": " +
         tutorial::value_text(row.against_no_prefetch) + " and " +
         tutorial::value_text(row.against_prefetch) + " times as long";
}

void run_size(tutorial::Program& program, std::int64_t n) {
  const plus<Value> add;
  const unsigned book = ch06::book_blocks();
  const unsigned full = ch06::full_blocks();
  const ch06::Problem<Value> problem({tutorial::Data::zero_or_one, program.seed(), n, n}, full);
  problem.require_that_it_fits(add);
  const memFetch<Value> fetch{problem.in.data()};
  const prefetch<Value> ahead{problem.in.data()};

  const auto measure = [&](const std::string& variant, auto reduce, bool peer = false) {
    Value total = -1;
    tutorial::Case row = problem.row(variant);
    row.ceiling = tutorial::Ceiling::none;
    row.peer = peer;
    program.measure_end_to_end(
        row, [&] { total = reduce(); }, [&] { return problem.check_total(total, 0, add); });
  };
  const auto measure_allocating = [&](const std::string& held) {
    measure("no prefetch, scratch allocated in each call" + held,
            [&] { return functionReduce(n, book, 0, fetch, add); });
#if HAS_THRUST
    measure(
        "Thrust" + held, [&] { return ch06::thrust_reduce(problem.in, 0, add); }, true);
#endif
  };
  {
    // [rows]
    tutorial::DeviceBuffer<Value> d_partial(book);
    measure("no prefetch", [&] { return functionReduce(n, &d_partial, 0, fetch, add); });
    measure("prefetch", [&] { return functionReduce(n, &d_partial, 0, ahead, add); });
    tutorial::DeviceBuffer<Value> d_partial_full(full);
    measure("8 loads, all blocks that fit",
            [&] { return functionReduce<Value, 8>(n, &d_partial_full, 0, fetch, add); });
    // [rows]
    measure_allocating("");
  }
  measure_allocating(", nothing small held");
}

void run(tutorial::Program& program, std::int64_t n) {
  constexpr std::int64_t smallest = 10'000;
  for (std::int64_t size = smallest; size < n; size *= 10) run_size(program, size);
  run_size(program, n);

  for (const BookRow& row : book_table) {
    if (row.n <= n) program.note(book_text(row));
  }
#if !HAS_THRUST
  program.left_out("thrust::reduce", "Thrust's headers are not installed");
#endif
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  program.size("--n", n, "the largest size; the table goes there from 10 K in steps of ten",
               {.gpu = 1'000'000'000, .simulator = 1'000'000, .quick = 10'000});
  return program.run<int>(argc, argv, [&](auto) { run(program, n); });
}
