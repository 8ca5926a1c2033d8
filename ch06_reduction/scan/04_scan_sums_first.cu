// scan_sums_first: must the elements be written twice?
// Step     sums first
// Before   scan_words writes each partial sum without what comes before its share, and reads and writes it again later.
// Change   Kernel 1 only adds up each share and writes nothing else. Kernel 3 scans, and begins with the sum of all
//          shares before its own. Each element is read twice and written once:
//
//              scan_words        read, write  |  totals  |  read, write      4 accesses per element
//              scan_sums_first   read         |  totals  |  read, write      3 accesses per element
//
// Expect   Three accesses instead of four: 4/3 times as fast, 2/3 of the ceiling.
//          - At 100 M, it is 1.2 to 1.4 times as fast as scan_words (before measuring).
//          - At 100 M, it reaches 55 to 68% of the ceiling (before measuring).
// Run      ./tutorial run scan_sums_first
// See      ./tutorial explain scan_sums_first
// Source   Duane Merrill, Andrew Grimshaw, Parallel scan for stream architectures (2009): reduce, then scan

#include "reduce.cuh"
#include "scan/scan.hpp"
#include "scan/tile.cuh"

constexpr int block_size = 256;
constexpr int words = 4;  // per thread
constexpr int tile_size = scan::tile_size<words>(block_size);

// [kernel]
// [change]
__global__ void sum_shares(const int* in, int* totals, std::int64_t n, std::int64_t share) {
  __shared__ int warp_sums[tutorial::warp_size];
  const std::int64_t begin = blockIdx.x * share;
  const std::int64_t end = min(begin + share, n);

  int sum = 0;
  for (std::int64_t first = begin; first < end; first += tile_size) {
    scan::Tile<words> tile;
    tile.load(in + first, end - first);
    for (const int4& w : tile.word) sum += w.x + w.y + w.z + w.w;
  }
  sum = ch06::block_sum(sum, warp_sums);
  if (threadIdx.x == 0) totals[blockIdx.x] = sum;
}
// [change]

__global__ void scan_shares(const int* in, int* out, const int* before_shares, std::int64_t n,
                            std::int64_t share) {
  __shared__ int warp_sums[tutorial::warp_size];
  const std::int64_t begin = blockIdx.x * share;
  const std::int64_t end = min(begin + share, n);

  int before = before_shares[blockIdx.x];
  for (std::int64_t first = begin; first < end; first += tile_size) {
    scan::Tile<words> tile;
    tile.load(in + first, end - first);
    const scan::OfBlock block = scan::block_scan(tile.scan_in_warp(), warp_sums);
    tile.add(before + block.before);
    tile.store(out + first, end - first);
    before += block.total;
    __syncthreads();  // before warp_sums is used again
  }
}
// [kernel]

void run(tutorial::Program& program, std::int64_t n) {
  scan::Input in(n, program.seed());
  const unsigned blocks = ch06::filling_blocks(scan_shares, block_size, (n + 15) / 16);
  const std::int64_t share = scan::share_of_block(n, blocks, tile_size);
  tutorial::DeviceBuffer<int> d_in(in.values()), d_out(in.values().size());  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<int> d_totals(blocks), d_before(blocks), d_zero(std::vector<int>{0});

  program.measure(
      in.sums_row("16 elements per thread; sum, scan of totals, scan"),
      [&] {
        // [launch]
        sum_shares<<<blocks, block_size>>>(d_in.data(), d_totals.data(), n, share);
        scan_shares<<<1, block_size>>>(d_totals.data(), d_before.data(), d_zero.data(), blocks, blocks);
        scan_shares<<<blocks, block_size>>>(d_in.data(), d_out.data(), d_before.data(), n, share);
        // [launch]
        CUDA_CHECK_LAUNCH();
      },
      [&] { return in.check_sums(d_out.to_host()); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  scan::add_options(program, n);
  return program.run<int>(argc, argv, [&](int) { run(program, n); });
}
