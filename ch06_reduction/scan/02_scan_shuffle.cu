// scan_shuffle: what does it gain to scan a block by warp shuffles?
// Step     warp shuffles
// Before   scan_passes has 17 barriers per 256 elements.
// Change   A warp scans 32 values by five shuffles, without a barrier. Then each warp scans the eight sums of the warps, and
//          adds what comes before it (block_scan.cuh):
//
//              values        warp 0: 3 1 4 1 ..      warp 1: 5 9 2 6 ..      warp 2: 5 3 5 8 ..
//              warp_scan             3 4 8 9 ..              5 14 16 22 ..           5 8 13 21 ..
//              one barrier           sums of the warps: 9, 22, 21    ->   before them: 0, 9, 31
//
//          Barriers per 256 elements: 17 -> 2.
// Expect   A round of kernel 1 takes about 1,300 cycles instead of 1,700: the load, ten shuffles of 25 cycles, and two
//          barriers. Kernel 3 stays as it is.
//          - At 100 M, it is 1.05 to 1.5 times as fast as scan_passes (before measuring).
//          - At 100 M, it reaches 30 to 49% of the ceiling (before measuring). Missed: By a hair; 30.0% in an earlier run.
// Run      ./tutorial run scan_shuffle
// See      ./tutorial explain scan_shuffle
// Source   the idea: Mark Harris, Michael Garland, Optimizing parallel prefix operations for the Fermi architecture (2012)

#include "reduce.cuh"
#include "scan/block_scan.cuh"
#include "scan/scan.hpp"

constexpr int block_size = 256;

// [kernel]
__global__ void scan_shares(const int* in, int* out, int* totals, std::int64_t n, std::int64_t share) {
  __shared__ int warp_sums[tutorial::warp_size];
  const std::int64_t begin = blockIdx.x * share;
  const std::int64_t end = min(begin + share, n);

  int before = 0;  // the sum of the elements of the share so far
  for (std::int64_t first = begin; first < end; first += block_size) {
    const std::int64_t i = first + threadIdx.x;
    const int value = i < end ? in[i] : 0;
    // [change]
    const int up_to = scan::warp_scan(value);
    const int of_warp = __shfl_sync(0xFFFFFFFFu, up_to, tutorial::warp_size - 1);
    const scan::OfBlock block = scan::block_scan(of_warp, warp_sums);
    if (i < end) out[i] = before + block.before + up_to - value;
    before += block.total;
    // [change]
    __syncthreads();  // before warp_sums is used again
  }
  if (threadIdx.x == 0) totals[blockIdx.x] = before;
}

__global__ void add_to_shares(int* out, const int* before, std::int64_t n, std::int64_t share) {
  const std::int64_t begin = blockIdx.x * share;
  const std::int64_t end = min(begin + share, n);
  for (std::int64_t i = begin + threadIdx.x; i < end; i += block_size) out[i] += before[blockIdx.x];
}
// [kernel]

void run(tutorial::Program& program, std::int64_t n) {
  scan::Input in(n, program.seed());
  const unsigned blocks = ch06::filling_blocks(scan_shares, block_size, n);
  const std::int64_t share = scan::share_of_block(n, blocks, block_size);
  tutorial::DeviceBuffer<int> d_in(in.values()), d_out(in.values().size());  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<int> d_totals(blocks), d_before(blocks), d_sum(1);

  program.measure(
      in.sums_row("scan by shuffles, scan of totals, add"),
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
