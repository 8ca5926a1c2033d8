// reduce_last_block: how can one launch finish a sum, with the same result every time?
// Step     last block finishes
// Before   reduce_grid_stride leaves the partial sums to the host. reduce_atomic adds them in any order, and its
//          word must be cleared before each launch.
// Change   The block that finishes last adds the partial sums of all blocks. Each block takes a ticket once its sum
//          is written; the block that gets the last ticket knows that all the other sums are ready:
//
//              block 3   loop, tree, partial[3] = ..   fence   ticket 0   returns
//              block 0   loop, tree, partial[0] = ..   fence   ticket 1   returns
//              block 2   loop, tree, partial[2] = ..   fence   ticket 2   returns
//              block 1   loop, tree, partial[1] = ..   fence   ticket 3   the last of 4: adds partial[0 .. 3]
//
//          - The fence comes before the ticket: without it other blocks could see the ticket before the sum.
//          - Another fence follows the ticket, so that the last block's reads do not happen before it.
//          - atomicInc(ticket, last) counts 0, 1, .. last, 0: after the last ticket the counter is 0 again, so
//            the next launch needs no memset. (Two launches at the same time need two counters.)
//          Which block is last varies; what it adds, and in what order, does not. So the sum is the same, bit
//          for bit, in every launch with the same grid. The last check repeats the launch to confirm this.
//
// Expect   As fast as reduce_grid_stride: one more atomic operation per block, and at the end one block that reads a
//          few hundred numbers alone, a microsecond or two. Barriers per block: 1 -> 2, in the last block 3. End
//          to end it should win: the host waits for one number and adds nothing.
// Measured - It is as fast as reduce_grid_stride (with measuring).
//          - At 1 M, end to end, it is faster than reduce_grid_stride (with measuring).
//            Missed: Either way the host waits for a copy, which takes nearly as long for one number as for a few
//            hundred. Adding those takes the host less than a microsecond, and the last block more. End-to-end
//            times below 40 us also differ by 10 to 35% from one machine to another.
// Run      ./tutorial run reduce_last_block -- --n 100000000
// See      ./tutorial explain reduce_last_block
// Source   the idea: CUDA C++ Programming Guide, memory fence functions

#include "reduce.cuh"
#include "sum/input.hpp"

// [kernel]
// blockDim.x is a multiple of 32, so that every warp is full. partial: one element per block. *ticket is 0
// before, and after.
template <typename T>
__global__ void reduce_last_block(const T* in, T* partial, unsigned* ticket, T* result, std::int64_t n) {
  __shared__ T warp_sums[tutorial::warp_size];
  __shared__ bool is_last;

  const int lane = threadIdx.x % tutorial::warp_size;
  const int warp = threadIdx.x / tutorial::warp_size;
  const int warps = blockDim.x / tutorial::warp_size;

  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  T sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads)
    sum += in[i];

  sum = ch06::warp_sum(sum);
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();

  // [ticket]
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
  // [ticket]

  sum = 0;
  for (unsigned block = threadIdx.x; block < gridDim.x; block += blockDim.x) sum += partial[block];

  sum = ch06::warp_sum(sum);
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();

  if (warp == 0) {
    sum = ch06::warp_sum(lane < warps ? warp_sums[lane] : T{0});
    if (lane == 0) *result = sum;
  }
}
// [kernel]

// Consecutive launches, whose results must not differ in a single bit.
constexpr std::size_t repeats = tutorial::backend() == tutorial::Backend::simulator ? 3 : 20;

template <typename T>
void run(tutorial::Program& program, std::int64_t n, tutorial::Data data) {
  const int block = program.block();
  const unsigned grid = ch06::filling_blocks(reduce_last_block<T>, block, n);
  ch06::Input<T> in(program.seed(), n, data, block, grid);
  tutorial::DeviceBuffer<T> d_in(n), d_partial(grid);  // cudaMalloc
  d_in.copy_from(in.make_values());                    // cudaMemcpy
  tutorial::DeviceBuffer<unsigned> ticket(std::vector<unsigned>{0});
  tutorial::DeviceBuffer<T> results(repeats);
  const auto launch = [&](T* result) {
    reduce_last_block<<<grid, block>>>(d_in.data(), d_partial.data(), ticket.data(), result, n);
    CUDA_CHECK_LAUNCH();
  };
  const auto check = [&](T got) { return in.check_total(got, in.additions(grid)); };

  tutorial::Case row = in.row("the last block adds the partial sums");
  row.needs_all_blocks = true;  // a sample has no last block
  program.measure(
      row, [&] { launch(results.data()); },
      [&] {
        const T first = results.to_host()[0];
        results.poison();
        for (std::size_t repeat = 0; repeat < repeats; ++repeat) launch(results.data() + repeat);
        const tutorial::Verdict same = tutorial::verify(
            results.to_host(), [&](std::int64_t) { return first; }, {},
            [](std::int64_t repeat) { return "result of launch " + std::to_string(repeat); });
        return tutorial::first_wrong(check(first), same);
      });

  T on_host{};
  program.measure_end_to_end(
      in.end_to_end_row("the last block adds, the host copies the sum"),
      [&] {
        launch(results.data());
        CUDA_CHECK(cudaMemcpy(&on_host, results.data(), sizeof(T), cudaMemcpyDeviceToHost));
      },
      [&] { return check(on_host); });
  program.note(in.result_text(on_host) + "; " + std::to_string(repeats) +
               " launches were compared bit for bit");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::string data;
  ch06::add_walk_options(program, n, data);
  return program.run<float, double, int>(
      argc, argv, [&](auto zero) { run<decltype(zero)>(program, n, tutorial::data_named(data)); });
}
