// function_reduce: can one kernel reduce anything, and does prefetching make it faster?
// Step     function objects
// Before   The sums of this chapter can only add. A minimum, a count or a norm would each need a kernel of its own.
// Change   The kernel takes two function objects: a unary one that returns value number i, and a binary one that
//          combines two values. plus, minimum and maximum differ in one line each. The kernel is [Farber]'s,
//          rewritten for lanes that do not run in lockstep, in four stages:
//
//              n values                         from memory, or computed
//               | 1  every thread folds its values in a register
//              1024 per block                   registers
//               | 2  all but the first warp store theirs in shared memory; one barrier; the first warp folds them
//              32 per block                     registers of one warp
//               | 3  the warp folds itself: 16, 8, 4, 2, 1
//              1 per block                      global memory
//               | 4  the host folds those, with the host side of the same functor
//              1
//
//          A thread of the book's loop waits for each value before it requests the next one. There are two fixes:
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
//          A global load takes 4 sectors per request for float and int, 8 for double and long long; shared
//          memory has no conflicts, since lane l of the first warp reads slots l, l + 32, ...
//
//          End to end counts what a caller waits for: launch, kernel, the copy of one value per block, and the
//          host's fold. At 10 K elements that is nearly all of the time; function_reduce_table follows it from
//          there to 1000 M.
//
//          If one thread folds the last 32 values of a block, instead of five steps of the warp, it should not
//          be visible in this table at all (claim C11: 100 ns). last_warp measures it separately.
// Measured - "prefetch, one block per SM" is faster than "no prefetch, one block per SM"
//            (with measuring).
//          - "4 loads" is faster than "prefetch" (with measuring).
//          - "8 loads, one thread finishes" is as fast as "8 loads" (with measuring).
// Run      ./tutorial run function_reduce -- --n 100000000 --operation plus, or, as in the book,
//          function_reduce 100 1: a hundred million elements, with prefetch
// See      ./tutorial explain function_reduce
// Source   [Farber] ch. 6; the independent loads are ours

#include <cctype>

#include "functor/functor.hpp"
#include "functor/library_reduce.hpp"

using ch06::reduce_threads;
using tutorial::DeviceBuffer;
using tutorial::warp_size;

// How two values become one. The order of the walk is not that of the elements: an operation must be
// associative and commutative, up to rounding. identity() is what changes nothing; n = 0 gives it back.

// a + b.
template <typename T>
struct plus {
  static constexpr auto operation = ch06::Operation::plus;  // what the check holds it to
  static T identity() { return T{0}; }
  __host__ __device__ T operator()(T a, T b) const { return a + b; }
};

// The smaller one.
template <typename T>
struct minimum {
  static constexpr auto operation = ch06::Operation::minimum;
  using limits = std::numeric_limits<T>;
  static T identity() { return limits::has_infinity ? limits::infinity() : limits::max(); }
  __host__ __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};

// The larger one.
template <typename T>
struct maximum {
  static constexpr auto operation = ch06::Operation::maximum;
  using limits = std::numeric_limits<T>;
  static T identity() { return limits::has_infinity ? -limits::infinity() : limits::lowest(); }
  __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};

// Where value number i comes from. A functor that computes it from i alone reads no memory at all.

// From memory.
template <typename T>
struct memFetch {
  const T* data;

  __device__ T operator()(std::int64_t i) const { return data[i]; }
};

// From memory, and asks the L2 cache to fetch what this thread reads in its next step: the walk goes
// downwards, so that is the element one whole grid below, if the array goes that far.
// [prefetch]
template <typename T>
struct prefetch {
  const T* data;

  __device__ T operator()(std::int64_t i) const {
    const std::int64_t next = i - std::int64_t{gridDim.x} * blockDim.x;
    if (next >= 0) asm volatile("prefetch.global.L2 [%0];" : : "l"(__cvta_generic_to_global(data + next)));
    return data[i];
  }
};
// [prefetch]

// How a warp's 32 values become one.
enum class Finish {
  tree,       // all lanes, in five steps
  one_thread  // lane 0, in 31 steps: the comparison of claim C11
};

// Stage 3, called by all 32 lanes of a warp. `slots` holds a value of each lane; the result is in slots[0],
// where lane 0 may read it at once and the others after a __syncwarp().
//
// The book's version leaves out the __syncwarp() and relies on lanes in step. Since Volta they need not be:
// a lane may read a slot before its owner has written it, or after its owner has gone on to the next step.
// [fold]
template <Finish finish, typename T, typename Binary>
__device__ void fold_warp(T* slots, int lane, Binary binary) {
  __syncwarp();  // the slots are full
  if constexpr (finish == Finish::tree) {
    for (int stride = warp_size / 2; stride > 0; stride /= 2) {
      if (lane < stride) slots[lane] = binary(slots[lane], slots[lane + stride]);
      __syncwarp();  // the next step reads what other lanes wrote in this one
    }
  } else if (lane == 0) {
    T value = slots[0];
    for (int slot = 1; slot < warp_size; ++slot) value = binary(value, slots[slot]);
    slots[0] = value;
  }
}
// [fold]

