// nearest_tensor: can the half-precision products of tensor cores find the exact nearest neighbor?
// Step     tensor cores filter
// Before   nearest_certified filters all pairs with 3 multiply-adds and a minimum each, and checks a pair with exact
//          distances if the error bound cannot decide.
// Change   The filter is a matrix product. One instruction of a warp multiplies 16 queries by 8 candidates, each made of 8
//          fp16 numbers, and adds in float. Two fp16 numbers represent a coordinate to 2^-24, so
//
//              |p - q|^2 = |p|^2 - 2 p.q + |q|^2        is         start + 6 products + 2 products
//
//          (tensor_score.cuh has the layout of the slots, and the proof of the bound.) What can we do with 128 sums per
//          instruction? `start` belongs to the query: |p|^2 less the limit, which is the squared distance found so far plus
//          the error bound. Then only a negative sum can belong to a nearer point, and no minimum is needed: the kernel ORs
//          the signs, two sums per instruction.
//
//              lane      0          1          2          3         4  ..     a tile of 16x8 sums; c: candidates,
//              row 0   c0 c1      c2 c3      c4 c5      c6 c7      (row 1)    one column each
//              row 8   c0 c1      c2 c3      c4 c5      c6 c7      (row 9)
//                      run 0      run 1      run 2      run 3
//
//          A lane has two columns of each tile, so we assign the candidates such that each lane gets a run of them: 256
//          points that are adjacent in the list and, since the list is ordered by cells, also in space. After four runs the
//          signs determine which query must search which run. The warp searches it with exact distances, and the limit
//          decreases. The first limit is the nearest point of the query's own run.
// Expect   3 instructions per 4 pairs that a lane has of a tile; the previous filter took 4 per pair. A quarter of an SM
//          processes the signs of 32 sums per clock: at most 32,000 G pairs/s. The matrix instruction of this depth was
//          made for older tensor cores and will take about as long; if the two wait for each other we get half. Dense
//          clusters are below the bound as a whole, and are searched exactly by their own points: slower, but only for
//          these points.
// Measured - At 1 M, it takes 31250 to 62500 us (after measuring).
// Run      ./tutorial run nearest_tensor -- --count 1000000
// See      ./tutorial explain nearest_tensor
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

// [change] [multiply]
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
// [multiply]

// The two rows of a lane's sums.
__device__ void set_upper(float4& start, float value) { start.x = start.y = value; }
__device__ void set_lower(float4& start, float value) { start.z = start.w = value; }

// A warp's data about its queries. Lane 4 r + k has its part of rows r, r + 8, .. as the tensor core needs them.
struct Rows {
  int first;   // query
  Key* found;  // of each query, in shared memory
  uint2 slots[row_tiles];
  float4 start[row_tiles];

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

// [kernel]
__global__ void __launch_bounds__(block_size, 5)
    nearest_tensor(const float4* __restrict__ ordered, int count, int batches,
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
    search_hits(ordered, count, frame, at * batch, hits, rows, keys);
  }
}
// [change] [kernel]

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  const tutorial::DeviceBuffer<float3> points(problem.points);
  tutorial::DeviceBuffer<int> nearest(problem.points.size());
  nearest::TensorSearch search(nearest_tensor, problem.count);
  tutorial::Case row =
      problem.row("tiles of 16 x 8 pairs, " + std::to_string(warp_queries) + " points per warp");
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
