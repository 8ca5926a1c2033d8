// reduce_graph: what is left of a small sum when the launch, too, is prepared in advance?
// Step     launch from a graph
// Before   reduce_mapped launches its kernel anew for each sum: the driver looks at grid, block and arguments, and
//          writes a command for the device.
// Change   the launch is captured once, into a graph of one node, and the graph is launched again and again. Grid,
//          block and arguments are in it; so n and all addresses stay what they were at the capture, and the data
//          may change. Capturing takes a stream of our own: the default stream cannot be captured.
//
//              once       begin capture, launch, end capture, instantiate
//              each sum   clear the word, launch the graph, look for the word
//
// Expect   What the graph saves is the host's part of a launch, a microsecond or two of the whole. The device's part
//          is as before: the way to the device, the kernel, the way back. A graph of one kernel is the least a graph
//          can be; it pays more where a sum is one of many steps.
//
//          Against the libraries: CUB is two kernels, the second for the partial sums, and a copy. Thrust also
//          allocates and frees its scratch memory in each call. We predict less than half of Thrust's time as
//          long as the launch is most of it, that is far beyond a million elements, and a tie at a hundred
//          million, where all the time is the reads'.
// Predicts - At 1 M, end to end, "a graph, captured once, 512 threads" is at least 2 times as fast as
//            "thrust::reduce" (before measuring).
//          - At 100 M, end to end, "a graph, captured once, 512 threads" is as fast as "thrust::reduce" (before
//            measuring).
//            Why: The reads take some 90 us on the H200, and what Thrust does besides, about 20, is still a
//            fifth of that. It is a tie at 1000 M on the H200.
// Run      ./tutorial run reduce_graph -- --n 1000000
// See      ./tutorial explain reduce_graph
// Source   ours; graphs: CUDA C++ Programming Guide, CUDA graphs

#include "captured_graph.hpp"
#include "mailbox.hpp"
#include "reduce.cuh"
#include "sum/further/library_sum.hpp"
#include "sum/further/sizes.hpp"
#include "sum/sum.hpp"
#include "words.cuh"

constexpr int in_flight = 4;  // words

// blockDim.x is a multiple of 32, so that every warp is full. partial: one element a block. *ticket is 0
// before, and after.
template <typename T>
__global__ void reduce_graph(const T* in, T* partial, unsigned* ticket, ch06::Message<T>* message,
                             std::int64_t n) {
  __shared__ T warp_sums[tutorial::warp_size];
  __shared__ bool is_last;

  const int lane = threadIdx.x % tutorial::warp_size;
  const int warp = threadIdx.x / tutorial::warp_size;
  const int warps = blockDim.x / tutorial::warp_size;

  const ch06::Words<T> in_words(in, n);
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t step = std::int64_t{in_flight} * blockDim.x;
  T sum = 0;
  // Not unrolled by the compiler: a step has as many loads in flight as it says.
#pragma unroll 1
  for (std::int64_t begin = blockIdx.x * step; begin < in_words.count; begin += gridDim.x * step) {
    const std::int64_t i = begin + threadIdx.x;
    if (begin + step <= in_words.count) {
      typename ch06::Vector<T>::type word[in_flight];
#pragma unroll
      for (int k = 0; k < in_flight; ++k) word[k] = in_words.words[i + k * blockDim.x];
#pragma unroll
      for (int k = 0; k < in_flight; ++k) sum += ch06::Vector<T>::sum(word[k]);
    } else {
      for (std::int64_t rest = i; rest < in_words.count; rest += blockDim.x)
        sum += ch06::Vector<T>::sum(in_words.words[rest]);
    }
  }

  // The grid has more threads than head or tail have elements.
  if (thread < in_words.head) sum += in[thread];
  const std::int64_t in_tail = in_words.tail_begin + thread;
  if (in_tail < n) sum += in[in_tail];

  sum = ch06::warp_sum(sum);
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();

  if (warp == 0) {
    sum = ch06::warp_sum(lane < warps ? warp_sums[lane] : T{0});
    if (lane == 0) {
      partial[blockIdx.x] = sum;
      __threadfence();
      const unsigned last = gridDim.x - 1;
      is_last = atomicInc(ticket, last) == last;
      __threadfence();
    }
  }

  // Everyone learns whether this is the last block; the slots of warp_sums are free again.
  __syncthreads();
  if (!is_last) return;  // all threads of the block, or none

  sum = 0;
  for (unsigned block = threadIdx.x; block < gridDim.x; block += blockDim.x) sum += partial[block];

  sum = ch06::warp_sum(sum);
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();

  if (warp == 0) {
    sum = ch06::warp_sum(lane < warps ? warp_sums[lane] : T{0});
    if (lane == 0) {
      message->value = sum;
      __threadfence_system();  // kept: the host must see the value before the word; no lens watches it
      *static_cast<volatile unsigned*>(&message->there) = 1;
    }
  }
}

template <typename T>
void run_size(tutorial::Program& program, std::int64_t n, tutorial::Data data) {
  constexpr std::int64_t in_thread = in_flight * sizeof(typename ch06::Vector<T>::type) / sizeof(T);
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
  cudaGraph_t graph = nullptr;
  CUDA_CHECK(cudaStreamBeginCapture(captured.stream, cudaStreamCaptureModeThreadLocal));
  launch(captured.stream);  // nothing runs: grid, block and arguments are noted down, as they are now
  CUDA_CHECK(cudaStreamEndCapture(captured.stream, &graph));
  CUDA_CHECK(cudaGraphInstantiate(&captured.executable, graph, 0));
  CUDA_CHECK(cudaGraphDestroy(graph));

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
