// nearest_tensor_half: what if the tensor core returns the sums in half precision?
// Step     sums in half
// Before   nearest_tensor spends two instructions on the signs of a lane's four sums per tile, which occupy four
//          registers.
// Change   The tensor core returns fp16, two sums per register, and one instruction combines the signs of four:
//
//              float    tile   | s....... | s....... | s....... | s....... |     sign |= a | b,  sign |= c | d
//              fp16     tile   | s... s... | s... s... |
//              fp16     next   | s... s... | s... s... |     signs |= left | right, for two sums at a time
//
//          We need only the sign, and rounding preserves it. The question is whose sign it is. The products and their sum
//          are as exact as before; only the result is rounded. But the sums also start from fp16 values. We round a start
//          down, so the limit is larger than necessary, by up to 2^-10 of the squared length of the query's position: more
//          candidates seem near, and their runs are searched in vain. No document states that a tensor core rounds to fp16
//          only once, at the end. We measured it for compute capability 9.0; other devices compute float sums and keep
//          their upper 16 bits, which contain the sign.
// Expect   2 instructions per 4 pairs instead of 3. If the tensor core's work and the signs together take the time, half
//          as many sign instructions make it 1.3 times as fast. The more points there are, the smaller the distances are
//          compared with that rounding: with a million, a few more runs per query, of four thousand.
// Measured - At 1 M, it is 1.2 to 1.5 times as fast as nearest_tensor (after measuring).
// Run      ./tutorial run nearest_tensor_half -- --count 1000000
// See      ./tutorial explain nearest_tensor_half
// Source   ours

#include "nearest/further/tensor_search.cuh"
#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

using nearest::batch;
using nearest::block_queries;
using nearest::block_size;
using nearest::first_of;
using nearest::Key;
using nearest::row_tiles;
using nearest::run_size;
using nearest::second_of;
using nearest::warp_queries;

// Adds the product of 16 rows and 8 columns to `start`. Lane 4 r + k holds slots 2 k and 2 k + 1 of rows r
// (rows.x) and r + 8 (rows.y), and of column r; of the sums it holds columns 2 k and 2 k + 1 of row r (x, y) and
// of row r + 8 (z, w).
__device__ float4 multiply(uint2 rows, unsigned column, float4 start) {
  float4 sum = start;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 750
  asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
      : "=f"(sum.x), "=f"(sum.y), "=f"(sum.z), "=f"(sum.w)
      : "r"(rows.x), "r"(rows.y), "r"(column), "f"(start.x), "f"(start.y), "f"(start.z), "f"(start.w));
#else
  // No tensor core: each lane asks the four lanes of its rows and the eight of its columns.
  const int lane = threadIdx.x % 32;
  const unsigned long long both = static_cast<unsigned long long>(rows.y) << 32 | rows.x;
  for (int k = 0; k < 4; ++k) {
    const unsigned long long row = __shfl_sync(0xffffffffu, both, lane / 4 * 4 + k);
    const auto upper = static_cast<unsigned>(row), lower = static_cast<unsigned>(row >> 32);
    const unsigned left = __shfl_sync(0xffffffffu, column, lane % 4 * 8 + k);
    const unsigned right = __shfl_sync(0xffffffffu, column, lane % 4 * 8 + 4 + k);
    const auto add = [](float to, unsigned a, unsigned b) {
      return fmaf(second_of(a), second_of(b), fmaf(first_of(a), first_of(b), to));
    };
    sum = {add(sum.x, upper, left), add(sum.y, upper, right), add(sum.z, lower, left),
           add(sum.w, lower, right)};
  }
#endif
  return sum;
}

// [change] [multiply]
// The same product, the sums in fp16: columns 2 k and 2 k + 1 of row r (x) and row r + 8 (y). Only their signs count.
__device__ uint2 multiply_to_halves(uint2 rows, unsigned column, uint2 start) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 900
  uint2 sum;
  asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%5, %6};"
      : "=r"(sum.x), "=r"(sum.y)
      : "r"(rows.x), "r"(rows.y), "r"(column), "r"(start.x), "r"(start.y));
  return sum;
#else
  const float upper = first_of(start.x), lower = first_of(start.y);
  const float4 sum = multiply(rows, column, {upper, upper, lower, lower});
  const auto upper_halves = [](float a, float b) {
    return __float_as_uint(a) >> 16 | (__float_as_uint(b) & 0xffff0000u);
  };
  return {upper_halves(sum.x, sum.y), upper_halves(sum.z, sum.w)};
#endif
}
// [change] [multiply]

// [change] [start]
// The two rows of a lane's sums. Rounded down, so that no sum is too large.
__device__ unsigned twice(float value) {
  const unsigned bits = __half_as_ushort(__float2half_rd(value));
  return bits | bits << 16;
}
__device__ void set_upper(uint2& start, float value) { start.x = twice(value); }
__device__ void set_lower(uint2& start, float value) { start.y = twice(value); }
// [change] [start]

