// worst_addresses: are one address for all threads, and a stride that is a power of two, still the worst cases?
//
// Before   Random elements are in random parts of memory. [Farber] names two patterns that are worse: all threads
//          access one address, and addresses whose distance is a power of two. Memory is divided into partitions,
//          by some bits of the address, and both patterns ask one partition for everything.
// Change   The same number of reads, each of one word:
//
//              neighbors         . . . . . . . .        a sector serves eight lanes
//              one address       . (all lanes)          a sector serves all
//              stride 2^k        .       .       .      a sector for each lane, of all partitions or of one
//              stride 2^k + 8    .        .        .    the same number of sectors, each one sector further on
//
//          The last two touch equally many sectors, once each in a pass, and come back to the first when the array
//          ends. If an address bit alone chose the partition, only the first of them would meet in one. And the
//          worst case of writing: all threads add to one address, or each to a word of its own.
//
// Expect   Reading one address: a warp needs one sector, and it is in the L1 cache after the first read, so this is
//          no bad case any more: faster than neighbors, which come from memory. Strides: today's GPUs mix many
//          address bits to choose the partition (of memory, and of the L2 cache), so we expect stride 2^k to be as
//          fast as 2^k + 8, within 10%, except where the strided words fall into few sets of the L1 cache: at
//          large strides there are few sectors, and which cache holds them decides.
//          Adding to one address: nvcc adds up a warp's values first, so there is one request per warp; all of
//          them meet in one slice of the L2 cache, which completes about one per clock. Adding to neighbors spreads
//          over all slices. We expect one address to be at least 2 times as slow.
//          - "read, one address" is faster than "read, neighbors" (before measuring).
//          - "read, stride 64" is 0.9 to 1.1 times as fast as "read, stride 64 + 8" (before measuring).
//          - "read, stride 512" is 0.9 to 1.1 times as fast as "read, stride 512 + 8" (before measuring).
//          - "read, stride 4096" is 0.9 to 1.1 times as fast as "read, stride 4096 + 8" (before measuring).
//          - "add, one address" is at most 0.5 times as fast as "add, neighbors" (before measuring).
// Measured - "add, one address" is at most 0.01 times as fast as "add, neighbors" (after measuring). Why: We were wrong
//            about nvcc. 33 million additions to one address take 24.5 ms on an H100, 0.73 ns each, about one per clock:
//            they are not joined by warps, whose address depends on a number of the launch. We conclude this from the
//            time, and have not read the machine code.
//          - "read, stride 8 + 8" is 0.45 to 0.55 times as fast as "read, stride 8" (after measuring). Why: Memory
//            transfers two sectors at a time. Stride 8 uses both, stride 16 one of two.
// Run      ./tutorial run worst_addresses
// See      ./tutorial explain worst_addresses
// Source   [Farber] ch. 6

#include <algorithm>

#include "tutorial/tutorial.hpp"

constexpr int block_size = 256;
constexpr int sector_words = 8;

// Word w of the array: odd times anything, so no two are equal.
__host__ __device__ inline unsigned value_at(std::int64_t w) {
  return static_cast<unsigned>(w) * 0x9E3779B9u + 1;
}

__global__ void fill(unsigned* words, std::int64_t count) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t w = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; w < count; w += threads)
    words[w] = value_at(w);
}

// [read]
// Read number i is of word i % places * stride. places is a power of two.
__global__ void read_places(const unsigned* words, unsigned* sums, std::int64_t places, std::int64_t stride,
                            std::int64_t n) {
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  unsigned sum = 0;
#pragma unroll 8
  for (std::int64_t i = thread; i < n; i += threads) sum += words[(i & (places - 1)) * stride];
  sums[thread] = sum;
}
// [read]

// [add]
// Addition number i is to word i % places.
__global__ void add_to_places(unsigned* words, std::int64_t places, std::int64_t n) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads)
    atomicAdd(&words[i & (places - 1)], 1u);
}
// [add]

tutorial::Case row_of(const std::string& variant, std::int64_t n) {
  return {.variant = variant,
          .size = tutorial::count_text(n),
          .work = static_cast<double>(n),
          .unit = tutorial::Unit::giga_elements_per_second};
}

void run(tutorial::Program& program, std::int64_t n, std::int64_t size) {
  program.require(size >= 64 && (size & (size - 1)) == 0, "--words must be a power of two, at least 64");
  tutorial::DeviceBuffer<unsigned> d_words(size);  // cudaMalloc
  const unsigned grid =
      std::min(tutorial::blocks_for(n, block_size), tutorial::resident_blocks(read_places, block_size));
  const std::int64_t threads = std::int64_t{grid} * block_size;
  tutorial::DeviceBuffer<unsigned> d_sums(threads);
  fill<<<grid, block_size>>>(d_words.data(), size);
  CUDA_CHECK_LAUNCH();

  const auto read = [&](const std::string& variant, std::int64_t places, std::int64_t stride) {
    d_sums.poison();
    program.measure(
        row_of("read, " + variant, n),
        [&] {
          read_places<<<grid, block_size>>>(d_words.data(), d_sums.data(), places, stride, n);
          CUDA_CHECK_LAUNCH();
        },
        [&] {
          std::vector<unsigned> want(threads);
          for (std::int64_t i = 0; i < n; ++i)
            want[static_cast<std::size_t>(i % threads)] += value_at((i & (places - 1)) * stride);
          return tutorial::verify(d_sums.to_host(),
                                  [&](std::int64_t t) { return want[static_cast<std::size_t>(t)]; });
        });
  };
  read("neighbors", size, 1);
  read("one address", 1, 1);
  // Half of the array is touched, so that the stride that is one sector longer fits as well.
  for (std::int64_t stride = sector_words; stride <= std::min<std::int64_t>(size / 4, 1 << 17); stride *= 8) {
    const std::int64_t places = size / stride / 2;
    read("stride " + std::to_string(stride), places, stride);
    read("stride " + std::to_string(stride) + " + 8", places, stride + sector_words);
  }

  // Not more places than threads: neighbors add to neighbors.
  const std::int64_t many = std::int64_t{1} << 14;
  tutorial::DeviceBuffer<unsigned> d_counts(many);
  const auto add = [&](const std::string& variant, std::int64_t places) {
    program.measure(
        row_of("add, " + variant, n),
        [&] {
          add_to_places<<<grid, block_size>>>(d_counts.data(), places, n);
          CUDA_CHECK_LAUNCH();
        },
        [&] {
          std::vector<unsigned> got = d_counts.to_host();
          got.resize(places);
          return tutorial::verify(
              got, [&](std::int64_t p) { return static_cast<unsigned>(n / places + (p < n % places)); });
        },
        [&] { CUDA_CHECK(cudaMemsetAsync(d_counts.data(), 0, d_counts.bytes())); });
  };
  add("neighbors", many);
  add("one address", 1);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::int64_t words;
  program.size("--n", n, "number of reads, and of additions",
               {.gpu = std::int64_t{1} << 25, .simulator = 16'384, .quick = 2'000});
  program.size("--words", words, "words of the array, a power of two",
               {.gpu = std::int64_t{1} << 30, .simulator = 65'536, .quick = 4'096});
  return program.run<int>(argc, argv, [&](auto) { run(program, n, words); });
}
