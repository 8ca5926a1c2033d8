// nearest_tensor: can tensor cores, which know only low precision, find the exact nearest neighbour?
//
// Before   nearest_certified filters all pairs with 3 multiply-adds and a minimum each, and looks again with exact
//          distances where the bound of the error cannot decide.
// Change   the filter is a matrix product. One instruction of a warp multiplies 16 queries by 8 candidates, each
//          of 8 numbers of half precision, and adds floats. Two halves hold a coordinate to 2^-24, so
//
//              |p - q|^2 = |p|^2 - 2 p.q + |q|^2        is         start + 6 products + 2 products
//
//          (tensor_score.cuh has the slots, and the proof of the bound). What can be done with 128 sums an
//          instruction? `start` is the query's own: |p|^2 less the limit, which is the squared distance found so far
//          and the bound of the error. Then only a negative sum can be a nearer point, and nobody has to look for
//          the least: signs are or-ed, two sums an instruction.
//
//              lane      0          1          2          3         4  ..     a tile of 16 x 8 sums; c: candidates,
//              row 0   c0 c1      c2 c3      c4 c5      c6 c7      (row 1)    a column each
//              row 8   c0 c1      c2 c3      c4 c5      c6 c7      (row 9)
//                      run 0      run 1      run 2      run 3
//
//          A lane has two columns of each tile, so we deal out the candidates such that a lane has a run of them:
//          256 points that are neighbours in the list, and, since the list is ordered by cells, in space. After four
//          runs the signs say which query must look at which run. The warp searches it with exact distances, and
//          the limit sinks. The first limit is the nearest point of the query's own run.
// Expect   3 instructions for the 4 pairs a lane has of a tile, where the filter before took 4 a pair. A quarter of a
//          multiprocessor takes the signs of 32 sums a clock: 32 000 G pairs/s at most. The matrix instruction of
//          this depth was made for older tensor cores and will take about as long, and if the two wait for each
//          other we get half. Dense clusters lie below the bound as a whole, and are searched exactly by their
//          own points: slower, but only by these.
// Run      ./tutorial run nearest_tensor -- --count 1000000
// See      ./tutorial explain nearest_tensor
// Source   ours

#include "../ch05_nearest_naive/chapter.hpp"
#include "nearest/tensor_multiply.cuh"
#include "nearest/tensor_search.cuh"

using ch07::batch;
using ch07::block_queries;
using ch07::block_size;
using ch07::Key;
using ch07::multiply;
using ch07::row_tiles;
using ch07::warp_queries;

// The two rows of a lane's sums.
__device__ void set_upper(float4& start, float value) { start.x = start.y = value; }
__device__ void set_lower(float4& start, float value) { start.z = start.w = value; }

// [kernel]
__global__ void __launch_bounds__(block_size, 5)
    nearest_tensor(const float4* __restrict__ ordered, int count, int batches,
                   const unsigned* __restrict__ box, const uint4* __restrict__ columns, Key* keys) {
  __shared__ Key found[block_queries];
  const int lane = threadIdx.x % 32;
  const int first_row = threadIdx.x / 32 * warp_queries;
  ch07::Rows<float4> rows;
  rows.first = blockIdx.x * block_queries + first_row;
  rows.found = found + first_row;
  if (rows.first >= count) return;  // the whole warp
  const ch07::Frame frame = ch07::frame_of(box);
  ch07::load_rows(ordered, count, frame, keys, rows);

  const int end = ch07::first_chunk(blockIdx.y + 1, gridDim.y, batches);
  for (int at = ch07::first_chunk(blockIdx.y, gridDim.y, batches); at < end; ++at) {
    const uint4* quads = columns + static_cast<long long>(at) * batch + lane;
    int signs[2 * row_tiles] = {};
#pragma unroll 4
    for (int i = 0; i < batch / 32; ++i) {
      const uint4 quad = quads[32 * i];
      const unsigned column[4] = {quad.x, quad.y, quad.z, quad.w};
#pragma unroll
      for (int k = 0; k < 4; ++k) {
#pragma unroll
        for (int t = 0; t < row_tiles; ++t) {
          const float4 sum = multiply(rows.slots[t], column[k], rows.start[t]);
          signs[2 * t] |= __float_as_int(sum.x) | __float_as_int(sum.y);
          signs[2 * t + 1] |= __float_as_int(sum.z) | __float_as_int(sum.w);
        }
      }
    }
    unsigned hits = 0;
#pragma unroll
    for (int group = 0; group < 2 * row_tiles; ++group) {
      hits |= static_cast<unsigned>(signs[group]) >> 31 << group;
    }
    ch07::search_hits(ordered, count, frame, at * batch, hits, rows, keys);
  }
}
// [kernel]

void run(tutorial::Program& program, const ch05::Options& options) {
  const ch05::Problem problem(options, program.seed());
  const tutorial::DeviceBuffer<float3> points(problem.points);
  tutorial::DeviceBuffer<int> nearest(problem.points.size());
  ch07::TensorSearch search(nearest_tensor, problem.count);
  program.measure(
      problem.row("tiles of 16 x 8 pairs, " + std::to_string(warp_queries) + " points a warp"),
      [&] { search.launch(points.data(), nearest.data()); },
      [&] { return problem.check(nearest.to_host()); });
}

int main(int argc, char** argv) {
  tutorial::Program program(
      "nearest_tensor", "can tensor cores, which know only low precision, find the exact nearest neighbour?");
  ch05::Options options;
  ch05::add_options(program, options);
  program.block_sizes({block_size}, block_size);
  return program.run(argc, argv, [&] { run(program, options); });
}
