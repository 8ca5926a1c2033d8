// reduce_global: how can blocks that cannot wait for each other compute one sum?
// Step     one tree per block
// Before   reduce_in_place ends at 2048 values, because only the threads of one block have a barrier.
// Change   Every block sums its own blockDim.x elements and writes one partial sum; the host adds those. A
//          thread now starts with one element, so the first stride is half of the block:
//
//              in       | block 0      | block 1      | block 2   |   the last block may be short
//                          \ | | /        \ | | /        \ | /
//              partial      [0]            [1]            [2]         the host adds them, in double or int64
//
//          The rounds still run in global memory, in the input itself, which they destroy. (Each timed run
//          gets a fresh copy first, untimed.)
//
// Expect   A block of 128 reads 128 + 64 + ... + 2 = 254 values and writes 127; the minimum is 128 reads. Caches
//          close to the SM should answer most of the repeated reads. But half of the input is written and must
//          go back to memory in the end: at least 1.5 times the necessary traffic, so at most two thirds of the
//          read ceiling. We expect much less: a warp waits at 7 barriers, and from stride 32 on only one warp
//          has work, and half as many of its lanes in each round.
//          - It reaches 0 to 66.7% of the ceiling (before measuring).
// Run      ./tutorial run reduce_global -- --n 100000000 --block 128
// See      ./tutorial explain reduce_global
// Source   [Fan] ch. 8

#include "sum/input.hpp"

// [kernel]
// blockDim.x is a power of two. Elements past the end count as zero: they are never read, only their partners
// skip a round.
template <typename T>
__global__ void reduce_global(T* in, T* partial, std::int64_t n) {
  const int thread = threadIdx.x;
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + thread;

  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride && i + stride < n) in[i] += in[i + stride];

    // Orders the block's accesses to global memory as well as those to shared memory; other blocks do not
    // take part, and need not: they own other elements.
    __syncthreads();
  }

  if (thread == 0) partial[blockIdx.x] = i < n ? in[i] : T{0};
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, std::int64_t n) {
  const int block = program.block();
  const unsigned grid = tutorial::blocks_for(n, block);
  ch06::Input<T> in(program.seed(), n, block, grid);
  tutorial::DeviceBuffer<T> d_in(n), d_partial(grid);  // cudaMalloc
  d_in.copy_from(in.make_values());                    // cudaMemcpy
  tutorial::DeviceBuffer<T> original(d_in.size());
  CUDA_CHECK(cudaMemcpy(original.data(), d_in.data(), d_in.bytes(), cudaMemcpyDeviceToDevice));

  program.measure(
      in.row("global memory, in place"),
      [&] {
        reduce_global<<<grid, block>>>(d_in.data(), d_partial.data(), n);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return in.check(d_partial.to_host()); },
      [&] {  // before each run, since the kernel overwrites its input
        CUDA_CHECK(cudaMemcpyAsync(d_in.data(), original.data(), d_in.bytes(), cudaMemcpyDeviceToDevice));
      });
  program.note(in.result_text(d_partial.to_host()));
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  ch06::add_sum_options(program, n);
  return program.run<float, double, int>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, n); });
}
