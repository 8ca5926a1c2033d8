// nearest_tensor_half: what if the sums come out of the tensor core in half precision?
//
// Before   nearest_tensor spends two instructions on the signs of a lane's four sums of a tile, and these fill four
//          registers.
// Change   the tensor core returns halves, two in a register, and one instruction takes the signs of four:
//
//              float    tile   | s....... | s....... | s....... | s....... |     sign |= a | b,  sign |= c | d
//              half     tile   | s... s... | s... s... |
//              half     next   | s... s... | s... s... |     signs |= left | right, for two sums at a time
//
//          We want nothing but the sign, and rounding keeps it. What matters is what it is the sign of: the products
//          and their sum are as exact as before, only the result is rounded. But the sums start from halves as
//          well. We round a start down, and then the limit is larger than it has to be, by up to 2^-10 of the
//          squared length of the query's place: more candidates seem near, and their runs are searched in vain.
//          That a tensor core rounds to a half only once, at the end, is written nowhere. We measured it for compute
//          capability 9.0; others get float sums, of which they keep the upper halves, where the sign is.
// Expect   2 instructions for 4 pairs, not 3. If what takes the time is the tensor core's work and the signs together,
//          half as many for the signs make it 1.3 times as fast. The more points, the smaller are the distances beside
//          that rounding: with a million, some more runs a query, of four thousand.
// Run      ./tutorial run nearest_tensor_half -- --count 1000000
// See      ./tutorial explain nearest_tensor_half
// Source   ours

#include "../ch05_nearest_naive/chapter.hpp"
#include "nearest/tensor_multiply.cuh"
#include "nearest/tensor_search.cuh"

using ch07::batch;
using ch07::block_queries;
using ch07::block_size;
using ch07::Key;
using ch07::row_tiles;
using ch07::warp_queries;

// [multiply]
// The same product, the sums as halves: columns 2 k and 2 k + 1 of row r (x) and row r + 8 (y). Only their signs count.
__device__ uint2 multiply_to_halves(uint2 rows, unsigned column, uint2 start) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 900
  uint2 sum;
  asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%5, %6};"
      : "=r"(sum.x), "=r"(sum.y)
      : "r"(rows.x), "r"(rows.y), "r"(column), "r"(start.x), "r"(start.y));
  return sum;
#else
  const float upper = ch07::first_of(start.x), lower = ch07::first_of(start.y);
  const float4 sum = ch07::multiply(rows, column, {upper, upper, lower, lower});
  const auto upper_halves = [](float a, float b) {
    return __float_as_uint(a) >> 16 | (__float_as_uint(b) & 0xffff0000u);
  };
  return {upper_halves(sum.x, sum.y), upper_halves(sum.z, sum.w)};
#endif
}
// [multiply]

// The two rows of a lane's sums. Rounded down, so that no sum is too large.
__device__ unsigned twice(float value) {
  const unsigned bits = __half_as_ushort(__float2half_rd(value));
  return bits | bits << 16;
}
__device__ void set_upper(uint2& start, float value) { start.x = twice(value); }
__device__ void set_lower(uint2& start, float value) { start.y = twice(value); }

// [kernel]
__global__ void __launch_bounds__(block_size, 4)
    nearest_tensor_half(const float4* __restrict__ ordered, int count, int batches,
                        const unsigned* __restrict__ box, const uint4* __restrict__ columns, Key* keys) {
  __shared__ Key found[block_queries];
  const int lane = threadIdx.x % 32;
  const int first_row = threadIdx.x / 32 * warp_queries;
  ch07::Rows<uint2> rows;
  rows.first = blockIdx.x * block_queries + first_row;
  rows.found = found + first_row;
  if (rows.first >= count) return;  // the whole warp
  const ch07::Frame frame = ch07::frame_of(box);
  ch07::load_rows(ordered, count, frame, keys, rows);

  const int end = ch07::first_chunk(blockIdx.y + 1, gridDim.y, batches);
  for (int at = ch07::first_chunk(blockIdx.y, gridDim.y, batches); at < end; ++at) {
    const uint4* quads = columns + static_cast<long long>(at) * batch + lane;
    unsigned signs[2 * row_tiles] = {};
#pragma unroll 4
    for (int i = 0; i < batch / 32; ++i) {
      const uint4 quad = quads[32 * i];
      const unsigned column[4] = {quad.x, quad.y, quad.z, quad.w};
#pragma unroll
      for (int k = 0; k < 4; k += 2) {
#pragma unroll
        for (int t = 0; t < row_tiles; ++t) {
          const uint2 left = multiply_to_halves(rows.slots[t], column[k], rows.start[t]);
          const uint2 right = multiply_to_halves(rows.slots[t], column[k + 1], rows.start[t]);
          signs[2 * t] |= left.x | right.x;
          signs[2 * t + 1] |= left.y | right.y;
        }
      }
    }
    unsigned hits = 0;
#pragma unroll
    for (int group = 0; group < 2 * row_tiles; ++group) {
      hits |= ((signs[group] & 0x80008000u) != 0 ? 1u : 0u) << group;
    }
    ch07::search_hits(ordered, count, frame, at * batch, hits, rows, keys);
  }
}
// [kernel]

void run(tutorial::Program& program, const ch05::Options& options) {
  const ch05::Problem problem(options, program.seed());
  const tutorial::DeviceBuffer<float3> points(problem.points);
  tutorial::DeviceBuffer<int> nearest(problem.points.size());
  ch07::TensorSearch search(nearest_tensor_half, problem.count);
  program.measure(
      problem.row("tiles of 16 x 8 pairs, " + std::to_string(warp_queries) +
                  " points a warp, sums as halves"),
      [&] { search.launch(points.data(), nearest.data()); },
      [&] { return problem.check(nearest.to_host()); });
}

int main(int argc, char** argv) {
  tutorial::Program program("nearest_tensor_half",
                            "what if the sums come out of the tensor core in half precision?");
  ch05::Options options;
  ch05::add_options(program, options);
  program.block_sizes({block_size}, block_size);
  return program.run(argc, argv, [&] { run(program, options); });
}
