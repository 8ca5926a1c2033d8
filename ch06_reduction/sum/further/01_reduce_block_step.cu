// reduce_block_step: does it matter how far apart a thread's loads in flight are?
// Step     loads side by side
// Before   In reduce_vector the four words of a thread are a whole grid's width apart, megabytes: each block loads from
//          four separate regions at a time.
// Change   The four words are one block's width apart, so a block's loads of one step are contiguous in memory, 32 KB
//          for blocks of 512:
//
//              reduce_vector       | b0 | b1 | .. | b0 | b1 | .. | b0 | b1 | .. | b0 | b1 | ..   one step
//              reduce_block_step   | b0   b0   b0   b0 | b1   b1   b1   b1 | ..                  one step
//
//          The grid's step is as long as before, and so is a thread's loop.
//
// Expect   Requests, sectors and bytes in flight are those of reduce_vector. A block touches one or two pages instead of
//          four, so its SM has fewer addresses to translate, and a DRAM row that one load has opened serves the next loads
//          as well. We expect a gain of one percent, since reduce_vector is that close to the ceiling. The ceiling's own
//          kernel walks as reduce_vector does: this one may pass it.
//
//          Some microseconds do not depend on n: starting the first block, the trees, the tickets, the last block. The row
//          with no elements shows them. At 100 million floats they are several percent of the time, but the ceiling is
//          measured on 2 GiB, where they are one percent. So no kernel can come within a percent of the ceiling at that
//          size. The note below the table leaves these microseconds out.
//
//          CUB and Thrust read the same bytes, so at large n they can at best tie. At small n the launch dominates, and so
//          does the additional work: CUB starts a second kernel for the partial sums if one block is not enough, and Thrust
//          allocates scratch memory in each call.
//          - At 1000 M, it is as fast as "cub::DeviceReduce::Sum" (before measuring).
// Measured - At 1000 M, it is 1 to 1.02 times as fast as reduce_vector (after measuring).
// Run      ./tutorial run reduce_block_step -- --n 1000000000
// See      ./tutorial explain reduce_block_step
// Source   ours

#include "reduce.cuh"
#include "sum/further/library_sum.hpp"
#include "sum/sum.hpp"
#include "words.cuh"

constexpr int in_flight = 4;  // words

// blockDim.x is a multiple of 32, so that every warp is full. partial: one element per block. *ticket is 0
// before, and after.
template <typename T>
__global__ void reduce_block_step(const T* in, T* partial, unsigned* ticket, T* result, std::int64_t n) {
  __shared__ T warp_sums[tutorial::warp_size];

  const ch06::Words<T> in_words(in, n);
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  // [change]
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
  // [change]

  // The grid has more threads than head or tail have elements.
  if (thread < in_words.head) sum += in[thread];
  const std::int64_t in_tail = in_words.tail_begin + thread;
  if (in_tail < n) sum += in[in_tail];

  sum = ch06::block_sum(sum, warp_sums);
  if (ch06::is_last_block(sum, partial, ticket, warp_sums) && threadIdx.x == 0) *result = sum;
}

template <typename T>
void run(tutorial::Program& program, std::int64_t n, tutorial::Data data, std::int64_t offset) {
  constexpr std::int64_t in_thread = in_flight * sizeof(typename ch06::Vector<T>::type) / sizeof(T);
  const unsigned blocks =
      ch06::filling_blocks(reduce_block_step<T>, program.block(), (n + in_thread - 1) / in_thread);
  ch06::Sum<T> sum(program.seed(), n, data, program.block(), blocks, offset);
  tutorial::DeviceBuffer<T> result(1);
  tutorial::DeviceBuffer<unsigned> ticket(std::vector<unsigned>{0});
  const auto launch = [&](std::int64_t count) {
    reduce_block_step<<<blocks, sum.block_size>>>(sum.begin(), sum.partial.data(), ticket.data(),
                                                  result.data(), count);
    CUDA_CHECK_LAUNCH();
  };

  tutorial::Case nothing = sum.row("no elements, the same grid");
  nothing.size = "0";
  nothing.work = 0;
  nothing.ceiling = tutorial::Ceiling::none;
  const double without_reads = program.measure(
      nothing, [&] { launch(0); },
      [&] { return tutorial::verify(result.to_host(), [](std::int64_t) { return T{0}; }); });

  const std::string variant = "a block's " + std::to_string(in_flight) + " words per thread side by side";
  sum.partial.poison();
  result.poison();
  const double seconds = program.measure(
      sum.row(variant), [&] { launch(n); },
      [&] { return sum.check_total(result.to_host()[0], sum.additions(blocks)); });

  T on_host{};
  program.measure_end_to_end(
      sum.end_to_end_row(variant + ", the host copies the sum"),
      [&] {
        launch(n);
        CUDA_CHECK(cudaMemcpy(&on_host, result.data(), sizeof(T), cudaMemcpyDeviceToHost));
      },
      [&] { return sum.check_total(on_host, sum.additions(blocks)); });
  program.note(sum.result_text(on_host));
  if (seconds > without_reads) {  // not on the simulator
    program.note("without the time of no elements: " +
                 tutorial::value_text(std::round(sum.row("").work / (seconds - without_reads) / 1e9)) +
                 " GB/s");
  }

  ch06::LibrarySum<T> library(sum);
  library.measure_kernel(program);
  library.measure_end_to_end(program);
  ch06::note_missing_libraries(program);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::int64_t offset;
  std::string data;
  ch06::add_walk_options(program, n, data);
  program.size("--offset", offset, "elements in front of the first, so that it need not be aligned",
               tutorial::everywhere(0));
  return program.run<float, double, int>(
      argc, argv, [&](auto zero) { run<decltype(zero)>(program, n, tutorial::data_named(data), offset); });
}
