// reduce_shuffle: can a warp add up its values without memory and without a barrier?
// Step     warp shuffles
// Before   reduce_dynamic stops all warps of a block at a barrier in every round, although only one warp has work
//          from stride 32 on.
// Change   The 32 lanes of a warp pass values from register to register. __shfl_down_sync(mask, value, 4) gives a
//          lane the value of the lane four above; after five steps lane 0 holds the warp's sum.
//          (Upper lanes hold garbage: past the end of the warp a lane gets its own value back. Nothing reads it.)
//
//              lane        0      1      2      3      4    5    6    7        (8 of 32 lanes)
//              offset 4    0+4    1+5    2+6    3+7    .    .    .    .
//              offset 2    0+2    1+3    .      .
//              offset 1    0+1    .
//
//          Each warp leaves one value in shared memory; after one barrier the first warp loads them and does the
//          same.
//
// Expect   Barriers per block of 128: 8 -> 1. Shared memory: from 128 slots written, then read and written in 7
//          rounds, to 4 written and 4 read. So the gain should be clear. It should still fall short of the read
//          ceiling: a thread loads one element and stays resident on its SM for the whole tree, which loads
//          nothing.
//          - It is faster than reduce_shared (before measuring).
//            Missed: It saves something that was not the bottleneck. A thread loads one element and stays resident
//            on its SM until the tree of its block is done, which loads nothing. Shuffles make the tree
//            cheaper, but as few loads are in flight as before. The next step changes that.
// Run      ./tutorial run reduce_shuffle -- --n 100000000 --block 128
// See      ./tutorial explain reduce_shuffle
// Source   [Fan] ch. 8 (the tree); the shuffle in it is ours

#include "sum/input.hpp"

using tutorial::warp_size;

// [kernel]
// The sum of the warp's values, in lane 0. All 32 lanes must call it.
template <typename T>
__device__ T warp_sum(T value) {
  for (int offset = warp_size / 2; offset > 0; offset /= 2) {
    value += __shfl_down_sync(0xFFFFFFFFu, value, offset);
  }
  return value;
}

// blockDim.x is a multiple of 32, so that every warp is full.
template <typename T>
__global__ void reduce_shuffle(const T* in, T* partial, std::int64_t n) {
  __shared__ T warp_sums[warp_size];  // a block has 32 warps at most: the largest block of all fits

  const int lane = threadIdx.x % warp_size;
  const int warp = threadIdx.x / warp_size;
  const int warps = blockDim.x / warp_size;

  // Lanes past the end contribute a zero; they must not return, since the shuffle waits for all lanes of its mask.
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const T sum = warp_sum(i < n ? in[i] : T{0});
  if (lane == 0) warp_sums[warp] = sum;

  // The only barrier: the first warp reads what the others have written.
  __syncthreads();

  if (warp == 0) {
    const T block_sum = warp_sum(lane < warps ? warp_sums[lane] : T{0});
    if (lane == 0) partial[blockIdx.x] = block_sum;
  }
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, std::int64_t n) {
  const int block = program.block();
  const unsigned grid = tutorial::blocks_for(n, block);
  ch06::Input<T> in(program.seed(), n, block, grid);
  tutorial::DeviceBuffer<T> d_in(n), d_partial(grid);  // cudaMalloc
  d_in.copy_from(in.make_values());                    // cudaMemcpy

  program.measure(
      in.row("warp shuffle"),
      [&] {
        reduce_shuffle<<<grid, block>>>(d_in.data(), d_partial.data(), n);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return in.check(d_partial.to_host()); });
  program.note(in.result_text(d_partial.to_host()));
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  ch06::add_sum_options(program, n);
  return program.run<float, double, int>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, n); });
}