// A warp's data about its queries. Lane 4 r + k has its part of rows r, r + 8, .. as the tensor core needs them.
struct Rows {
  int first;   // query
  Key* found;  // of each query, in shared memory
  uint2 slots[row_tiles];
  uint2 start[row_tiles];

  // `value` for rows 8 `group` + r. All tiles are named, since registers have no address.
  __device__ void set_start(int group, float value) {
#pragma unroll
    for (int t = 0; t < row_tiles; ++t) {
      if (group == 2 * t) set_upper(start[t], value);
      if (group == 2 * t + 1) set_lower(start[t], value);
    }
  }
};

// Loads the rows of a warp, whose first query and place in shared memory are known.
__device__ void load_rows(const float4* ordered, int count, const nearest::Frame& frame, Key* keys,
                          Rows& rows) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int group = 0; group < 2 * row_tiles; ++group) {
    const int row = 8 * group + lane / 4;
    const int query = rows.first + row;
    unsigned slots = 0;
    float start = 1000;  // no query: no sum is negative
    if (query < count) {
      const float4 own = ordered[query];
      const Key found = atomicMin(&keys[query], ~Key{0});  // a read, while blocks of other slices may write
      slots = nearest::pair_of(nearest::query_slots(frame.place(own)), lane % 4);
      start = nearest::start_of(frame, own, found);
      if (lane % 4 == 0) rows.found[row] = found;
    }
    if (group % 2 == 0) rows.slots[group / 2].x = slots;
    if (group % 2 == 1) rows.slots[group / 2].y = slots;
    rows.set_start(group, start);
  }
  __syncwarp();  // what was found is there
}

// [hits]
// Searches runs with exact distances. Bit g of a lane's `hits`: its row of group g has something in the lane's
// run of the batch whose first candidate is `batch_first`. The whole warp serves one hit after the other.
__device__ void search_hits(const float4* ordered, int count, const nearest::Frame& frame, int batch_first,
                            unsigned hits, Rows& rows, Key* keys) {
  constexpr unsigned all_lanes = 0xffffffffu;
  const int lane = threadIdx.x % 32;
  for (unsigned lanes; (lanes = __ballot_sync(all_lanes, hits != 0)) != 0;) {
    const int leader = __ffs(static_cast<int>(lanes)) - 1;
    const int group = __ffs(static_cast<int>(__shfl_sync(all_lanes, hits, leader))) - 1;
    if (lane == leader) hits &= hits - 1;
    const int row = 8 * group + leader / 4;
    const int query = rows.first + row;
    const int first = batch_first + leader % 4 * run_size;
    if (query / run_size == first / run_size) continue;  // the first guess comes from there

    const float4 own = ordered[query];
    nearest::Best best;
    nearest::scan(ordered, first, min(first + run_size, count), own, best);
    const Key found = nearest::key_of(nearest::warp_best(best));
    const bool nearer = found < rows.found[row];
    __syncwarp();  // all have read what was found before
    if (!nearer) continue;
    if (lane == 0) {
      rows.found[row] = found;
      atomicMin(&keys[query], found);
    }
    __syncwarp();  // it is replaced
    const float start = nearest::start_of(frame, own, found);
    if (lane / 4 == leader / 4) rows.set_start(group, start);
  }
}
// [hits]

// [change] [kernel]
__global__ void __launch_bounds__(block_size, 4)
    nearest_tensor_half(const float4* __restrict__ ordered, int count, int batches,
                        const nearest::Box* __restrict__ box, const uint4* __restrict__ columns, Key* keys) {
  __shared__ Key found[block_queries];
  const int lane = threadIdx.x % 32;
  const int first_row = threadIdx.x / 32 * warp_queries;
  Rows rows;
  rows.first = blockIdx.x * block_queries + first_row;
  rows.found = found + first_row;
  if (rows.first >= count) return;  // the whole warp
  const nearest::Frame frame = nearest::frame_of(*box);
  load_rows(ordered, count, frame, keys, rows);

  const int end = nearest::first_chunk(blockIdx.y + 1, gridDim.y, batches);
  for (int at = nearest::first_chunk(blockIdx.y, gridDim.y, batches); at < end; ++at) {
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
    search_hits(ordered, count, frame, at * batch, hits, rows, keys);
  }
}
// [change] [kernel]

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  const tutorial::DeviceBuffer<float3> points(problem.points);
  tutorial::DeviceBuffer<int> nearest(problem.points.size());
  nearest::TensorSearch search(nearest_tensor_half, problem.count);
  tutorial::Case row = problem.row("tiles of 16 x 8 pairs, " + std::to_string(warp_queries) +
                                   " points per warp, sums in fp16");
  row.ceiling = tutorial::Ceiling::none;  // multiply-adds outside of tensor cores are no roof for these
  program.measure(
      row, [&] { search.launch(points.data(), nearest.data()); },
      [&] { return problem.check(nearest.to_host()); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
