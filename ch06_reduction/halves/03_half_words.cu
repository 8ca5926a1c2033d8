// half_words: how does a sum of fp16 numbers become memory-bound, and does it pay to add in fp16?
// Step     16 bytes per load
// Before   half_pairs has 4 bytes per load.
// Change   A thread loads four words of 16 bytes, eight numbers each, before it adds the first: 64 bytes in flight. A block's
//          words of a step are side by side, as in reduce_block_step. The second row adds the four pairs of a word in their own type before it converts:
//
//              in float    8 conversions, 8 additions per word                   24 bits
//              in pairs    3 additions of pairs, 2 conversions, 2 additions      11 bits, or 8
//
// Expect   At four instructions per cycle and SM, 16 per word and lane are 128 bytes per cycle, 33 TB/s on 132 SMs. So both rows
//          reach the limit, and the second only loses digits: with --data fractions each of two additions errs by 2^-11 at
//          most (bf16: 2^-8), so the sum by 0.1% at most, and the sum in float by less than 0.01%.
//          cub::DeviceReduce loads 16 bytes, too, if the type of the elements is one it knows.
//          - At 200 M, "16 bytes per load, added in float" reaches 92 to 101% of the ceiling (before measuring).
//          - At 200 M, "16 bytes per load, added in pairs of 2 bytes" reaches 92 to 101% of the ceiling (before measuring).
//          - At 200 M, it is 1.02 to 1.3 times as fast as half_pairs (before measuring).
//            Missed: half_pairs is slower than we had expected, since the compiler does not unroll its loop; the share of
//            the ceiling is as predicted.
//          - At 200 M, it is at least 1 times as fast as "cub::DeviceReduce, added in float" (before measuring).
// Run      ./tutorial run half_words -- --data fractions
// See      ./tutorial explain half_words
// Source   ours

#include "halves/halves.hpp"
#include "halves/library_sum.hpp"
#include "reduce.cuh"

constexpr int block_size = 512;

// [add]
// The sum of the eight numbers of a word.
struct InFloat {
  template <typename T>
  static __device__ float sum(uint4 word) {
    const float2 a = halves::widened(halves::pair_of<T>(word.x)),
                 b = halves::widened(halves::pair_of<T>(word.y));
    const float2 c = halves::widened(halves::pair_of<T>(word.z)),
                 d = halves::widened(halves::pair_of<T>(word.w));
    return ((a.x + a.y) + (b.x + b.y)) + ((c.x + c.y) + (d.x + d.y));
  }
};
struct InPairs {
  template <typename T>
  static __device__ float sum(uint4 word) {
    const auto a = __hadd2(halves::pair_of<T>(word.x), halves::pair_of<T>(word.y));
    const auto b = __hadd2(halves::pair_of<T>(word.z), halves::pair_of<T>(word.w));
    const float2 both = halves::widened(__hadd2(a, b));
    return both.x + both.y;
  }
};
// [add]

// [kernel]
template <typename Add, typename T>
__global__ void half_words(const T* in, float* partial, unsigned* ticket, float* result, std::int64_t n) {
  __shared__ float warp_sums[tutorial::warp_size];
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;

  // [change]
  constexpr int in_flight = 4, in_word = 8;
  const auto* words = reinterpret_cast<const uint4*>(in);
  const std::int64_t count = n / in_word;
  const std::int64_t step = std::int64_t{in_flight} * blockDim.x;
  float sum = 0;
#pragma unroll 1
  for (std::int64_t begin = blockIdx.x * step; begin < count; begin += gridDim.x * step) {
    const std::int64_t i = begin + threadIdx.x;
    if (begin + step <= count) {
      uint4 word[in_flight];
#pragma unroll
      for (int k = 0; k < in_flight; ++k) word[k] = words[i + k * blockDim.x];
#pragma unroll
      for (int k = 0; k < in_flight; ++k) sum += Add::template sum<T>(word[k]);
    } else {
      for (std::int64_t rest = i; rest < count; rest += blockDim.x) sum += Add::template sum<T>(words[rest]);
    }
  }

  const std::int64_t last = count * in_word + thread;
  if (last < n) sum += halves::widened(in[last]);
  // [change]

  sum = ch06::block_sum(sum, warp_sums);
  if (ch06::is_last_block(sum, partial, ticket, warp_sums) && threadIdx.x == 0) *result = sum;
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, const halves::Options& options) {
  halves::Input<T> in(options, program.seed());
  tutorial::DeviceBuffer<T> d_in(in.make_values());  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<float> d_sum(1);
  tutorial::DeviceBuffer<unsigned> d_ticket(std::vector<unsigned>{0});

  const auto measure = [&](const std::string& how, auto kernel, double ku) {
    const unsigned grid = ch06::filling_blocks(kernel, block_size, in.n / 8);
    tutorial::DeviceBuffer<float> d_partial(grid);
    d_sum.poison();
    ku += halves::float_rounding(in.n, grid, block_size);
    program.measure(
        in.row("16 bytes per load, added in " + how),
        [&] {
          kernel<<<grid, block_size>>>(d_in.data(), d_partial.data(), d_ticket.data(), d_sum.data(), in.n);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return in.check(d_sum.to_host()[0], ku); });
    program.note("added in " + how + ": " + in.error_text(d_sum.to_host()[0]));
  };
  measure("float", half_words<InFloat, T>, 0);
  measure("pairs of 2 bytes", half_words<InPairs, T>, 2 * halves::roundoff<T>);
  halves::measure_library(program, in, d_in, d_sum);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  halves::Options options;
  halves::add_options(program, options);
  return program.run(argc, argv, [&] {
    halves::with_format(options, [&](auto zero) { run<decltype(zero)>(program, options); });
  });
}
