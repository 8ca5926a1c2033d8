// function_reduce: can one kernel reduce anything, and does asking for data ahead of time make it faster?
//
// Before   the sums of this chapter add, and nothing else. A minimum, a count, a norm would be a kernel each.
// Change   the kernel gets two function objects: a unary one that says what value number i is, a binary one
//          that says how two values become one. plus, minimum and maximum differ in one line each, and
//          function_reduce.hpp has the whole of it, stage by stage.
//
//          A thread of the book's loop waits for each value before it asks for the next one. Two ways out:
//
//              no prefetch     load i ....... use | load i-g ....... use | load i-2g ...
//              prefetch        load i, hint i-g   | load i-g (in L2 by now), hint i-2g | ...
//              4 loads         load i, i-g, i-2g, i-3g ....... use all four | ...
//
//          g is the number of threads of the grid. prefetch is [Farber]'s: a PTX instruction that brings a
//          line into L2 and leaves no register waiting. The other needs no instruction: the loop asks for 2,
//          4 or 8 values before it uses the first.
//
// Expect   A multiprocessor with 2048 threads of int and one load each has 8 KiB under way. Memory that
//          delivers B bytes a second after a latency of L seconds wants B * L under way, and 4 or 8 loads a
//          thread multiply what we have, without an instruction more. A hint shortens the wait of the next
//          load from memory's latency to that of L2, which must still be paid, so it should gain (claim C9:
//          21.8 %), and less than 4 loads do. It has to lose where a thread's walk is one step long: there is
//          nothing to ask for, and the question is asked all the same.
//
//          A global load takes 4 sectors a request for float and int, 8 for double and long long; shared
//          memory has no conflicts, since lane l of the first warp reads slot l, l + 32, ...
//
//          End to end counts what a caller waits for: launch, kernel, the copy of one value a block, the
//          host's fold. At 10 K elements that is nearly all of it; function_reduce_table follows it from
//          there to 1000 M.
//
//          One thread folding the last 32 values of a block instead of five steps of the warp should not show
//          in this table at all (claim C11: 100 ns). last_warp measures it by itself.
// Run      ./tutorial run function_reduce -- --n 100000000 --operation plus, or, as in the book,
//          function_reduce 100 1: a hundred million elements, with prefetch
// See      ./tutorial explain function_reduce
// Source   [Farber] ch. 6; the independent loads are ours

#include <cctype>

#include "functor/problem.hpp"
#include "functor/thrust_reduce.hpp"

#ifndef TUTORIAL_SIMULATOR
#include <cub/device/device_reduce.cuh>
#endif

