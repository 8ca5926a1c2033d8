// scan_words: what does it gain to scan 16 elements per thread at a time?
// Step     16 elements per thread
// Before   In scan_shuffle a thread has one load of 4 bytes in flight, and then makes ten shuffles for one element.
// Change   A thread holds four words of 16 bytes. It loads all of them before it adds. Word k of a warp's lanes is 128 neighboring
//          elements, so a warp scans the lanes' sums of a word by five shuffles, and goes on with the next word (tile.cuh):
//
//              word 0   lane 0: e0 .. e3     lane 1: e4 .. e7      ..  lane 31: e124 .. e127
//              word 1   lane 0: e128 ..      lane 1: e132 ..       ..  lane 31: .. e255
//
//          A block scans a tile of 4096 elements at a time: shuffles per element 10 -> 1.9, barriers 2 per 4096.
//          Kernel 3 adds to words of 16 bytes, too.
// Expect   64 bytes in flight per thread, as in reduce_vector: now the bytes count, and they are twice those of the ceiling.
//          - At 100 M, it reaches 40 to 51% of the ceiling (before measuring).
//          - At 100 M, it is 1.05 to 1.6 times as fast as scan_shuffle (before measuring).
// Run      ./tutorial run scan_words
// See      ./tutorial explain scan_words
// Source   ours

#include "reduce.cuh"
#include "scan/scan.hpp"
#include "scan/tile.cuh"

constexpr int block_size = 256;
constexpr int words = 4;  // per thread
constexpr int tile_size = scan::tile_size<words>(block_size);

// [kernel]
__global__ void scan_shares(const int* in, int* out, int* totals, std::int64_t n, std::int64_t share) {
  __shared__ int warp_sums[tutorial::warp_size];
  const std::int64_t begin = blockIdx.x * share;
  const std::int64_t end = min(begin + share, n);

  int before = 0;  // the sum of the elements of the share so far
  for (std::int64_t first = begin; first < end; first += tile_size) {
    // [change]
    scan::Tile<words> tile;
    tile.load(in + first, end - first);
    const scan::OfBlock block = scan::block_scan(tile.scan_in_warp(), warp_sums);
    tile.add(before + block.before);
    tile.store(out + first, end - first);
    // [change]
    before += block.total;
    __syncthreads();  // before warp_sums is used again
  }
  if (threadIdx.x == 0) totals[blockIdx.x] = before;
}

__global__ void add_to_shares(int* out, const int* before, std::int64_t n, std::int64_t share) {
  const std::int64_t begin = blockIdx.x * share;
  const std::int64_t end = min(begin + share, n);
  for (std::int64_t first = begin; first < end; first += tile_size) {
    scan::Tile<words> tile;
    tile.load(out + first, end - first);
    tile.add(before[blockIdx.x]);
    tile.store(out + first, end - first);
  }
}
// [kernel]

void run(tutorial::Program& program, std::int64_t n) {
  scan::Input in(n, program.seed());
  const unsigned blocks = ch06::filling_blocks(scan_shares, block_size, (n + 15) / 16);
  const std::int64_t share = scan::share_of_block(n, blocks, tile_size);
  tutorial::DeviceBuffer<int> d_in(in.values()), d_out(in.values().size());  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<int> d_totals(blocks), d_before(blocks), d_sum(1);

  program.measure(
      in.sums_row("16 elements per thread; scan, scan of totals, add"),
      [&] {
        // [launch]
        scan_shares<<<blocks, block_size>>>(d_in.data(), d_out.data(), d_totals.data(), n, share);
        scan_shares<<<1, block_size>>>(d_totals.data(), d_before.data(), d_sum.data(), blocks, blocks);
        add_to_shares<<<blocks, block_size>>>(d_out.data(), d_before.data(), n, share);
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
