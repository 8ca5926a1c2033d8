// histogram_words: what does it gain to load 16 keys at a time?
// Step     16 bytes per load
// Before   histogram_shared loads one byte per lane, and the addition waits for it.
// Change   A thread loads words of 16 bytes, four of them before it counts the first key: 64 bytes in flight per thread,
//          as in reduce_vector. The keys of a word are cut out by shifts (walk.cuh).
//
//              word    | 07 28 07 07 | 63 28 ff 00 | .. | .. |      16 keys, one load
//
// Expect   The loads no longer count, and the additions remain: 32 / 3.5 = 9 keys per cycle and SM at best, 2.4 TB/s on
//          132 SMs at 1.98 GHz, about half of the ceiling of an H200. The kernel with loads of 4 bytes reached 40%.
//          - At 1000 M, it reaches 35 to 55% of the ceiling (before measuring).
//          - At 1000 M, it is at least 1.3 times as fast as histogram_shared (before measuring).
//          - At 1000 M, equal, it reaches 60 to 100% of the ceiling (before measuring).
// Run      ./tutorial run histogram_words
// See      ./tutorial explain histogram_words
// Source   ours

#include "histogram/histogram.hpp"
#include "histogram/walk.cuh"
#include "reduce.cuh"

constexpr int block_size = 256;

// [kernel]
template <typename Key>
__global__ void histogram_words(const Key* keys, std::int64_t n, unsigned* counts) {
  __shared__ unsigned of_block[histogram::bins];
  static_assert(block_size == histogram::bins);  // thread t clears counter t, and hands it over
  of_block[threadIdx.x] = 0;
  __syncthreads();

  // [change]
  histogram::each_key(keys, n, [&](unsigned key) { atomicAdd(&of_block[key], 1u); });
  // [change]

  __syncthreads();
  atomicAdd(&counts[threadIdx.x], of_block[threadIdx.x]);
}
// [kernel]

template <typename Key>
void run(tutorial::Program& program, const histogram::Options& options) {
  histogram::Input in(options, program.seed());
  tutorial::DeviceBuffer<Key> d_keys(in.make_keys<Key>());  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<unsigned> d_counts(histogram::bins);
  const unsigned grid = ch06::filling_blocks(histogram_words<Key>, block_size, in.n / 16);

  program.measure(
      in.row("counters per block, words of 16 bytes"),
      [&] {
        CUDA_CHECK(cudaMemsetAsync(d_counts.data(), 0, d_counts.bytes()));
        histogram_words<<<grid, block_size>>>(d_keys.data(), in.n, d_counts.data());
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
