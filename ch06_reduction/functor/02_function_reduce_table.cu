// function_reduce_table: what became of the book's table of reductions from 10 K to 1000 M elements?
//
// Before   function_reduce looks at one size in detail.
// Change   all sizes of the book's table, and its three columns as three rows each: the reduction without
//          prefetch, with prefetch, and Thrust's. As in the book the values are int, random 0 or 1, the
//          operation is plus, the grid has one block of 1024 threads a multiprocessor, and the time is what a
//          caller sees, from the call to the result on the host. Our scratch memory is allocated before;
//          Thrust's in each call, as it is in the book, which takes that for the reason of Thrust's lag at
//          small sizes. Further rows test the reason, and one is what we would write today: room for threads
//          filled, 8 loads a thread under way.
//
//          What an allocation costs depends on its neighbours. A driver cuts small ones out of a large piece,
//          which it fetches for the first of them and may give back with the last. So the rows that allocate
//          come twice: while the program holds our scratch memory, and with nothing small held, as in a
//          program that has Thrust alone.
//
// Expect   Small sizes cost a launch, a copy and a wait, whatever the kernel does: we expect rows of equal time
//          up to some size, Thrust's higher by an allocation. Claim C10 says up to 8.5 times as high. If the
//          reason is right, our row that allocates is about as slow as Thrust's, and both are slowest with
//          nothing small held.
//
//          At 1000 M only memory counts. Its latency has hardly changed since the book, its rate has grown
//          many times over, so a lone load a thread falls further behind, and prefetch should help the book's
//          loop by more than the 21.8 % of claim C9. Thrust has several loads under way and overtakes both; 8
//          loads keep up with it.
// Run      ./tutorial run function_reduce_table -- --n 1000000000
// See      ./tutorial explain function_reduce_table
// Source   [Farber] ch. 6, the table of run times

#include "functor/problem.hpp"
#include "functor/thrust_reduce.hpp"

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
  const ch06::plus<Value> plus;
  const unsigned book = ch06::book_blocks();
  const unsigned full = ch06::full_blocks();
  const ch06::Problem<Value> problem({ch06::Numbers::book, n, program.seed()}, n, full);
  problem.require_that_it_fits(plus);
  const ch06::memFetch<Value> fetch{problem.in.data()};
  const ch06::prefetch<Value> ahead{problem.in.data()};

  const auto measure = [&](const std::string& variant, auto reduce, bool peer = false) {
    Value total = -1;
    tutorial::Case row = problem.row(variant);
    row.ceiling = tutorial::Ceiling::none;
    row.peer = peer;
    program.measure_end_to_end(
        row, [&] { total = reduce(); }, [&] { return problem.check_total(total, 0, plus); });
  };
  const auto measure_allocating = [&](const std::string& held) {
    measure("no prefetch, scratch allocated in each call" + held,
            [&] { return ch06::functionReduce(n, book, 0, fetch, plus); });
#if HAS_THRUST
    measure(
        "Thrust" + held, [&] { return ch06::thrust_reduce(problem.in, 0, plus); }, true);
#endif
  };
  {
    // [rows]
    tutorial::DeviceBuffer<Value> d_partial(book);
    measure("no prefetch", [&] { return ch06::functionReduce(n, &d_partial, 0, fetch, plus); });
    measure("prefetch", [&] { return ch06::functionReduce(n, &d_partial, 0, ahead, plus); });
    tutorial::DeviceBuffer<Value> d_partial_full(full);
    measure("8 loads, all blocks that fit",
            [&] { return ch06::functionReduce<Value, 8>(n, &d_partial_full, 0, fetch, plus); });
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
  tutorial::Program program("function_reduce_table",
                            "what became of the book's table of reductions from 10 K to 1000 M elements?");
  std::int64_t n;
  program.size("--n", n, "the largest size; the table goes there from 10 K in steps of ten",
               {1'000'000'000, 1'000'000, 10'000});
  program.types({"int"});
  return program.run(argc, argv, [&] { run(program, n); });
}
