// histogram_lanes: can 32 lanes count 32 keys without ever waiting for each other?
// Step     counters per lane
// Before   In histogram_warps, 32 random keys fall into 32 banks as they like, and the fullest bank has 3.5 of them.
// Change   A histogram per lane: counter [key][lane] is in bank `lane`, whatever the key is. The lanes of a warp never
//          meet, neither at a bank nor at a word. All warps of a block share the 32 histograms, 32 KB.
//
//                       bank 0    bank 1    bank 2   ..  bank 31
//              key 0   lane 0's  lane 1's  lane 2's  ..  lane 31's
//              key 1   lane 0's  lane 1's  lane 2's  ..  lane 31's
//              ..
//
//          At the end a thread adds up the 32 counters of a key. It starts at lane `key`, so that 32 threads read 32 banks.
// Expect   One wavefront per 32 keys instead of 3.5, for any keys at all. A wavefront per 1.3 cycles, as histogram_words has,
//          would be 25 keys per cycle and SM: 6.4 TB/s, more than memory delivers. Cutting out a key and computing its
//          address takes two or three instructions, at four per cycle and SM 43 to 64 keys: no limit either.
//          cub::DeviceHistogram has counters per block in shared memory and adds up equal neighbors first.
//          - At 1000 M, it reaches 75 to 100% of the ceiling (before measuring).
//          - At 1000 M, equal, it reaches 75 to 100% of the ceiling (before measuring).
//          - At 1000 M, skewed, it reaches 75 to 100% of the ceiling (before measuring).
//          - At 1000 M, it is at least 1.5 times as fast as "cub::DeviceHistogram" (before measuring).
// Run      ./tutorial run histogram_lanes
// See      ./tutorial explain histogram_lanes
// Source   ours

#include "histogram/library_histogram.hpp"
#include "histogram/walk.cuh"
#include "reduce.cuh"

constexpr int block_size = 512;

// [kernel]
template <typename Key>
__global__ void histogram_lanes(const Key* keys, std::int64_t n, unsigned* counts) {
  // [change]
  __shared__ unsigned of_lane[histogram::bins][tutorial::warp_size];
  const unsigned lane = threadIdx.x % tutorial::warp_size;
  for (int key = threadIdx.x / tutorial::warp_size; key < histogram::bins;
       key += block_size / tutorial::warp_size) {
    of_lane[key][lane] = 0;
  }
  __syncthreads();

  histogram::each_key(keys, n, [&](unsigned key) { atomicAdd(&of_lane[key][lane], 1u); });

  __syncthreads();
  if (threadIdx.x < histogram::bins) {
    unsigned count = 0;
    for (int k = 0; k < tutorial::warp_size; ++k)
      count += of_lane[threadIdx.x][(lane + k) % tutorial::warp_size];
    atomicAdd(&counts[threadIdx.x], count);
  }
  // [change]
}
// [kernel]

template <typename Key>
void run(tutorial::Program& program, const histogram::Options& options) {
  histogram::Input in(options, program.seed());
  tutorial::DeviceBuffer<Key> d_keys(in.make_keys<Key>());  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<unsigned> d_counts(histogram::bins);
  const unsigned grid = ch06::filling_blocks(histogram_lanes<Key>, block_size, in.n / 16);

  program.measure(
      in.row("counters per lane, words of 16 bytes"),
      [&] {
        CUDA_CHECK(cudaMemsetAsync(d_counts.data(), 0, d_counts.bytes()));
        histogram_lanes<<<grid, block_size>>>(d_keys.data(), in.n, d_counts.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return in.check(d_counts.to_host()); });

  histogram::measure_library(program, in, d_keys, d_counts);
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
