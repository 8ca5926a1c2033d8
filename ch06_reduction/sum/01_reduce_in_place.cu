// reduce_in_place: how can several threads add up one array together?
//
// Before   Nothing: this is the smallest sum that several threads compute together.
// Change   N values, N / 2 threads, one block. In each round a thread adds a value of the upper half to one
//          of the lower half; then only the lower half has to be summed:
//
//              given      x0  x1  x2  x3  x4  x5  x6  x7
//                          ^---------------'               4 threads: x[t] += x[t + 4]
//              stride 4   s0  s1  s2  s3   .   .   .   .
//                          ^-------'                       2 threads: x[t] += x[t + 2]
//              stride 2   s0  s1   .   .   .   .   .   .
//                          ^---'                           1 thread:  x[0] += x[1]
//              stride 1   the sum is in x[0]
//
// Expect   log2(N) rounds instead of N - 1 additions in sequence. With eight values nearly all of the time is
//          the launch, so we do not compare times.
//
//          There are two conditions. N must be a power of two: 12 gives the strides 6, 3 and 1, and from 3 to
//          1 the third value is dropped. Also, one block must cover N: __syncthreads() is a barrier for one
//          block only, so threads of another block could read x[t + stride] before it is written. A block has
//          at most 1024 threads, so N is at most 2048. Other sizes would silently give wrong sums, so the
//          program refuses them.
//
// Run      ./tutorial run reduce_in_place -- --n 16     (try 12, and 4096)
// See      ./tutorial explain reduce_in_place
// Source   [Fan] ch. 8

#include <algorithm>
#include <bit>

#include "tutorial/tutorial.hpp"

// [kernel]
// Stops after the round of `last_stride`: 1 sums everything, more lets us look at the rounds between.
template <typename T>
__global__ void reduce_in_place(T* x, int n, int last_stride) {
  const int t = threadIdx.x;
  for (int stride = n / 2; stride >= last_stride; stride /= 2) {
    if (t < stride) x[t] += x[t + stride];

    // The next round reads what other threads have just written. All threads must get here, so the barrier is
    // outside the `if`.
    __syncthreads();
  }
}
// [kernel]

void require_one_block_and_power_of_two(std::int64_t n) {
  tutorial::Program::require(
      n <= 2048,
      "--n must not exceed 2048: a block has 1024 threads at most, and __syncthreads() makes only "
      "the threads of one block wait for each other; reduce_global takes any size");
  tutorial::Program::require(
      n == 0 || std::has_single_bit(static_cast<std::uint64_t>(n)),
      "--n must be a power of two: halving any other number drops values, as 6, 3, 1 does for "
      "12; reduce_global takes any size");
}

template <typename T>
void run(tutorial::Program& program, int n) {
  // Integers up to 99: sums of 2048 of them are exact in every type.
  const tutorial::Random random(program.seed());
  std::vector<T> given(n);
  for (int i = 0; i < n; ++i) given[i] = static_cast<T>(1 + random.below(99, i));
  tutorial::DeviceBuffer<T> x(given.size());  // cudaMalloc

  const int threads = std::max(1, n / 2);
  const auto restore = [&] { x.copy_from(given); };  // cudaMemcpy
  const auto launch = [&](int last_stride) {
    reduce_in_place<<<1, threads>>>(x.data(), n, last_stride);
    CUDA_CHECK_LAUNCH();
  };

  // Element t was last written in the round whose stride is the smallest power of two above t, or in the last
  // round if that is larger; since then it is the sum of every given value at that spacing.
  const auto check = [&](int last_stride) {
    return tutorial::verify(x.to_host(), [&](std::int64_t t) {
      T sum = 0;
      const int spacing = std::max<int>(last_stride, std::bit_ceil(static_cast<unsigned>(t) + 1));
      for (int i = static_cast<int>(t); i < n; i += spacing) sum += given[i];
      return sum;
    });
  };

  std::vector<std::string> rounds;
  const auto show = [&](const std::string& title, const std::vector<T>& values) {
    std::string line = title;
    for (const T value : values) line += " " + tutorial::value_text(static_cast<std::int64_t>(value));
    if (n <= 16) rounds.push_back(line);
  };

  program.measure(
      {.variant = std::to_string(threads) + (threads == 1 ? " thread" : " threads"),
       .size = tutorial::count_text(n),
       .work = static_cast<double>(x.bytes())},
      [&] { launch(1); },
      [&] {
        tutorial::Verdict verdict = check(1);
        show("given:   ", given);
        for (int stride = n / 2; stride > 0 && verdict.ok; stride /= 2) {
          restore();
          launch(stride);
          verdict = check(stride);
          show("stride " + std::to_string(stride) + ":", x.to_host());
        }
        return verdict;
      },
      restore);
  for (const std::string& round : rounds) program.note(round);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  program.size("--n", n, "number of values, a power of two up to 2048 (or 0)", tutorial::everywhere(8));
  return program.run<float, double, int>(argc, argv, [&](auto zero) {
    require_one_block_and_power_of_two(n);
    run<decltype(zero)>(program, static_cast<int>(n));
  });
}
