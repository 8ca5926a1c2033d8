// histogram_global: how fast is a histogram if each thread adds 1 to a counter in global memory?
// Step     atomics in global memory
// Problem  counts[b] = how often the key b occurs among n keys between 0 and 255.
// Way      One thread per key. Many threads add to the same counter at a time, so the addition must be atomic.
//
//              thread 0  1  2  3  4  5 ..
//              key    7 40  7  7 99 40 ..      counts[7] += 1, three times; counts[40] += 1, twice; ..
//
// Expect   All 256 counters are in one kilobyte: eight cache lines of L2, which perform the additions to one address
//          one after the other, 0.8 ns each (the page on predictions). With random keys, 256 addresses share the
//          work, and the lines 8 slices of L2: about 0.01 ns per key, 100 keys per ns at best, 2% of the ceiling.
//          - At 1000 M, it reaches 0.1 to 3% of the ceiling (before measuring).
//            Missed: It takes 0.26 ns per key, 2.1 ns per key and cache line: as if the additions to one cache line
//            followed each other, not only those to one address.
// Run      ./tutorial run histogram_global
// See      ./tutorial explain histogram_global
// Source   ours

#include "histogram/histogram.hpp"

constexpr int block_size = 256;

// [kernel]
template <typename Key>
__global__ void histogram_global(const Key* keys, std::int64_t n, unsigned* counts) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counts[keys[i]], 1u);
}
// [kernel]

template <typename Key>
void run(tutorial::Program& program, const histogram::Options& options) {
  histogram::Input in(options, program.seed());
  tutorial::DeviceBuffer<Key> d_keys(in.make_keys<Key>());  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<unsigned> d_counts(histogram::bins);
  const unsigned grid = tutorial::blocks_for(in.n, block_size);

  program.measure(
      in.row("one atomic addition in L2 per key"),
      [&] {
        CUDA_CHECK(cudaMemsetAsync(d_counts.data(), 0, d_counts.bytes()));
        histogram_global<<<grid, block_size>>>(d_keys.data(), in.n, d_counts.data());
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
