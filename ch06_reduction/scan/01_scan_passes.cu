// scan_passes: how do blocks compute all partial sums of a vector?
// Step     three kernels
// Problem  out[i] = in[0] + .. + in[i - 1], for each i: an exclusive scan.
// Way      Blocks cannot wait for each other, but kernels can. Each block owns a share of the vector:
//
//              in              3 1 4 1 | 5 9 2 6 | 5 3 5 8
//              kernel 1        0 3 4 8 | 0 5 14 16 | 0 5 8 13      scan of each share;  totals 9, 22, 21
//              kernel 2                                              scan of the totals:   0, 9, 31
//              kernel 3        0 3 4 8 | 9 14 23 25 | 31 36 39 44  add to each share what comes before it
//
//          Within a block, the scan is that of Hillis and Steele: at each of log2(256) steps every thread adds the value
//          1, 2, 4, .. places before its own. Two barriers per step: all have read, all have written.
//
// Expect   Kernel 1 reads and writes each element, and so does kernel 3: at most half of the ceiling, which counts one read
//          and one write. But 16 barriers per 256 elements are slow: a round takes about 1,700 cycles, of which a load is
//          1,100, and an SM has eight blocks. That is 0.32 ms per 100 M for kernel 1, and 0.19 ms for kernel 3.
//          - At 100 M, it reaches 20 to 45% of the ceiling (before measuring).
// Run      ./tutorial run scan_passes
// See      ./tutorial explain scan_passes
// Source   W. D. Hillis, G. L. Steele, Data parallel algorithms, Communications of the ACM 29 (1986)

#include "reduce.cuh"
#include "scan/scan.hpp"

constexpr int block_size = 256;

// [kernel]
// The sum of the values of this thread and of all threads before it.
__device__ int inclusive_scan(int value, int (&slot)[block_size]) {
  slot[threadIdx.x] = value;
  __syncthreads();
  for (unsigned offset = 1; offset < block_size; offset *= 2) {
    const int before = threadIdx.x >= offset ? slot[threadIdx.x - offset] : 0;
    __syncthreads();  // all have read
    value += before;
    slot[threadIdx.x] = value;
    __syncthreads();  // all have written
  }
  return value;
}

__global__ void scan_shares(const int* in, int* out, int* totals, std::int64_t n, std::int64_t share) {
  __shared__ int slot[block_size];
  const std::int64_t begin = blockIdx.x * share;
  const std::int64_t end = min(begin + share, n);

  int before = 0;  // the sum of the elements of the share so far
  for (std::int64_t first = begin; first < end; first += block_size) {
    const std::int64_t i = first + threadIdx.x;
    const int value = i < end ? in[i] : 0;
    const int sum = inclusive_scan(value, slot);
    if (i < end) out[i] = before + sum - value;
    before += slot[block_size - 1];
    __syncthreads();  // before the slots are used again
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
      in.sums_row("scan, scan of totals, add"),
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