// Stages 1 to 3. blockDim.x == reduce_threads; partial[b] becomes block b's value.
//
// @tparam loads  how many values a thread loads before it uses the first; 1 is the book's loop, 0 the same, unrolled as the compiler chooses
// [kernel]
template <int loads, Finish finish, typename T, typename Unary, typename Binary>
__global__ void __launch_bounds__(reduce_threads)
    d_functionReduce(T* partial, std::int64_t n, T init, Unary unary, Binary binary) {
  __shared__ T parked[reduce_threads - warp_size];

  const int thread = threadIdx.x;
  const std::int64_t grid_threads = std::int64_t{gridDim.x} * blockDim.x;

  // 1. Downward from the last element, in steps of the whole grid. The lanes of a warp read neighbors. The
  //    compiler must not unroll the plain loop unless it is asked to: the rows differ in how many loads are
  //    in flight.
  T value = init;
  std::int64_t i = n - 1 - (std::int64_t{blockIdx.x} * blockDim.x + thread);
  if constexpr (loads > 1) {
    for (; i >= (loads - 1) * grid_threads; i -= loads * grid_threads) {
      T next[loads];
#pragma unroll
      for (int k = 0; k < loads; ++k) next[k] = unary(i - k * grid_threads);
#pragma unroll
      for (int k = 0; k < loads; ++k) value = binary(value, next[k]);
    }
  }
  if constexpr (loads == 0) {
    for (; i >= 0; i -= grid_threads) value = binary(value, unary(i));
  } else {
#pragma unroll 1
    for (; i >= 0; i -= grid_threads) value = binary(value, unary(i));
  }

  // 2. The first warp keeps its values in registers, so 32 slots fewer are enough.
  if (thread >= warp_size) parked[thread - warp_size] = value;
  __syncthreads();  // the first warp reads what all others stored
  if (thread >= warp_size) return;
  for (int slot = thread; slot < reduce_threads - warp_size; slot += warp_size) {
    value = binary(value, parked[slot]);
  }

  // 3. Slot `thread` was read by this lane alone: it is free.
  parked[thread] = value;
  fold_warp<finish>(parked, thread, binary);
  if (thread == 0) partial[blockIdx.x] = parked[0];
}
// [kernel]

// Stage 4: waits for the kernel, and folds the blocks' values on the host.
template <typename T, typename Binary>
T finish_on_host(const T* partial, unsigned blocks, T init, Binary binary) {
  std::vector<T> host(blocks);
  CUDA_CHECK(cudaMemcpy(host.data(), partial, blocks * sizeof(T), cudaMemcpyDeviceToHost));
  T value = init;
  for (const T block_value : host) value = binary(value, block_value);
  return value;
}

// binary(unary(0), binary(unary(1), ...)) of n values, in any order.
//
// @param d_partial  scratch memory, one element per block: its size is the grid's. The caller keeps it, so that
//                   only the first of many reductions pays for an allocation
// @param init       the identity of `binary`: every thread starts from it, not only the first
template <typename T, int loads = 1, typename Unary, typename Binary>
T functionReduce(std::int64_t n, DeviceBuffer<T>* d_partial, T init, Unary unary, Binary binary) {
  const auto blocks = static_cast<unsigned>(d_partial->size());
  d_functionReduce<loads, Finish::tree>
      <<<blocks, reduce_threads>>>(d_partial->data(), n, init, unary, binary);
  CUDA_CHECK_LAUNCH();
  return finish_on_host(d_partial->data(), blocks, init, binary);
}

// The same for a caller that keeps no scratch memory: allocates and frees it in each call.
template <typename T, int loads = 1, typename Unary, typename Binary>
T functionReduce(std::int64_t n, unsigned blocks, T init, Unary unary, Binary binary) {
  const ch06::Scratch<T> partial(blocks);
  d_functionReduce<loads, Finish::tree><<<blocks, reduce_threads>>>(partial.data(), n, init, unary, binary);
  CUDA_CHECK_LAUNCH();
  return finish_on_host(partial.data(), blocks, init, binary);
}

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
      kernel<8, Finish::one_thread>("8 loads, one thread finishes", full, fetch);
      cub_kernel();
    }
    // [rows]

    if (options_.wants("0")) end_to_end<1>("no prefetch, one block per SM", book, fetch);
    if (options_.wants("1")) end_to_end<1>("prefetch, one block per SM", book, ahead);
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
          d_functionReduce<loads, finish>
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

  template <int loads, typename Unary>
  void end_to_end_fresh_scratch(const std::string& variant, unsigned blocks, Unary unary) {
    end_to_end_row(variant, problem_.roundings(blocks) + blocks, [&] {
      return functionReduce<T, loads>(problem_.n, blocks, Binary::identity(), unary, binary_);
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

  // A row for CUB, its result left on the device, and one with its result on the host.
  void cub_kernel() {
    ch06::CubReduce<T, Binary> cub(problem_.in, Binary::identity(), binary_);
    if (!cub.is_there)
      return program_.left_out("cub::DeviceReduce", "device code of libraries is not simulated");
    tutorial::Case row = problem_.row("CUB");
    row.peer = true;
    program_.measure(
        row, [&] { cub.reduce(); }, [&] { return checked(cub.to_host(), library_roundings()); });
  }

  void cub_end_to_end() {
    ch06::CubReduce<T, Binary> cub(problem_.in, Binary::identity(), binary_);
    if (!cub.is_there) return;  // said once
    const auto reduce = [&] {
      cub.reduce();
      return cub.to_host();
    };
    end_to_end_row("CUB, scratch kept", library_roundings(), reduce, true);
  }

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