using ch06::Finish;
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
        problem_({ch06::numbers_named(options.data), options.n, program.seed()}, options.n,
                 ch06::full_blocks()) {
    problem_.require_that_it_fits(binary_);
    if (options.check == "thrust") ask_thrust();
  }

  void run() {
    const T* data = problem_.in.data();
    const ch06::memFetch<T> fetch{data};
    const ch06::prefetch<T> ahead{data};
    const unsigned book = ch06::book_blocks();
    const unsigned full = ch06::full_blocks();

    // [rows]
    if (options_.wants("0")) kernel<1>("no prefetch, one block a multiprocessor", book, fetch);
    if (options_.wants("1")) kernel<1>("prefetch, one block a multiprocessor", book, ahead);
    if (options_.wants("0")) kernel<1>("no prefetch", full, fetch);
    if (options_.wants("1")) kernel<1>("prefetch", full, ahead);
    if (options_.op == "all") {
      kernel<2>("2 loads", full, fetch);
      kernel<4>("4 loads", full, fetch);
      kernel<8>("8 loads", full, fetch);
      kernel<8, Finish::one_thread>("8 loads, one thread finishes", full, fetch);
      cub_kernel();
    }
    // [rows]

    if (options_.wants("0")) end_to_end<1>("no prefetch, one block a multiprocessor", book, fetch);
    if (options_.wants("1")) end_to_end<1>("prefetch, one block a multiprocessor", book, ahead);
    if (options_.op == "all") {
      end_to_end_fresh_scratch<8>("8 loads, scratch allocated in each call", full, fetch);
      end_to_end<8>("8 loads", full, fetch);
      cub_end_to_end();
    }
    if (options_.wants("2")) thrust_end_to_end();
  }

 private:
  template <int loads, Finish finish = Finish::tree, typename Unary>
  void kernel(const std::string& variant, unsigned blocks, Unary unary) {
    DeviceBuffer<T> partial(blocks);
    program_.measure(
        problem_.row(variant),
        [&] {
          ch06::launch_function_reduce<loads, finish>(problem_.n, partial.data(), blocks, Binary::identity(),
                                                      unary, binary_);
        },
        [&] { return problem_.check(partial, binary_); });
  }

  template <int loads, typename Unary>
  void end_to_end(const std::string& variant, unsigned blocks, Unary unary) {
    DeviceBuffer<T> partial(blocks);
    end_to_end_row(variant, problem_.roundings(blocks) + blocks, [&] {
      return ch06::functionReduce<T, loads>(problem_.n, &partial, Binary::identity(), unary, binary_);
    });
  }

  template <int loads, typename Unary>
  void end_to_end_fresh_scratch(const std::string& variant, unsigned blocks, Unary unary) {
    end_to_end_row(variant, problem_.roundings(blocks) + blocks, [&] {
      return ch06::functionReduce<T, loads>(problem_.n, blocks, Binary::identity(), unary, binary_);
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
        "Thrust", library_roundings(),
        [&] { return ch06::thrust_reduce(problem_.in, Binary::identity(), binary_); }, true);
#else
    tutorial::Program::require(options_.op != "2", "--op 2: Thrust's headers are not installed");
    program_.left_out("thrust::reduce", "Thrust's headers are not installed");
#endif
  }

#ifndef TUTORIAL_SIMULATOR
  // A first call without scratch memory only says how much it wants.
  std::size_t cub_reduce(void* scratch, std::size_t bytes, T* out) {
    CUDA_CHECK(cub::DeviceReduce::Reduce(scratch, bytes, problem_.in.data(), out, problem_.n, binary_,
                                         Binary::identity()));
    return bytes;
  }

  void cub_kernel() {
    DeviceBuffer<char> scratch(cub_reduce(nullptr, 0, nullptr));
    DeviceBuffer<T> out(1);
    tutorial::Case row = problem_.row("CUB");
    row.peer = true;
    program_.measure(
        row, [&] { cub_reduce(scratch.data(), scratch.size(), out.data()); },
        [&] { return checked(out.to_host()[0], library_roundings()); });
  }

  void cub_end_to_end() {
    DeviceBuffer<char> scratch(cub_reduce(nullptr, 0, nullptr));
    DeviceBuffer<T> out(1);
    const auto reduce = [&] {
      cub_reduce(scratch.data(), scratch.size(), out.data());
      return out.to_host()[0];
    };
    end_to_end_row("CUB, scratch kept", library_roundings(), reduce, true);
  }
#else
  void cub_kernel() { program_.left_out("cub::DeviceReduce", "device code of libraries is not simulated"); }
  void cub_end_to_end() {}  // said once
#endif

  // How a library adds is its own affair. On a GPU it has no longer chains than the book's grid; on the
  // simulator Thrust is one loop on the CPU.
  double library_roundings() const {
    const bool one_loop = tutorial::backend() == tutorial::Backend::simulator;
    return one_loop ? static_cast<double>(problem_.n) : problem_.roundings(ch06::book_blocks());
  }

  // Held against the exact result or, with --check thrust, against Thrust's.
  tutorial::Verdict checked(T total, double roundings) const {
    if (options_.check != "thrust") return problem_.check_total(total, roundings, binary_);
    return tutorial::verify(
        std::vector<T>{total}, [&](std::int64_t) { return from_thrust_; },
        {.absolute = problem_.error_bound(problem_.all(), roundings + library_roundings(), binary_)},
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
  if (options.operation == "plus") Rows<T, ch06::plus<T>>(program, options).run();
  if (options.operation == "minimum") Rows<T, ch06::minimum<T>>(program, options).run();
  if (options.operation == "maximum") Rows<T, ch06::maximum<T>>(program, options).run();
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
  tutorial::Program program(
      "function_reduce",
      "can one kernel reduce anything, and does asking for data ahead of time make it faster?");
  Options options;
  program.size("--n", options.n, "number of elements", {100'000'000, 1'000'000, 300'000});
  program.choice("--op", options.op, "0 without prefetch, 1 with prefetch, 2 Thrust; all has further rows",
                 {"all", "0", "1", "2"});
  program.choice("--operation", options.operation, "how two values become one",
                 {"plus", "minimum", "maximum"});
  program.choice("--data", options.data, "which values; book: random 0 or 1", ch06::numbers_names);
  program.choice("--check", options.check, "what results of end-to-end rows are held against",
                 {"exact", "thrust"});
  program.types({"int", "long long", "float", "double"});

  std::vector<std::string> words = in_our_options(argc, argv);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  return program.run(argc, arguments.data(), [&] {
    tutorial::for_type<int, long long, float, double>(
        program.type(), [&](auto zero) { run<decltype(zero)>(program, options); });
  });
}
