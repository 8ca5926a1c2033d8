// scan_look_back: can one kernel scan, though blocks cannot wait for all others?
// Step     one pass, look-back
// Before   scan_sums_first reads each element twice, since a block must know the sum of all blocks before it.
// Change   A block may wait for blocks that started before it. It takes a ticket, which is the number of its tile, so that the tiles
//          before it have been taken, too. As soon as it knows the sum of its tile, it publishes it; then it looks back:
//
//              tile     ..   95           96      97      98       99       100
//              knows        up to it     sum     sum     sum      sum      looks back: 99, 98, 97, 96, 95: up to it
//
//          A warp looks at 32 tiles at a time, waits until each has published something, and adds their sums until one of them
//          knows the sum of everything up to it. Then it publishes the same for its own tile. Sum and kind are
//          one word of 64 bits: one store publishes both, and no fence is needed (look_back.cuh).
// Expect   Each element is read once and written once. 24,414 tiles of 16 KB take 187 us at the rate of a copy, 130 per us, so
//          a tile whose look-back takes 1.5 us is about 200 tiles behind: six or seven rounds of the warp, if no tile in
//          between has finished, one or two if they have. While a block waits, seven others of its SM load.
//          Before each scan, a memset clears the words. With 32 elements per thread there are half as many tiles.
//          - At 100 M, it reaches 80 to 98% of the ceiling (before measuring).
//            Missed: A tile costs time that its bytes do not explain: with half as many tiles, 32 elements per thread,
//            the scan is 1.14 times as fast. A warp waits for half of its time at the barriers around the look-back, and
//            memory is busy in 59% of the cycles (ncu). In scan_staged, where a tile does not look back, it is less.
//          - At 100 M, it is 1.25 to 1.55 times as fast as scan_sums_first (before measuring).
//            Missed: For the same reason; with 16 elements per thread it is only as fast as scan_sums_first.
//          - At 100 M, it is at least 1.02 times as fast as "cub::DeviceScan::ExclusiveSum" (before measuring).
//            Missed: CUB reaches 72% of the ceiling, less than we had expected of one pass, and this kernel less than
//            CUB.
// Run      ./tutorial run scan_look_back
// See      ./tutorial explain scan_look_back
// Source   Duane Merrill, Michael Garland, Single-pass parallel prefix scan with decoupled look-back (2016)

#include "reduce.cuh"
#include "scan/library_scan.hpp"
#include "scan/look_back.cuh"
#include "scan/tile.cuh"

constexpr int block_size = 256;

// [kernel]
template <int words>
__global__ void scan_look_back(const int* in, int* out, std::int64_t n, scan::State* all_states) {
  __shared__ int warp_sums[tutorial::warp_size];
  __shared__ std::int64_t ticket;
  __shared__ int before_tile;
  const scan::States states(all_states);
  if (threadIdx.x == 0) ticket = states.take();
  __syncthreads();

  const std::int64_t number = ticket;
  const std::int64_t first = number * scan::tile_size<words>(block_size);
  scan::Tile<words> tile;
  tile.load(in + first, n - first);
  const scan::OfBlock block = scan::block_scan(tile.scan_in_warp(), warp_sums);

  // [change]
  if (threadIdx.x < tutorial::warp_size) {
    if (threadIdx.x == 0) states.publish(number, scan::sum_of_tile, block.total);
    const int before = states.look_back(number);
    if (threadIdx.x == 0) {
      states.publish(number, scan::sum_up_to_tile, before + block.total);
      before_tile = before;
    }
  }
  __syncthreads();
  // [change]

  tile.add(before_tile + block.before);
  tile.store(out + first, n - first);
}
// [kernel]

template <int words>
void measure(tutorial::Program& program, const scan::Input& in, const tutorial::DeviceBuffer<int>& d_in,
             tutorial::DeviceBuffer<int>& d_out) {
  const unsigned tiles = tutorial::blocks_for(in.n, scan::tile_size<words>(block_size));
  tutorial::DeviceBuffer<scan::State> d_states(scan::States::words(tiles));
  d_out.poison();
  program.measure(
      in.sums_row("one pass, " + std::to_string(4 * words) + " elements per thread"),
      [&] {
        CUDA_CHECK(cudaMemsetAsync(d_states.data(), 0, d_states.bytes()));
        scan_look_back<words><<<tiles, block_size>>>(d_in.data(), d_out.data(), in.n, d_states.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return in.check_sums(d_out.to_host()); });
}

void run(tutorial::Program& program, std::int64_t n) {
  scan::Input in(n, program.seed());
  tutorial::DeviceBuffer<int> d_in(in.values()), d_out(in.values().size());  // cudaMalloc, cudaMemcpy
  measure<4>(program, in, d_in, d_out);
  measure<8>(program, in, d_in, d_out);
  scan::measure_library_scan(program, in, d_in, d_out);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  scan::add_options(program, n);
  return program.run<int>(argc, argv, [&](int) { run(program, n); });
}
