// reduce_minimum: what else can a reduction compute besides a sum?
// Step     other operations
// Before   reduce_last_block and reduce_block_step add.
// Change   The operation is a parameter: a struct with a Value type, a conversion from an element (of), an identity
//          and combine. The kernel knows nothing else.
//
//              operation   Value             of(x, i)    identity          combine
//              minimum     T                 x           the largest T     the smaller
//              maximum     T                 x           the smallest T    the larger
//              argmin      {value, index}    {x, i}      {largest, none}   the smaller; of equals the lower index
//              range       {smallest, largest}  {x, x}   {largest, smallest}  both at once
//
//          The kernel requires that the operation is
//          - associative: (a b) c = a (b c), since the tree determines the grouping;
//          - commutative: a b = b a, since the loop and the shuffles change the order of the elements;
//          - has an identity e: e a = a, for threads that have no element, and for n = 0.
//          A minimum that returns its first argument if both are equal is commutative only in its value. As an
//          argmin, its answer would depend on the order in which the blocks finish; the index in the Value
//          prevents that. A minimum neither rounds nor overflows, so the answer must be exact for any data.
//
//          NaN: `a < b ? a : b` returns a NaN or not depending on the order, so it is no longer associative.
//          fminf ignores NaNs. Our policy hides nothing: a NaN counts as smaller, and as larger, than any
//          number, so one NaN makes the result NaN, and argmin returns the index of the first NaN. -0 and 0 are
//          equal.
//
// Expect   The time of reduce_block_step for every operation, since the reads dominate and a thread loads as there: four words of 16
//          bytes before it combines any. argmin carries 16 bytes per value through shuffles and shared memory, but only after the loop.
//          In the loop an element comes after all that its thread has seen, so it needs one comparison (add), where combine has two and one of
//          indices. range computes two results for the reads of one. CUB's Min is limited by the same reads; its second kernel costs a launch.
//          With loads of 4 bytes, the minimum took 98.2 us at 100 M, and argmin, with combine in the loop, 120.4.
//          - At 100 M, it is 0.98 to 1.1 times as fast as "cub::DeviceReduce::Min" (before measuring).
//          - At 100 M, "argmin, 512 threads" is 0.9 to 1.05 times as fast as "cub::DeviceReduce::ArgMin" (before
//            measuring).
// Run      ./tutorial run reduce_minimum -- --operation argmin
// See      ./tutorial explain reduce_minimum
// Source   [Farber] ch. 6 (a reduction with a functor)

#include <cmath>
#include <limits>

#include "reduce.cuh"
#include "sum/further/library_extremes.hpp"
#include "tutorial/elements.hpp"
#include "tutorial/tutorial.hpp"

// No element is beyond these.
template <typename T>
constexpr T largest = std::is_integral_v<T> ? std::numeric_limits<T>::max()
                                            : std::numeric_limits<T>::infinity();
template <typename T>
constexpr T smallest = std::is_integral_v<T> ? std::numeric_limits<T>::min()
                                             : -std::numeric_limits<T>::infinity();

// Whether a goes before b, where the smaller, or the larger, goes first and a NaN (a != a) before all.
template <typename T>
__device__ bool below(T a, T b) {
  return !(a >= b) && b == b;
}
template <typename T>
__device__ bool above(T a, T b) {
  return !(a <= b) && b == b;
}

template <typename T>
struct Minimum {
  using Value = T;
  static __device__ Value of(T x, std::int64_t) { return x; }
  static __device__ Value identity() { return largest<T>; }
  static __device__ Value combine(Value a, Value b) { return below(b, a) ? b : a; }
  static __device__ Value add(Value a, T x, std::int64_t) { return combine(a, x); }
};

template <typename T>
struct Maximum {
  using Value = T;
  static __device__ Value of(T x, std::int64_t) { return x; }
  static __device__ Value identity() { return smallest<T>; }
  static __device__ Value combine(Value a, Value b) { return above(b, a) ? b : a; }
  static __device__ Value add(Value a, T x, std::int64_t) { return combine(a, x); }
};

constexpr std::int64_t no_index = std::numeric_limits<std::int64_t>::max();  // loses every tie

// [argmin]
template <typename T>
struct Argmin {
  struct Value {
    T value;
    std::int64_t index;
  };
  static __device__ Value of(T x, std::int64_t i) { return {x, i}; }
  static __device__ Value identity() { return {largest<T>, no_index}; }
  static __device__ Value combine(Value a, Value b) {
    if (below(b.value, a.value)) return b;
    if (below(a.value, b.value)) return a;
    return b.index < a.index ? b : a;
  }
  // An element after all of those that `a` is of: it does not go before its equals.
  static __device__ Value add(Value a, T x, std::int64_t i) { return below(x, a.value) ? Value{x, i} : a; }
};
// [argmin]

