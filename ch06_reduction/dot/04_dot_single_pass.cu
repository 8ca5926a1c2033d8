// dot_single_pass: what does a whole dot product cost, with the answer where the program needs it?
// Step     last block finishes
// Before   dot_vector leaves one partial sum per block; the host copies hundreds of them and adds.
// Change   The last block to finish adds them (reduce_last_block explains the fences and the ticket). One launch gives
//          one number, the same every time.
//
// Expect   The kernel time of dot_vector, plus a microsecond or two for the last block. End to end the gain is at
//          small n, where launch and copy take all the time.
//
//          cuBLAS is the peer. Its sdot and ddot read the same bytes, so at large n it can at best tie at the read
//          ceiling. It starts a second kernel for the partial sums, so at small n we expect to be ahead by one launch.
//          cuBLAS returns its answer in device memory for the first pair of rows, and on the
//          host for the end-to-end rows.
// Measured - It is as fast as dot_vector (with measuring).
//          - At 1000 M, it is as fast as "cublasSdot" (with measuring).
//          - At 1 M, it is faster than "cublasSdot" (with measuring).
// Run      ./tutorial run dot_single_pass -- --n 100000000
// See      ./tutorial explain dot_single_pass
// Source   ours

#include "dot/cublas_dot.hpp"
#include "dot/dot.hpp"
#include "reduce.cuh"
#include "words.cuh"

constexpr int block_size = 512;
constexpr int in_flight = 2;  // pairs of words

// [kernel]
// blockDim.x is a multiple of 32, so that every warp is full. partial: one element per block. *ticket is 0
// before, and after.
template <typename T>
__global__ void dot_single_pass(const T* a, const T* b, T* partial, unsigned* ticket, T* result,
                                std::int64_t n) {
  __shared__ T warp_sums[tutorial::warp_size];

  using Vector = ch06::Vector<T>;
  const ch06::Words<T> in_a(a, n);
  const ch06::Words<T> in_b(b, n);
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  T sum = 0;
  if (in_a.head == in_b.head) {
    std::int64_t i = thread;
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
  // [change] [ticket]
  if (ch06::is_last_block(sum, partial, ticket, warp_sums) && threadIdx.x == 0) *result = sum;
  // [ticket]
  // [change]
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, const ch06::DotOptions& options) {
  constexpr std::int64_t in_word = sizeof(typename ch06::Vector<T>::type) / sizeof(T);
  const std::int64_t n = options.n;
  const unsigned grid = ch06::filling_blocks(dot_single_pass<T>, block_size, (n + in_word - 1) / in_word);
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
    dot_single_pass<<<grid, block_size>>>(first_a, first_b, d_partial.data(), d_ticket.data(),
                                          d_result.data(), n);
    CUDA_CHECK_LAUNCH();
  };
  const auto check = [&](T got) { return in.check_total(got, in.roundings(grid)); };

  program.measure(in.row("one launch, the last block adds"), launch,
                  [&] { return check(d_result.to_host()[0]); });

  T on_host{};
  program.measure_end_to_end(
      in.end_to_end_row("one launch, the host copies the result"),
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
