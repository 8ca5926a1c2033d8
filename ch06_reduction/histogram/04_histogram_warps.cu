// histogram_warps: what does it gain if each warp has counters of its own?
// Step     counters per warp
// Before   In histogram_words, eight warps add to the same 256 counters.
// Change   A block has eight histograms, one per warp, and adds them up at the end. Two warps never meet at a counter.
//
//              histogram_words   one block: 1 x 256 counters      histogram_warps   one block: 8 x 256 counters
//
// Expect   Nothing. Books recommend it, for GPUs on which shared atomics were loops of loads and stores that failed if
//          another warp was there. Today the additions of one warp are performed one bank at a time, and two warps
//          meet only in the queue. The lanes of a warp collide as often as before.
//          - At 1000 M, it is 0.9 to 1.1 times as fast as histogram_words (before measuring).
// Run      ./tutorial run histogram_warps
// See      ./tutorial explain histogram_warps
// Source   the idea: NVIDIA's sample histogram256

#include "histogram/histogram.hpp"
#include "histogram/walk.cuh"
#include "reduce.cuh"

constexpr int block_size = 256;

// [kernel]
template <typename Key>
__global__ void histogram_warps(const Key* keys, std::int64_t n, unsigned* counts) {
  // [change]
  constexpr int warps = block_size / tutorial::warp_size;
  __shared__ unsigned of_warp[warps][histogram::bins];
  static_assert(block_size == histogram::bins);  // thread t clears the counters of key t, and hands them over
  for (int warp = 0; warp < warps; ++warp) of_warp[warp][threadIdx.x] = 0;
  __syncthreads();

  unsigned* mine = of_warp[threadIdx.x / tutorial::warp_size];
  histogram::each_key(keys, n, [&](unsigned key) { atomicAdd(&mine[key], 1u); });

  __syncthreads();
  unsigned count = 0;
  for (int warp = 0; warp < warps; ++warp) count += of_warp[warp][threadIdx.x];
  atomicAdd(&counts[threadIdx.x], count);
  // [change]
}
// [kernel]

template <typename Key>
void run(tutorial::Program& program, const histogram::Options& options) {
  histogram::Input in(options, program.seed());
  tutorial::DeviceBuffer<Key> d_keys(in.make_keys<Key>());  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<unsigned> d_counts(histogram::bins);
  const unsigned grid = ch06::filling_blocks(histogram_warps<Key>, block_size, in.n / 16);

  program.measure(
      in.row("counters per warp, words of 16 bytes"),
      [&] {
        CUDA_CHECK(cudaMemsetAsync(d_counts.data(), 0, d_counts.bytes()));
        histogram_warps<<<grid, block_size>>>(d_keys.data(), in.n, d_counts.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return in.check(d_counts.to_host()); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  histogram::Options options;
  histogram::add_options(program, options);
  return program.run(argc, argv, [&] {
    if (options.keys == "bytes") {
      run<unsigned char>(program, options);
    } else {
      run<int>(program, options);
    }
  });
}