template <typename T>
struct Range {
  struct Value {
    T least;
    T most;
  };
  static __device__ Value of(T x, std::int64_t) { return {x, x}; }
  static __device__ Value identity() { return {largest<T>, smallest<T>}; }
  static __device__ Value combine(Value a, Value b) {
    return {Minimum<T>::combine(a.least, b.least), Maximum<T>::combine(a.most, b.most)};
  }
  static __device__ Value add(Value a, T x, std::int64_t) { return combine(a, {x, x}); }
};

// A shuffle moves a number; a struct of any size moves in words of four bytes.
template <typename Value>
__device__ Value from_lane_above(Value value, int offset) {
  static_assert(sizeof(Value) % sizeof(unsigned) == 0);
  unsigned words[sizeof(Value) / sizeof(unsigned)];
  memcpy(words, &value, sizeof(Value));
  for (unsigned& word : words) word = __shfl_down_sync(0xFFFFFFFFu, word, offset);
  memcpy(&value, words, sizeof(Value));
  return value;
}

// All values of the warp combined, in lane 0. All 32 lanes must call it.
template <typename Operation, typename Value>
__device__ Value warp_combine(Value value) {
  for (int offset = tutorial::warp_size / 2; offset > 0; offset /= 2) {
    value = Operation::combine(value, from_lane_above(value, offset));
  }
  return value;
}

// reduce_block_step with another operation, for `in` at a multiple of 16 bytes. blockDim.x is a multiple of 32. partial: one Value a block.
// *ticket is 0 before, and after.
template <typename Operation, typename T, typename Value = typename Operation::Value>
__global__ void reduce_operation(const T* in, Value* partial, unsigned* ticket, Value* result,
                                 std::int64_t n) {
  __shared__ Value warp_values[tutorial::warp_size];
  __shared__ bool is_last;

  const int lane = threadIdx.x % tutorial::warp_size;
  const int warp = threadIdx.x / tutorial::warp_size;
  const int warps = blockDim.x / tutorial::warp_size;

  // [walk]
  constexpr int in_flight = 4, in_word = 16 / sizeof(T);
  struct alignas(16) Word {
    T element[in_word];
  };
  const auto* words = reinterpret_cast<const Word*>(in);
  const std::int64_t count = n / in_word, step = std::int64_t{in_flight} * blockDim.x;
  std::int64_t begin = blockIdx.x * step;
  Value value = Operation::identity();
  if (begin + threadIdx.x < count) {
    const std::int64_t i = (begin + threadIdx.x) * in_word;
    value = Operation::of(in[i], i);
  }
#pragma unroll 1
  for (; begin < count; begin += gridDim.x * step) {
    const std::int64_t first = begin + threadIdx.x;
    Word word[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k)
      if (first + k * blockDim.x < count) word[k] = words[first + k * blockDim.x];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) {
      if (first + k * blockDim.x >= count) break;
#pragma unroll
      for (int e = 0; e < in_word; ++e)
        value = Operation::add(value, word[k].element[e], (first + k * blockDim.x) * in_word + e);
    }
  }
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t in_tail = count * in_word + thread;
  if (in_tail < n) value = Operation::combine(value, Operation::of(in[in_tail], in_tail));
  // [walk]

  value = warp_combine<Operation>(value);
  if (lane == 0) warp_values[warp] = value;
  __syncthreads();

  if (warp == 0) {
    value = warp_combine<Operation>(lane < warps ? warp_values[lane] : Operation::identity());
    if (lane == 0) {
      partial[blockIdx.x] = value;
      __threadfence();
      const unsigned last = gridDim.x - 1;
      is_last = atomicInc(ticket, last) == last;
      __threadfence();
    }
  }
  __syncthreads();
  if (!is_last) return;

  value = Operation::identity();
  for (unsigned block = threadIdx.x; block < gridDim.x; block += blockDim.x) {
    value = Operation::combine(value, partial[block]);
  }

  value = warp_combine<Operation>(value);
  if (lane == 0) warp_values[warp] = value;
  __syncthreads();

  if (warp == 0) {
    value = warp_combine<Operation>(lane < warps ? warp_values[lane] : Operation::identity());
    if (lane == 0) *result = value;
  }
}

// A vector on the device and, by one walk from its first element to its last, what must come out.
template <typename T>
struct Problem {
  // `sign` is -1 for the maximum, so that what is hard for the minimum is hard for it.
  Problem(std::uint64_t seed, std::int64_t n, const std::string& data, int sign)
      : in(static_cast<std::size_t>(n)) {
    const bool with_nan = data == "nan";
    tutorial::Program::require(!with_nan || !std::is_integral_v<T>, "--data nan: int has no NaN");
    const tutorial::Elements<T> values(with_nan ? tutorial::Data::random : tutorial::data_named(data), seed,
                                       n, 1);
    std::vector<T> host(in.size());
    bool nan_seen = false;
    for (std::int64_t i = 0; i < n; ++i) {
      const bool is_nan = with_nan && i % 1009 == n / 2 % 1009;
      const T x = is_nan ? std::numeric_limits<T>::quiet_NaN() : static_cast<T>(sign * values(i));
      host[static_cast<std::size_t>(i)] = x;
      if (nan_seen) continue;
      nan_seen = is_nan;
      if (is_nan || i == 0 || x < least) {
        least = x;
        least_index = i;
      }
      if (is_nan || i == 0 || x > most) most = x;
    }
    in.copy_from(host);
  }

