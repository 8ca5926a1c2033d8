// locality: how close together must random reads be to stay cheap?
//
// Before   gather_elements reads at random from the whole array, and costs little or much depending on the array's
//          size.
// Change   The number of reads is fixed; the window they fall into grows, from 32 elements to the whole array. The
//          random indices are computed in registers and the values summed in registers, so only the window goes
//          through the caches.
//
//              window    | ^ ^^   ^ |                              L1: each SM has its own copy
//              window    |   ^      ^   ^^    ^    ^  |            L2: one for all
//              window    | ^        ^       ^     ^    ^     ^ ... memory
//
// Expect   A warp's 32 indices fall into S sectors of 32 bytes and hit S (1 - (1 - 1/S)^32) of them: 4 of 4 for 32
//          elements, 32 from some ten thousand on. Each row lists its own number. While the window fits into the L1
//          cache, more sectors take more passes there, unless the arithmetic that makes the indices, a dozen
//          instructions or so, hides them. Then there are two steps: once the window outgrows the L1 cache, all sectors
//          come from the L2 cache; once it outgrows that, from memory, which transfers 32 bytes (or 64, on some
//          devices) for the 4 that we need. Just beyond a cache's size a part of the reads still hit, so the steps
//          are slopes.
// Run      ./tutorial run locality -- --window 134217728
// See      ./tutorial explain locality
// Source   [Farber] ch. 6 (gather); the windows are ours

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "memory/device.hpp"
#include "tutorial/tutorial.hpp"

constexpr int block_size = 256;

// Read number i goes here: 32 mixed bits (an integer hash of two multiplications), scaled to the window.
__host__ __device__ inline unsigned place_of(unsigned i, unsigned window, unsigned seed) {
  unsigned x = i + seed;
  x ^= x >> 16;
  x *= 0x7FEB352Du;
  x ^= x >> 15;
  x *= 0x846CA68Bu;
  x ^= x >> 16;
  return static_cast<unsigned>((static_cast<unsigned long long>(x) * window) >> 32);
}

// The element at a place: odd times anything, so no two are equal.
__host__ __device__ inline unsigned value_at(unsigned place) { return place * 0x9E3779B9u + 1; }

// [kernel]
__global__ void read_in_window(const unsigned* b, unsigned* sums, unsigned window, unsigned seed,
                               std::int64_t n) {
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  unsigned sum = 0;
#pragma unroll 8
  for (std::int64_t i = thread; i < n; i += threads) {
    sum += b[place_of(static_cast<unsigned>(i), window, seed)];
  }
  sums[thread] = sum;
}
// [kernel]

// Sectors that a warp's 32 random reads of 4 bytes in the window touch, on average.
double sectors_expected(std::int64_t window) {
  const double sectors = std::ceil(static_cast<double>(window) * sizeof(unsigned) / 32);
  return sectors * (1 - std::pow(1 - 1 / sectors, 32));
}

void measure(tutorial::Program& program, const tutorial::DeviceBuffer<unsigned>& b,
             tutorial::DeviceBuffer<unsigned>& sums, std::int64_t window, std::int64_t n) {
  const auto blocks = static_cast<unsigned>(sums.size() / block_size);
  const auto seed = static_cast<unsigned>(program.seed());
  char sectors[32];
  std::snprintf(sectors, sizeof sectors, "%.1f sectors", sectors_expected(window));

  sums.poison();
  program.measure(
      {.variant = "window " + tutorial::count_text(window) + " (" +
                  ch06::bytes_text(window * static_cast<std::int64_t>(sizeof(unsigned))) + "), " + sectors,
       .size = tutorial::count_text(n),
       .work = static_cast<double>(n),
       .unit = tutorial::Unit::giga_elements_per_second},
      [&] {
        read_in_window<<<blocks, block_size>>>(b.data(), sums.data(), static_cast<unsigned>(window), seed, n);
        CUDA_CHECK_LAUNCH();
      },
      [&] {
        std::vector<unsigned> want(sums.size());
        for (std::int64_t i = 0; i < n; ++i) {
          want[static_cast<std::size_t>(i) % want.size()] +=
              value_at(place_of(static_cast<unsigned>(i), static_cast<unsigned>(window), seed));
        }
        return tutorial::verify(
            sums.to_host(), [&](std::int64_t i) { return want[static_cast<std::size_t>(i)]; }, {},
            [](std::int64_t i) { return "sum of thread " + std::to_string(i); });
      });
}

void run(tutorial::Program& program, std::int64_t n, std::int64_t largest) {
  program.require(
      largest >= 1 && largest < std::int64_t{1} << 32,
      "--window must be from 1 to 4294967295: indices have 32 bits, and nobody can read from no element");
  tutorial::DeviceBuffer<unsigned> b(static_cast<std::size_t>(largest));
  std::vector<unsigned> host(b.size());
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = value_at(static_cast<unsigned>(i));
  b.copy_from(host);

  const unsigned blocks =
      std::min(tutorial::blocks_for(n, block_size), tutorial::resident_blocks(read_in_window, block_size));
  tutorial::DeviceBuffer<unsigned> sums(std::size_t{blocks} * block_size);

  for (std::int64_t window = 32; window < largest; window *= 2) measure(program, b, sums, window, n);
  measure(program, b, sums, largest, n);
  program.note("sectors: of 32 bytes, expected for the 32 reads of a warp");
  program.note(ch06::caches_text(ch06::device()));
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::int64_t largest;
  program.size("--n", n, "number of reads",
               {.gpu = std::int64_t{1} << 25, .simulator = 16'384, .quick = 2'000});
  program.size("--window", largest, "elements of the array, which is the largest window",
               {.gpu = std::int64_t{1} << 27, .simulator = 65'536, .quick = 4'096});
  return program.run<int>(argc, argv, [&](auto) { run(program, n, largest); });
}
