// reduce_collected: can a block's sum be its own ticket?
// Step     slots instead of tickets
// Before   reduce_graph finishes in the last block, which it finds by tickets: each block writes its sum, waits at a
//          fence until the sum is visible, takes a ticket, and the last block reads all sums. After the reads of the
//          elements that is a chain of three trips to L2: the store and its fence, the atomic, the load of the sums.
// Change   a block's sum and "it is there" are one word (Message in mailbox.hpp), written by one relaxed store. One
//          block, the last of the grid, looks at the others' words until each is there, empties it for the next sum,
//          and adds:
//
//              block b      sum of its share     slot[b] = (1, sum)
//              last block   sum of its share     look at slot[0] ..  until all are there     message = (1, sum)
//
//          That is two trips: a store, and a load that sees it. Nothing is ordered by fences, since no word says
//          anything about another. Waiting is safe: one block waits, and the blocks it waits for do not wait. The order
//          of the additions is fixed, so the sum is the same every time.
//          Below some size one block is faster than many, since it waits for no other.
//
// Expect   A trip to L2 takes about 0.3 us on an H100 (memory_latency), so we expect to save about half a microsecond of
//          reduce_graph's 8. With equal means (a captured graph, the result in mapped memory, a host that looks) CUB
//          has two kernels from some size on, and an edge between two kernels of a graph costs about a microsecond: we
//          expect to be ahead of it by 5 to 15% at 100 K and 1 M, and at 10 K with one block.
//          The row "only the message" is the floor: a graph of one thread that sends a word. All else is the sum's.
//          - At 1 M, end to end, "a graph, one block collects the sums, 512 threads" is at least 1.05 times as fast
//            as "cub::DeviceReduce::Sum in a graph, the host looks" (before measuring).
//          - At 10 K, end to end, "a graph of one block, 512 threads" is at least 1.05 times as fast as
//            "cub::DeviceReduce::Sum in a graph, the host looks" (before measuring).
// Run      ./tutorial run reduce_collected -- --n 1000000
// See      ./tutorial explain reduce_collected
// Source   ours; relaxed atomics and scopes: CUDA C++ Programming Guide and libcu++

#include "captured_graph.hpp"
#include "collect.cuh"
#include "mailbox.hpp"
#include "sum/further/library_sum.hpp"
#include "sum/further/sizes.hpp"
#include "sum/further/sum_to_host.cuh"
#include "sum/sum.hpp"

using SlotWord = cuda::atomic_ref<std::uint64_t, cuda::thread_scope_device>;

// slot: one message per block, all empty before, and after. blockDim.x is a multiple of 32.
// [kernel]
template <typename T>
__global__ void reduce_collected(const T* in, ch06::Message<T>* slot, ch06::Message<T>* message,
                                 std::int64_t n) {
  using Message = ch06::Message<T>;
  __shared__ T warp_sums[tutorial::warp_size];

  T sum = ch06::block_sum(ch06::thread_share(in, n), warp_sums);

  const unsigned last = gridDim.x - 1;
  if (blockIdx.x != last) {
    if (threadIdx.x == 0)
      SlotWord(slot[blockIdx.x].word).store(Message::packed(sum), cuda::memory_order_relaxed);
    return;
  }

  if (threadIdx.x != 0) sum = 0;  // the block's own sum is in thread 0
  for (unsigned block = threadIdx.x; block < last; block += blockDim.x) {
    const SlotWord there(slot[block].word);
    typename Message::Word word;
    do word = there.load(cuda::memory_order_relaxed);
    while (word == Message::nothing);
    there.store(Message::nothing, cuda::memory_order_relaxed);  // empty for the next sum
    sum += Message::unpacked(word);
  }
  __syncthreads();  // the first block_sum is over for all: warp_sums is free
  sum = ch06::block_sum(sum, warp_sums);
  if (threadIdx.x == 0) ch06::deliver(message, sum);
}
// [kernel]

template <typename T>
__global__ void only_message(ch06::Message<T>* message) {
  ch06::deliver(message, T{1});
}

// A row whose time is that of a graph of one kernel, from its launch until the host sees the message.
template <typename T, typename Launch>
T measure_graph(tutorial::Program& program, const tutorial::Case& row, const Launch& launch,
                const std::function<tutorial::Verdict(T)>& check) {
  ch06::Mailbox<T> mailbox;
  ch06::CapturedGraph captured;
  CUDA_CHECK(cudaStreamBeginCapture(captured.stream, cudaStreamCaptureModeThreadLocal));
  launch(captured.stream, mailbox.on_device());
  captured.end_capture();
  T on_host{};
  program.measure_end_to_end(
      row,
      [&] {
        mailbox.clear();
        CUDA_CHECK(cudaGraphLaunch(captured.executable, captured.stream));
        on_host = mailbox.wait(captured.stream);
      },
      [&] { return check(on_host); });
  CUDA_CHECK(cudaStreamSynchronize(captured.stream));
  return on_host;
}

template <typename T>
void run_size(tutorial::Program& program, std::int64_t n, tutorial::Data data) {
  constexpr std::int64_t in_thread = ch06::elements_in_flight<T>;
  const unsigned blocks =
      ch06::filling_blocks(reduce_collected<T>, program.block(), (n + in_thread - 1) / in_thread);
  ch06::Sum<T> sum(program.seed(), n, data, program.block(), blocks);
  tutorial::DeviceBuffer<ch06::Message<T>> slot(ch06::empty_slots<T>(blocks));

  tutorial::Case floor = sum.end_to_end_row("only the message");
  floor.variant = "only the message, no sum";
  floor.work = 1;
  floor.unit = tutorial::Unit::nanoseconds;
  floor.ceiling = tutorial::Ceiling::none;
  floor.peer = true;
  measure_graph<T>(
      program, floor,
      [&](cudaStream_t stream, ch06::Message<T>* message) {
        only_message<<<1, 1, 0, stream>>>(message);
        CUDA_CHECK_LAUNCH();
      },
      [](T got) { return tutorial::verify(std::vector<T>{got}, [](std::int64_t) { return T{1}; }); });

  const auto measure = [&](const std::string& variant, unsigned grid) {
    return measure_graph<T>(
        program, sum.end_to_end_row(variant),
        [&](cudaStream_t stream, ch06::Message<T>* message) {
          reduce_collected<<<grid, sum.block_size, 0, stream>>>(sum.begin(), slot.data(), message, n);
          CUDA_CHECK_LAUNCH();
        },
        [&](T got) { return sum.check_total(got, sum.additions(grid)); });
  };
  const T on_host = measure("a graph, one block collects the sums", blocks);
  if (n <= 100'000) measure("a graph of one block", 1);

  program.note(tutorial::count_text(n) + ": " + sum.result_text(on_host));
  ch06::LibrarySum<T>(sum).measure_in_graph(program);
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
