// reduce_grid_stride: how few threads can sum a vector, and is it better to have few?
// Step     fitting grid, stride loop
// Before   reduce_shuffle starts one thread per element. Most of what a block does is not adding: it is started,
//          waits for one load, runs its tree, passes its barrier, writes, and makes room for the next block,
//          781,250 times for 100 million elements.
// Change   The grid is just large enough to fill the device: as many blocks as all SMs can hold at the same time,
//          which the occupancy API reports. (Later steps call filling_blocks in reduce.cuh.) Each thread walks
//          over the vector in steps of the whole grid and adds in a register. The shuffles come after that
//          loop.
//
//              i         0 .. 511 | 512 .. 1023 | ... last block | first block | ...
//              thread    0 .. 511                                | 0 .. 511    | ...
//                        step 0                                  | step 1
//
//          In each step neighboring threads read neighboring elements. Which thread owns an element follows from
//          n and the grid alone; so does the order of the additions, and the sum.
//
// Expect   Trees, barriers and partial sums: one per resident block, instead of one per blockDim.x elements. The
//          reads are the same, 4.00 sectors per request (double: 8.00). The additions of a thread depend on each
//          other, but its loads do not, so the compiler can keep a few loads in flight. We expect at least twice
//          the throughput, and still less than the ceiling: 4 bytes per load keep too few bytes in flight.
//
//          The host has hundreds of partial sums to add instead of hundreds of thousands, so the gain end to
//          end is larger.
// Measured - It is at least 2 times as fast as reduce_shuffle (with measuring).
//          - It reaches 0 to 90% of the ceiling (after measuring).
//            Missed: Four bytes per load are few, but the compiler unrolls the loop and keeps several loads per
//            thread in flight: on the H200 that is enough for all but the last few percent.
// Run      ./tutorial run reduce_grid_stride -- --n 100000000
// See      ./tutorial explain reduce_grid_stride
// Source   [SandersKandrot] ch. 5 (the walk, in its dot product), [Farber] ch. 6

#include "reduce.cuh"
#include "sum/input.hpp"

// [kernel]
// blockDim.x is a multiple of 32, so that every warp is full.
template <typename T>
__global__ void reduce_grid_stride(const T* in, T* partial, std::int64_t n) {
  __shared__ T warp_sums[tutorial::warp_size];

  const int lane = threadIdx.x % tutorial::warp_size;
  const int warp = threadIdx.x / tutorial::warp_size;
  const int warps = blockDim.x / tutorial::warp_size;

  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  T sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads)
    sum += in[i];

  // Threads without an element come along with a zero: the shuffle waits for all lanes.
  sum = ch06::warp_sum(sum);
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();

  if (warp == 0) {
    sum = ch06::warp_sum(lane < warps ? warp_sums[lane] : T{0});
    if (lane == 0) partial[blockIdx.x] = sum;
  }
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, std::int64_t n, tutorial::Data data) {
  const int block = program.block();
  // [grid]
  // As many blocks as are resident at once on all SMs, fewer if not all of them have one element per thread.
  const unsigned resident = tutorial::resident_blocks(reduce_grid_stride<T>, block);
  const unsigned grid = std::min(resident, tutorial::blocks_for(n, block));
  // [grid]
  ch06::Input<T> in(program.seed(), n, data, block, grid);
  tutorial::DeviceBuffer<T> d_in(n), d_partial(grid);  // cudaMalloc
  d_in.copy_from(in.make_values());                    // cudaMemcpy
  const auto launch = [&] {
    reduce_grid_stride<<<grid, block>>>(d_in.data(), d_partial.data(), n);
    CUDA_CHECK_LAUNCH();
  };

  program.measure(in.row("filling grid"), launch, [&] { return in.check(d_partial.to_host()); });

  d_partial.poison();
  program.measure_end_to_end(
      in.end_to_end_row("filling grid, the host adds the partial sums"),
      [&] {
        launch();
        static_cast<void>(in.total(d_partial.to_host()));  // the copy to the host waits for the kernel
      },
      [&] { return in.check(d_partial.to_host()); });
  program.note(in.result_text(d_partial.to_host()));
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::string data;
  ch06::add_walk_options(program, n, data);
  return program.run<float, double, int>(
      argc, argv, [&](auto zero) { run<decltype(zero)>(program, n, tutorial::data_named(data)); });
}
