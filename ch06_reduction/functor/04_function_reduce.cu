// function_reduce: does prefetching make a reduction faster?
// Step     prefetch, loads in flight
// Before   A thread of reduce_two_stages waits for each value before it requests the next one.
// Change   There are two fixes:
//
//              no prefetch     load i ....... use | load i-g ....... use | load i-2g ...
//              prefetch        load i, hint i-g   | load i-g (in L2 by now), hint i-2g | ...
//              4 loads         load i, i-g, i-2g, i-3g ....... use all four | ...
//
//          g is the number of threads of the grid. prefetch is [Farber]'s: a PTX instruction that fetches a cache
//          line into L2 and occupies no register. The other needs no instruction: the loop issues 2, 4 or 8 loads
//          before it uses the first value.
//
// Expect   An SM with 2048 threads of int and one load each has 8 KiB in flight. Memory that delivers B bytes per
//          second after a latency of L seconds needs B * L in flight, and 4 or 8 loads per thread multiply what
//          we have, without one more instruction. A hint reduces the latency of the next load from that of memory
//          to that of L2, which is still there, so it should gain (claim C9: 21.8%), but less than 4 loads do. It
//          must lose if a thread's loop has only one step: there is nothing to prefetch, but the test is executed
//          all the same.
//
//          End to end counts what a caller waits for, as in reduce_scratch. At 10 K elements the kernel is a small
//          part of it; function_reduce_table follows it from there to 1000 M.
// Measured - "prefetch, one block per SM" is faster than "no prefetch, one block per SM"
//            (with measuring).
//          - "4 loads" is faster than "prefetch" (with measuring).
// Run      ./tutorial run function_reduce -- --n 100000000 --operation plus, or, as in the book,
//          function_reduce 100 1: a hundred million elements, with prefetch
// See      ./tutorial explain function_reduce
// Source   [Farber] ch. 6; the independent loads are ours

#include <cctype>

#include "functor/function_reduce.cuh"
#include "functor/library_reduce.hpp"

using tutorial::DeviceBuffer;

struct Options {
  std::int64_t n = 0;
  std::string op;
  std::string operation;
  std::string data;
  std::string check;

  bool wants(const std::string& which) const { return op == "all" || op == which; }
};

// All rows of one type and one operation.
template <typename T, typename Binary>
class Rows {
 public:
  Rows(tutorial::Program& program, const Options& options)
      : program_(program),
        options_(options),
        problem_({ch06::numbers_named<T>(options.data), program.seed(), options.n, options.n},
                 ch06::full_blocks()) {
    problem_.require_that_it_fits(binary_);
    if (options.check == "thrust") ask_thrust();
  }

  void run() {
    const T* data = problem_.in.data();
    const memFetch<T> fetch{data};
    const prefetch<T> ahead{data};
    const unsigned book = ch06::book_blocks();
    const unsigned full = ch06::full_blocks();

    // [rows]
    if (options_.wants("0")) kernel<1>("no prefetch, one block per SM", book, fetch);
    if (options_.wants("1")) kernel<1>("prefetch, one block per SM", book, ahead);
    if (options_.op == "all")
      kernel<0>("no prefetch, the compiler may unroll, one block per SM", book, fetch);
    if (options_.wants("0")) kernel<1>("no prefetch", full, fetch);
    if (options_.wants("1")) kernel<1>("prefetch", full, ahead);
    if (options_.op == "all") {
      kernel<2>("2 loads", full, fetch);
      kernel<4>("4 loads", full, fetch);
      kernel<8>("8 loads", full, fetch);
      cub_kernel();
    }
    // [rows]

    if (options_.wants("0")) end_to_end<1>("no prefetch, one block per SM", book, fetch);
    if (options_.wants("1")) end_to_end<1>("prefetch, one block per SM", book, ahead);
    if (options_.op == "all") {
      end_to_end<8>("8 loads", full, fetch);
      cub_end_to_end();
    }
    if (options_.wants("2")) thrust_end_to_end();
  }

 private:
  template <int loads, typename Unary>
  void kernel(const std::string& variant, unsigned blocks, Unary unary) {
    DeviceBuffer<T> partial(blocks);
    program_.measure(
        problem_.row(variant),
        [&] {
          d_functionReduce<loads>
              <<<blocks, reduce_threads>>>(partial.data(), problem_.n, Binary::identity(), unary, binary_);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return problem_.check(partial, binary_); });
  }

  template <int loads, typename Unary>
  void end_to_end(const std::string& variant, unsigned blocks, Unary unary) {
    DeviceBuffer<T> partial(blocks);
    end_to_end_row(variant, problem_.roundings(blocks) + blocks, [&] {
      return functionReduce<T, loads>(problem_.n, &partial, Binary::identity(), unary, binary_);
    });
  }