  tutorial::DeviceBuffer<T> in;
  T least = largest<T>;
  T most = smallest<T>;
  std::int64_t least_index = no_index;
};

template <typename T>
tutorial::Verdict check_value(const char* what, T got, T want) {
  if (got != got && want != want) return {true, "ok"};  // a NaN that is wanted; verify refuses every NaN
  return tutorial::verify(
      std::vector<T>{got}, [&](std::int64_t) { return want; }, {},
      [&](std::int64_t) { return std::string(what); });
}

template <typename T>
tutorial::Verdict check(const Problem<T>& problem, Minimum<T>, T got) {
  return check_value("minimum", got, problem.least);
}
template <typename T>
tutorial::Verdict check(const Problem<T>& problem, Maximum<T>, T got) {
  return check_value("maximum", got, problem.most);
}
template <typename T>
tutorial::Verdict check(const Problem<T>& problem, Argmin<T>, typename Argmin<T>::Value got) {
  return tutorial::first_wrong(check_value("minimum", got.value, problem.least),
                               check_value("index", got.index, problem.least_index));
}
template <typename T>
tutorial::Verdict check(const Problem<T>& problem, Range<T>, typename Range<T>::Value got) {
  return tutorial::first_wrong(check_value("minimum", got.least, problem.least),
                               check_value("maximum", got.most, problem.most));
}

template <typename Operation, typename T>
void measure(tutorial::Program& program, const std::string& operation, const Problem<T>& problem) {
  using Value = typename Operation::Value;
  const auto n = static_cast<std::int64_t>(problem.in.size());
  const unsigned blocks = ch06::filling_blocks(reduce_operation<Operation, T>, program.block(), n);
  tutorial::DeviceBuffer<Value> partial(blocks);
  tutorial::DeviceBuffer<Value> result(1);
  tutorial::DeviceBuffer<unsigned> ticket(std::vector<unsigned>{0});

  const tutorial::Case row{.variant = operation + ", " + std::to_string(program.block()) + " threads",
                           .size = tutorial::count_text(n),
                           .work = static_cast<double>(problem.in.bytes()),
                           .unit = tutorial::Unit::gigabytes_per_second,
                           .ceiling = tutorial::Ceiling::read};
  program.measure(
      row,
      [&] {
        reduce_operation<Operation>
            <<<blocks, program.block()>>>(problem.in.data(), partial.data(), ticket.data(), result.data(), n);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return check(problem, Operation{}, result.to_host()[0]); });

  // CUB has no order for NaN, no index for no element, and no range.
  if constexpr (!std::is_same_v<Operation, Range<T>>) {
    if (n == 0 || problem.least != problem.least) return;
    ch06::measure_cub_extremes<T>(program, row, operation, problem.in, [&](T value, std::int64_t index) {
      if constexpr (std::is_same_v<Operation, Argmin<T>>) {
        return check(problem, Operation{}, {value, index});
      } else {
        return check(problem, Operation{}, value);
      }
    });
  }
}

template <typename T>
void run(tutorial::Program& program, std::int64_t n, const std::string& data, const std::string& operation) {
  const Problem<T> problem(program.seed(), n, data, operation == "maximum" ? -1 : 1);
  if (operation == "minimum") measure<Minimum<T>>(program, operation, problem);
  if (operation == "maximum") measure<Maximum<T>>(program, operation, problem);
  if (operation == "argmin") measure<Argmin<T>>(program, operation, problem);
  if (operation == "range") measure<Range<T>>(program, operation, problem);
  using Number = std::conditional_t<std::is_integral_v<T>, std::int64_t, T>;
  program.note("the CPU finds: least " + tutorial::value_text(Number{problem.least}) + ", first of them at " +
               (n == 0 ? "no index" : tutorial::value_text(problem.least_index)) + "; most " +
               tutorial::value_text(Number{problem.most}));
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::string data;
  std::string operation;
  program.size("--n", n, "number of elements", {.gpu = 100'000'000, .simulator = 1'000'000, .quick = 10'000});
  program.choice("--operation", operation, "what to compute", {"minimum", "maximum", "argmin", "range"});
  program.choice("--data", data, "what the elements are",
                 {"random", "fractions", "equal", "sorted", "reversed", "denormal", "one_different", "nan"});
  program.block_sizes({64, 128, 256, 512, 1024}, 512);
  return program.run<float, double, int>(
      argc, argv, [&](auto zero) { run<decltype(zero)>(program, n, data, operation); });
}
