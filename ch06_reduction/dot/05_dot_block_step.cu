// dot_block_step: does it matter how far apart a block's loads are when they come from two vectors?
// Step     loads side by side
// Before   dot_single_pass has two words of each vector in flight, a whole grid's width apart.
// Change   The two are one block's width apart, as in reduce_block_step: in each step a block loads one contiguous range
//          of a and one of b, 32 KB each with blocks of 1024, if those fill an SM. The longer the range, the better, so
//          the blocks no longer have 512 threads. All else is as in dot_single_pass.
//
// Expect   The gain of reduce_block_step, a percent or less: a block loads from two regions at a time instead of four.
//          The ceiling is measured on one vector; reading two at the same time should cost nothing. As there, the row
//          includes the time of the launch and of the last block: at 100 million floats, twice the bytes of a
//          sum, its share is half as large.
//          - It is 1 to 1.01 times as fast as dot_single_pass (before measuring).
//            Missed: On the H200 it is at the edge of the prediction. On the H100 it gains more, as reduce_block_step
//            does there, too. The H100 has slower memory for the same SMs, so the access order may matter more; no
//            counter was read.
// Run      ./tutorial run dot_block_step -- --n 100000000
// See      ./tutorial explain dot_block_step
// Source   ours

#include "dot/cublas_dot.hpp"
#include "dot/dot.hpp"
#include "reduce.cuh"
#include "words.cuh"

constexpr int in_flight = 2;  // pairs of words

// blockDim.x is a multiple of 32, so that every warp is full. partial: one element per block. *ticket is 0
// before, and after.
template <typename T>
__global__ void __launch_bounds__(1024)
    dot_block_step(const T* a, const T* b, T* partial, unsigned* ticket, T* result, std::int64_t n) {
  __shared__ T warp_sums[tutorial::warp_size];

  using Vector = ch06::Vector<T>;
  const ch06::Words<T> in_a(a, n);
  const ch06::Words<T> in_b(b, n);
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  T sum = 0;
  if (in_a.head == in_b.head) {
    // [change]
    const std::int64_t step = std::int64_t{in_flight} * blockDim.x;
    // Not unrolled by the compiler: a step has as many loads in flight as it says.
#pragma unroll 1
    for (std::int64_t begin = blockIdx.x * step; begin < in_a.count; begin += gridDim.x * step) {
      const std::int64_t i = begin + threadIdx.x;
      if (begin + step <= in_a.count) {
        typename Vector::type word_a[in_flight];
        typename Vector::type word_b[in_flight];
#pragma unroll
        for (int k = 0; k < in_flight; ++k) {
          word_a[k] = in_a.words[i + k * blockDim.x];
          word_b[k] = in_b.words[i + k * blockDim.x];
        }
#pragma unroll
        for (int k = 0; k < in_flight; ++k) sum += Vector::dot(word_a[k], word_b[k]);
      } else {
        for (std::int64_t rest = i; rest < in_a.count; rest += blockDim.x)
          sum += Vector::dot(in_a.words[rest], in_b.words[rest]);
      }
    }
    // [change]

    // The grid has more threads than head or tail have elements.
    const std::int64_t in_tail = in_a.tail_begin + thread;
    if (thread < in_a.head) sum += a[thread] * b[thread];
    if (in_tail < n) sum += a[in_tail] * b[in_tail];
  } else {
    for (std::int64_t i = thread; i < n; i += threads) sum += a[i] * b[i];
  }

  sum = ch06::block_sum(sum, warp_sums);
  if (ch06::is_last_block(sum, partial, ticket, warp_sums) && threadIdx.x == 0) *result = sum;
}

template <typename T>
void run(tutorial::Program& program, const ch06::DotOptions& options) {
  constexpr std::int64_t in_thread = in_flight * sizeof(typename ch06::Vector<T>::type) / sizeof(T);
  const std::int64_t n = options.n;
  const int block_size = tutorial::large_block_size();
  const unsigned grid = ch06::filling_blocks(dot_block_step<T>, block_size, (n + in_thread - 1) / in_thread);
  ch06::Dot<T> in(program.seed(), n, tutorial::data_named(options.data), block_size, grid);
  tutorial::DeviceBuffer<T> d_a(options.offset_a + n), d_b(options.offset_b + n);  // cudaMalloc
  tutorial::DeviceBuffer<T> d_partial(grid), d_result(1);
  tutorial::DeviceBuffer<unsigned> d_ticket(std::vector<unsigned>{0});
  const auto [a, b] = in.make_vectors();
  CUDA_CHECK(cudaMemcpy(d_a.data() + options.offset_a, a.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(d_b.data() + options.offset_b, b.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  const T* first_a = d_a.data() + options.offset_a;
  const T* first_b = d_b.data() + options.offset_b;
  const auto launch = [&] {
    dot_block_step<<<grid, block_size>>>(first_a, first_b, d_partial.data(), d_ticket.data(), d_result.data(),
                                         n);
    CUDA_CHECK_LAUNCH();
  };
  const auto check = [&](T got) { return in.check_total(got, in.roundings(grid)); };

  program.measure(in.row("a block's 2 pairs per thread side by side"), launch,
                  [&] { return check(d_result.to_host()[0]); });

  T on_host{};
  program.measure_end_to_end(
      in.end_to_end_row("the same, the host copies the result"),
      [&] {
        launch();
        CUDA_CHECK(cudaMemcpy(&on_host, d_result.data(), sizeof(T), cudaMemcpyDeviceToHost));
      },
      [&] { return check(on_host); });
  program.note(in.result_text(on_host));

  ch06::measure_cublas_dot(program, in, first_a, first_b);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::DotOptions options;
  ch06::add_dot_options(program, options);
  ch06::add_dot_offsets(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
