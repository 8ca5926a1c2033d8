// dot_vector: how many loads must be in flight if there are two vectors to read?
// Step     16-byte loads
// Before   dot_grid fills the device with threads that load 4 bytes of each vector at a time.
// Change   16 bytes of each at a time (float4, double2), and in the second variant two such pairs before the first
//          product. The block's tree uses shuffles, as in reduce_shuffle.
//
//          Both vectors must have the same offset within their 16-byte words; otherwise no word of one lines up with a
//          word of the other:
//
//              a    | . x x x | x x x x | ..      same offset: head, words, tail
//              b    | . y y y | y y y y | ..
//
//              a    | . x x x | x x x x | ..      different offsets: element by element, as in dot_grid
//              b    | y y y y | y y y y | ..
//
//          The kernel tests this and uses the loop that fits: slower in the second case, but correct. `--offset-a` and
//          `--offset-b` move the start of either vector.
//
// Expect   One pair in flight is two loads, 32 bytes per thread: the first variant should already be close to the
//          ceiling, closer than reduce_vector's with one load; two pairs, four loads, add little. Sectors per request
//          4 -> 16, a quarter of the requests. With different offsets the times are those of dot_grid.
// Measured - "16-byte loads, 1 pair in flight" reaches 90 to 105% of the ceiling (after measuring).
//          - "16-byte loads, 2 pairs in flight" is as fast as "16-byte loads, 1 pair in flight" (with
//            measuring).
// Run      ./tutorial run dot_vector -- --n 100000000
// See      ./tutorial explain dot_vector
// Source   ours

#include "dot/dot.hpp"
#include "reduce.cuh"
#include "words.cuh"

constexpr int block_size = 512;

// [kernel]
// blockDim.x is a multiple of 32, so that every warp is full.
template <int in_flight, typename T>
__global__ void dot_vector(const T* a, const T* b, T* partial, std::int64_t n) {
  // [change]
  __shared__ T warp_sums[tutorial::warp_size];

  using Vector = ch06::Vector<T>;
  const ch06::Words<T> in_a(a, n);
  const ch06::Words<T> in_b(b, n);
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  T sum = 0;
  if (in_a.head == in_b.head) {
    std::int64_t i = thread;
    // [loop]
    // Not unrolled by the compiler: a row has as many loads in flight as it says.
#pragma unroll 1
    for (; i + (in_flight - 1) * threads < in_a.count; i += in_flight * threads) {
      typename Vector::type word_a[in_flight];
      typename Vector::type word_b[in_flight];
#pragma unroll
      for (int k = 0; k < in_flight; ++k) {
        word_a[k] = in_a.words[i + k * threads];
        word_b[k] = in_b.words[i + k * threads];
      }
#pragma unroll
      for (int k = 0; k < in_flight; ++k) sum += Vector::dot(word_a[k], word_b[k]);
    }
    // [loop]
#pragma unroll 1
    for (; i < in_a.count; i += threads) sum += Vector::dot(in_a.words[i], in_b.words[i]);

    // The grid has more threads than head or tail have elements.
    const std::int64_t in_tail = in_a.tail_begin + thread;
    if (thread < in_a.head) sum += a[thread] * b[thread];
    if (in_tail < n) sum += a[in_tail] * b[in_tail];
  } else {
    for (std::int64_t i = thread; i < n; i += threads) sum += a[i] * b[i];
  }

  sum = ch06::block_sum(sum, warp_sums);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
  // [change]
}
// [kernel]

template <int in_flight, typename T>
unsigned grid_of(std::int64_t n) {
  constexpr std::int64_t in_word = sizeof(typename ch06::Vector<T>::type) / sizeof(T);
  return ch06::filling_blocks(dot_vector<in_flight, T>, block_size, (n + in_word - 1) / in_word);
}

template <typename T>
void run(tutorial::Program& program, const ch06::DotOptions& options) {
  const std::int64_t n = options.n;
  // The words of a block are not the elements that Dot counts as its own, so that the total is what is checked.
  ch06::Dot<T> in(program.seed(), n, tutorial::data_named(options.data), block_size, 1);
  tutorial::DeviceBuffer<T> d_a(options.offset_a + n), d_b(options.offset_b + n);  // cudaMalloc
  const auto [a, b] = in.make_vectors();
  CUDA_CHECK(cudaMemcpy(d_a.data() + options.offset_a, a.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(d_b.data() + options.offset_b, b.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  const T* first_a = d_a.data() + options.offset_a;
  const T* first_b = d_b.data() + options.offset_b;

  const auto measure = [&](const std::string& pairs, auto kernel, unsigned grid) {
    tutorial::DeviceBuffer<T> d_partial(grid);
    program.measure(
        in.row("16-byte loads, " + pairs + " in flight"),
        [&] {
          kernel<<<grid, block_size>>>(first_a, first_b, d_partial.data(), n);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return in.check_total(in.total(d_partial.to_host()), in.roundings(grid)); });
    program.note(pairs + ": " + in.result_text(in.total(d_partial.to_host())));
  };
  measure("1 pair", dot_vector<1, T>, grid_of<1, T>(n));
  measure("2 pairs", dot_vector<2, T>, grid_of<2, T>(n));
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::DotOptions options;
  ch06::add_dot_options(program, options);
  ch06::add_dot_offsets(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