  // `reduce` returns the result on the host; a value passes through at most `roundings` additions.
  template <typename Reduce>
  void end_to_end_row(const std::string& variant, double roundings, Reduce reduce, bool peer = false) {
    T total = poison;
    tutorial::Case row = problem_.row(variant);
    row.size += ", end to end";  // a table of its own
    row.ceiling = tutorial::Ceiling::none;
    row.peer = peer;
    program_.measure_end_to_end(
        row, [&] { total = reduce(); }, [&] { return checked(total, roundings); });
  }

  void thrust_end_to_end() {
#if HAS_THRUST
    end_to_end_row(
        "Thrust", problem_.library_roundings(),
        [&] { return ch06::thrust_reduce(problem_.in, Binary::identity(), binary_); }, true);
#else
    tutorial::Program::require(options_.op != "2", "--op 2: Thrust's headers are not installed");
    program_.left_out("thrust::reduce", "Thrust's headers are not installed");
#endif
  }

  // A row for CUB, its result left on the device, and one with its result on the host.
  void cub_kernel() {
    ch06::CubReduce<T, Binary> cub(problem_.in, Binary::identity(), binary_);
    if (!cub.is_there)
      return program_.left_out("cub::DeviceReduce", "device code of libraries is not simulated");
    tutorial::Case row = problem_.row("CUB");
    row.peer = true;
    program_.measure(
        row, [&] { cub.reduce(); }, [&] { return checked(cub.to_host(), problem_.library_roundings()); });
  }

  void cub_end_to_end() {
    ch06::CubReduce<T, Binary> cub(problem_.in, Binary::identity(), binary_);
    if (!cub.is_there) return;  // said once
    const auto reduce = [&] {
      cub.reduce();
      return cub.to_host();
    };
    end_to_end_row("CUB, scratch kept", problem_.library_roundings(), reduce, true);
  }

  // Held against the exact result or, with --check thrust, against Thrust's.
  tutorial::Verdict checked(T total, double roundings) const {
    if (options_.check != "thrust") return problem_.check_total(total, roundings, binary_);
    return tutorial::verify(
        std::vector<T>{total}, [&](std::int64_t) { return from_thrust_; },
        {.absolute = problem_.error_bound(problem_.all(), roundings + problem_.library_roundings(), binary_)},
        [](std::int64_t) { return std::string("total against Thrust's"); });
  }

  void ask_thrust() {
#if HAS_THRUST
    from_thrust_ = ch06::thrust_reduce(problem_.in, Binary::identity(), binary_);
#else
    throw tutorial::UsageError("--check thrust: Thrust's headers are not installed");
#endif
  }

  static constexpr T poison = T(-77);

  tutorial::Program& program_;
  const Options& options_;
  const Binary binary_{};
  ch06::Problem<T> problem_;
  T from_thrust_ = poison;
  DeviceBuffer<char> held_{1};  // function_reduce_table says what allocations cost without one that stays
};

template <typename T>
void run(tutorial::Program& program, const Options& options) {
  if (options.operation == "plus") Rows<T, plus<T>>(program, options).run();
  if (options.operation == "minimum") Rows<T, minimum<T>>(program, options).run();
  if (options.operation == "maximum") Rows<T, maximum<T>>(program, options).run();
}

// The book's command line is a size in millions and the op: `function_reduce 10 1`.
std::vector<std::string> in_our_options(int argc, char** argv) {
  std::vector<std::string> words(argv, argv + argc);
  const auto is_number = [&](std::size_t i) {
    return i < words.size() && !words[i].empty() &&
           std::all_of(words[i].begin(), words[i].end(),
                       [](unsigned char c) { return std::isdigit(c) != 0; });
  };
  if (is_number(1) && is_number(2)) words[2] = "--op=" + words[2];
  if (is_number(1)) words[1] = "--n=" + words[1] + "000000";
  return words;
}

int main(int argc, char** argv) {
  tutorial::Program program;
  Options options;
  program.size("--n", options.n, "number of elements",
               {.gpu = 100'000'000, .simulator = 1'000'000, .quick = 300'000});
  program.choice("--op", options.op, "0 without prefetch, 1 with prefetch, 2 Thrust; all has further rows",
                 {"all", "0", "1", "2"});
  program.choice("--operation", options.operation, "how two values become one",
                 {"plus", "minimum", "maximum"});
  program.choice("--data", options.data, "which values; book: random 0 or 1", ch06::numbers_names);
  program.choice("--check", options.check, "what results of end-to-end rows are held against",
                 {"exact", "thrust"});

  std::vector<std::string> words = in_our_options(argc, argv);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  return program.run<int, long long, float, double>(
      argc, arguments.data(), [&](auto zero) { run<decltype(zero)>(program, options); });
}
