// reduce_graph: what is left of a small sum when the launch, too, is prepared in advance?
// Step     launch from a graph
// Before   reduce_mapped launches its kernel again for each sum: the driver checks grid, block and arguments, and writes
//          a command for the device.
// Change   The launch is captured once, into a graph of one node, and the graph is launched again and again. Grid, block
//          and arguments are part of it; so n and all addresses stay what they were at the capture, and only the data may
//          change. Capturing needs a stream of our own: the default stream cannot be captured.
//
//              once       begin capture, launch, end capture, instantiate
//              each sum   clear the word, launch the graph, poll the word
//
// Expect   The graph saves the host's part of a launch, a microsecond or two of the whole. The device's part is as
//          before: sending the command, the kernel, the way back. A graph of one kernel is the smallest possible graph;
//          graphs save more if a sum is one of many steps.
//
//          Compared with the libraries: CUB is two kernels, the second for the partial sums, and a copy. Thrust also
//          allocates and frees its scratch memory in each call. We expect less than half of Thrust's time while the launch
//          dominates, which is far beyond a million elements, and a tie at a hundred million, where the reads take all
//          the time.
//          - At 1 M, end to end, "a graph, captured once, 512 threads" is at least 2 times as fast as
//            "thrust::reduce" (before measuring).
//          - At 100 M, end to end, "a graph, captured once, 512 threads" is as fast as "thrust::reduce" (before
//            measuring).
//            Missed: The reads take some 90 us on the H200, and Thrust's additional work, about 20, is still a fifth of
//            that. At 1000 M it is a tie on the H200.
// Run      ./tutorial run reduce_graph -- --n 1000000
// See      ./tutorial explain reduce_graph
// Source   ours; graphs: CUDA C++ Programming Guide, CUDA graphs

#include "captured_graph.hpp"
#include "mailbox.hpp"
#include "sum/further/library_sum.hpp"
#include "sum/further/sizes.hpp"
#include "sum/further/sum_to_host.cuh"
#include "sum/sum.hpp"

// blockDim.x is a multiple of 32. partial: one element per block. *ticket is 0 before, and after.
template <typename T>
__global__ void reduce_graph(const T* in, T* partial, unsigned* ticket, ch06::Message<T>* message,
                             std::int64_t n) {
  __shared__ T warp_sums[tutorial::warp_size];
  T sum = ch06::block_sum(ch06::thread_share(in, n), warp_sums);
  if (ch06::is_last_block(sum, partial, ticket, warp_sums) && threadIdx.x == 0) ch06::deliver(message, sum);
}

template <typename T>
void run_size(tutorial::Program& program, std::int64_t n, tutorial::Data data) {
  constexpr std::int64_t in_thread = ch06::elements_in_flight<T>;
  const unsigned blocks =
      ch06::filling_blocks(reduce_graph<T>, program.block(), (n + in_thread - 1) / in_thread);
  ch06::Sum<T> sum(program.seed(), n, data, program.block(), blocks);
  tutorial::DeviceBuffer<unsigned> ticket(std::vector<unsigned>{0});
  ch06::Mailbox<T> mailbox;
  const auto launch = [&](cudaStream_t stream) {
    reduce_graph<<<blocks, sum.block_size, 0, stream>>>(sum.begin(), sum.partial.data(), ticket.data(),
                                                        mailbox.on_device(), n);
    CUDA_CHECK_LAUNCH();
  };
  T on_host{};
  const auto check = [&] { return sum.check_total(on_host, sum.additions(blocks)); };

  program.measure_end_to_end(
      sum.end_to_end_row("a launch for each sum"),
      [&] {
        mailbox.clear();
        launch(nullptr);
        on_host = mailbox.wait(nullptr);
      },
      check);

  // [change]
  ch06::CapturedGraph captured;
  CUDA_CHECK(cudaStreamBeginCapture(captured.stream, cudaStreamCaptureModeThreadLocal));
  launch(captured.stream);  // nothing runs: grid, block and arguments are noted down, as they are now
  captured.end_capture();

  on_host = {};
  program.measure_end_to_end(
      sum.end_to_end_row("a graph, captured once"),
      [&] {
        mailbox.clear();
        CUDA_CHECK(cudaGraphLaunch(captured.executable, captured.stream));
        on_host = mailbox.wait(captured.stream);
      },
      check);
  // [change]
  CUDA_CHECK(cudaStreamSynchronize(captured.stream));

  program.note(tutorial::count_text(n) + ": " + sum.result_text(on_host));
  ch06::LibrarySum<T>(sum).measure_end_to_end(program);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::string data;
  ch06::add_small_walk_options(program, n, data);
  return program.run<float, double, int>(argc, argv, [&](auto zero) {
    for (const std::int64_t size : ch06::sizes_up_to(n)) {
      run_size<decltype(zero)>(program, size, tutorial::data_named(data));
    }
    ch06::note_missing_libraries(program);
  });
}
