// dot_graph: what is the least a small dot product can cost?
// Step     launch from a graph
// Before   dot_single_pass and dot_block_step launch a kernel, and copy the result.
// Change   as in reduce_collected: one block collects the others' sums and sends the result to host memory, where the
//          host looks for it; the launch is captured once. The first row launches each time, the second launches the
//          graph.
//
// Expect   The book's 33 * 1024 elements are 264 KB: on the device they are read in a microsecond or two, and all else
//          is the way there and back. cuBLAS takes the answer to the host by a second kernel and a copy; we
//          predict less than half of its time. By the same means, captured in a graph and written to mapped memory, it
//          has two kernels to our one: we expect to be ahead by a tenth. At 100 million elements the gain is as many
//          microseconds, out of two hundred.
//          - At 33792, end to end, "a graph, captured once, the host looks" is at least 2 times as fast as
//            "cublasSdot" (before measuring).
//          - At 33792, end to end, "a graph, captured once, the host looks" is at least 1.1 times as fast as
//            "cublasSdot in a graph, the host looks" (before measuring).
// Run      ./tutorial run dot_graph -- --data book --n 33792
// See      ./tutorial explain dot_graph
// Source   ours

#include "captured_graph.hpp"
#include "collect.cuh"
#include "dot/cublas_dot.hpp"
#include "dot/dot.hpp"
#include "mailbox.hpp"
#include "words.cuh"

constexpr int block_size = 512;
constexpr int in_flight = 2;  // pairs of words

// blockDim.x is a multiple of 32, so that every warp is full. slot: one message per block, all empty
// before, and after.
template <typename T>
__global__ void dot_graph(const T* a, const T* b, ch06::Message<T>* slot, ch06::Message<T>* message,
                          std::int64_t n) {
  __shared__ T warp_sums[tutorial::warp_size];

  using Vector = ch06::Vector<T>;
  const ch06::Words<T> in_a(a, n);
  const ch06::Words<T> in_b(b, n);
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  T sum = 0;
  if (in_a.head == in_b.head) {
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

    // The grid has more threads than head or tail have elements.
    const std::int64_t in_tail = in_a.tail_begin + thread;
    if (thread < in_a.head) sum += a[thread] * b[thread];
    if (in_tail < n) sum += a[in_tail] * b[in_tail];
  } else {
    for (std::int64_t i = thread; i < n; i += threads) sum += a[i] * b[i];
  }

  sum = ch06::collect(ch06::block_sum(sum, warp_sums), slot, warp_sums);
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) ch06::deliver(message, sum);
}

template <typename T>
void run(tutorial::Program& program, const ch06::DotOptions& options) {
  constexpr std::int64_t in_thread = in_flight * sizeof(typename ch06::Vector<T>::type) / sizeof(T);
  const std::int64_t n = options.n;
  const unsigned grid = ch06::filling_blocks(dot_graph<T>, block_size, (n + in_thread - 1) / in_thread);
  ch06::Dot<T> in(program.seed(), n, tutorial::data_named(options.data), block_size, grid);
  tutorial::DeviceBuffer<T> d_a(options.offset_a + n), d_b(options.offset_b + n);  // cudaMalloc
  tutorial::DeviceBuffer<ch06::Message<T>> d_slot(ch06::empty_slots<T>(grid));
  ch06::Mailbox<T> mailbox;
  const auto [a, b] = in.make_vectors();
  CUDA_CHECK(cudaMemcpy(d_a.data() + options.offset_a, a.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(d_b.data() + options.offset_b, b.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  const T* first_a = d_a.data() + options.offset_a;
  const T* first_b = d_b.data() + options.offset_b;
  const auto launch = [&](cudaStream_t stream) {
    dot_graph<<<grid, block_size, 0, stream>>>(first_a, first_b, d_slot.data(), mailbox.on_device(), n);
    CUDA_CHECK_LAUNCH();
  };
  const auto check = [&](T got) { return in.check_total(got, in.roundings(grid)); };

  T on_host{};
  program.measure_end_to_end(
      in.end_to_end_row("a launch for each product, the host looks"),
      [&] {
        mailbox.clear();
        launch(nullptr);
        on_host = mailbox.wait(nullptr);
      },
      [&] { return check(on_host); });

  // [change]
  ch06::CapturedGraph captured;
  CUDA_CHECK(cudaStreamBeginCapture(captured.stream, cudaStreamCaptureModeThreadLocal));
  launch(captured.stream);
  captured.end_capture();

  on_host = {};
  program.measure_end_to_end(
      in.end_to_end_row("a graph, captured once, the host looks"),
      [&] {
        mailbox.clear();
        CUDA_CHECK(cudaGraphLaunch(captured.executable, captured.stream));
        on_host = mailbox.wait(captured.stream);
      },
      [&] { return check(on_host); });
  // [change]
  CUDA_CHECK(cudaStreamSynchronize(captured.stream));

  program.note(in.result_text(on_host));
  ch06::measure_cublas_dot(program, in, first_a, first_b);
  ch06::measure_cublas_graph(program, in, first_a, first_b);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::DotOptions options;
  ch06::add_dot_options(program, options, {.gpu = 33 * 1024, .simulator = 33 * 1024, .quick = 10'000});
  ch06::add_dot_offsets(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
