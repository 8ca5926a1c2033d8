// nearest_tensor: can tensor cores, which know only low precision, find the exact nearest neighbour?
//
// Before   nearest_certified filters all pairs with 3 multiply-adds and half a minimum each, and looks again with exact
//          distances where the bound of the error cannot decide.
// Change   the filter is a matrix product. One instruction of a warp multiplies 16 queries by 8 candidates, each made of
//          8 numbers of half precision, and adds floats. Two halves hold a coordinate to 2^-24 and take one slot each, so
//
//              |p - q|^2 = |p|^2 - 2 p.q + |q|^2        is         start + 6 products + 2 products
//
//          (tensor_score.cuh has the slots, and the proof of the bound). The other half of the idea is what we do with
//          the 128 results. `start` is the query's own: it is |p|^2 less the limit, the squared distance found so far and
//          the bound of the error. Then only a negative result can be a nearer point, and nobody has to look for the
//          least: the sign bits are or-ed, two results an instruction.
//
//              lane      0          1          2          3         4  ..      of a tile of 16 x 8 results
//              row 0   c0 c1      c2 c3      c4 c5      c6 c7      (row 1)     c: candidates, a column each
//              row 8   c0 c1      c2 c3      c4 c5      c6 c7      (row 9)
//                      run 0      run 1      run 2      run 3
//
//          A lane sees two columns of each tile, so we deal out the candidates such that a lane sees a run of them:
//          256 points that are neighbours in the list, and, as the list is ordered by cells, in space. After four runs
//          a sign says which query must look at which run. The warp searches it with exact distances, and the limit
//          sinks. The first limit is the nearest point of the query's own run.
// Expect   3 instructions for 4 pairs a lane, where the filter before took 3.5 a pair. The signs take the time: 32 of them
//          a clock and multiprocessor quarter at best, 32 000 G pairs/s. The matrix instruction of this shape is made
//          for older tensor cores and will not reach their full rate: we expect half of that. Dense clusters lie below the
//          bound of the error as a whole, and are searched exactly by their own points: slower, but in order.
// Run      ./tutorial run nearest_tensor -- --count 1000000
// See      ./tutorial explain nearest_tensor
// Source   ours

#include "../ch05_nearest_naive/chapter.hpp"
#include "nearest/cell_order.cuh"
#include "nearest/frame.cuh"
#include "nearest/tensor_score.cuh"

using ch07::block_size;

#ifndef RUN
#define RUN 256
#endif
#ifndef TILES
#define TILES 4
#endif
#ifndef UNROLL
#define UNROLL 2
#endif
#ifndef WAVES
#define WAVES 16
#endif
#ifndef MINBLOCKS
#define MINBLOCKS 4
#endif
constexpr int run_size = RUN;        // candidates a lane sees between two looks at the signs
constexpr int batch = 4 * run_size;  // candidates a warp sees
constexpr int tiles = TILES;         // of 16 queries a warp
constexpr int warp_queries = 16 * tiles;
constexpr int block_queries = block_size / 32 * warp_queries;
constexpr int unroll = UNROLL;
constexpr unsigned all_lanes = 0xffffffffu;

// [multiply]
// Two halves in a register.
__device__ unsigned pack(float first, float second) {
  const unsigned low = __half_as_ushort(__float2half_rn(first));
  const unsigned high = __half_as_ushort(__float2half_rn(second));
  return low | high << 16;
}
__device__ float first_of(unsigned pair) {
  return __half2float(__ushort_as_half(static_cast<unsigned short>(pair & 0xffffu)));
}
__device__ float second_of(unsigned pair) {
  return __half2float(__ushort_as_half(static_cast<unsigned short>(pair >> 16)));
}

// Adds the product of 16 rows and 8 columns to `start`. Lane 4 r + k holds slots 2 k and 2 k + 1 of rows r (rows.x) and
// r + 8 (rows.y), and of column r; of the results it holds columns 2 k and 2 k + 1 of row r (x, y) and row r + 8 (z, w).
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
    const unsigned long long row = __shfl_sync(all_lanes, both, lane / 4 * 4 + k);
    const auto upper = static_cast<unsigned>(row), lower = static_cast<unsigned>(row >> 32);
    const unsigned left = __shfl_sync(all_lanes, column, lane % 4 * 8 + k);
    const unsigned right = __shfl_sync(all_lanes, column, lane % 4 * 8 + 4 + k);
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

// The nearest point found so far as one number of the same order, for atomicMin.
using Key = unsigned long long;
__device__ Key key_of(ch07::Nearest nearest) {
  return static_cast<Key>(__float_as_uint(nearest.distance)) << 32 | static_cast<unsigned>(nearest.index);
}
__device__ float distance_of(Key key) { return __uint_as_float(static_cast<unsigned>(key >> 32)); }

// Two of the eight slots of a row.
__device__ unsigned pair_of(const ch07::Slots& slots, int k) {
  return k == 0   ? pack(slots.slot[0], slots.slot[1])
         : k == 1 ? pack(slots.slot[2], slots.slot[3])
         : k == 2 ? pack(slots.slot[4], slots.slot[5])
                  : pack(slots.slot[6], slots.slot[7]);
}

// [candidates]
// Lays the candidates out as the lanes will load them: 16 bytes a lane are its parts of four columns. Behind the last
// point there are columns of no point, up to a whole batch.
__global__ void make_columns(const float4* ordered, int count, int padded, const unsigned* box,
                             unsigned* columns) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (i >= padded) return;
  const ch07::Slots slots =
      i < count ? ch07::candidate_slots(ch07::frame_of(box).place(ordered[i])) : ch07::no_candidate_slots();
  const int run = i % batch / run_size;
  const int in_run = i % run_size;
  const int column = 2 * run + in_run % 2;
  const int tile = i / batch * (batch / 8) + in_run / 2;
  for (int k = 0; k < 4; ++k) columns[(tile / 4 * 32 + 4 * column + k) * 4 + tile % 4] = pair_of(slots, k);
}
// [candidates]

// The first guess: the nearest point of the own run. A block for each run.
__global__ void search_own_run(const float4* ordered, int count, Key* keys) {
  __shared__ float4 run[run_size];
  const int first = blockIdx.x * run_size;
  const int size = min(run_size, count - first);
  const int own = threadIdx.x;
  if (own < size) run[own] = ordered[first + own];
  __syncthreads();  // the run is there
  if (own >= size) return;
  const float4 query = run[own];
  ch07::Nearest nearest;
  for (int i = 0; i < size; ++i) {
    const float4 other = run[i];
    const float distance = ch07::squared_distance(query.x, query.y, query.z, other.x, other.y, other.z);
    if (i != own) nearest.consider(distance, __float_as_int(other.w));
  }
  keys[first + own] = key_of(nearest);
}

// From which a query's sums start.
__device__ float start_of(const ch07::Frame& frame, float4 query, Key found) {
  return ch07::start_value(frame.place(query), distance_of(found), frame.scale);
}

// What a warp knows of its queries. Lane 4 r + k has part k of rows r, r + 8, .. as `multiply` wants them.
struct Rows {
  int first;   // query
  Key* found;  // of each
  uint2 slots[tiles];
  float4 start[tiles];

  // Row 8 `group` + r, of the four lanes that have it.
  __device__ void set_start(int group, float value) {
#pragma unroll
    for (int t = 0; t < tiles; ++t) {  // registers have no address
      if (group == 2 * t) start[t].x = start[t].y = value;
      if (group == 2 * t + 1) start[t].z = start[t].w = value;
    }
  }
};

__device__ void load_rows(const float4* ordered, int count, const ch07::Frame& frame, Key* keys, Rows& rows) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int group = 0; group < 2 * tiles; ++group) {
    const int row = 8 * group + lane / 4;
    const int query = rows.first + row;
    unsigned slots = 0;
    float start = 1000;  // no query: no sum is negative
    if (query < count) {
      const float4 own = ordered[query];
      const Key found = atomicMin(&keys[query], ~Key{0});  // a read, while blocks of other slices may write
      slots = pair_of(ch07::query_slots(frame.place(own)), lane % 4);
      start = start_of(frame, own, found);
      if (lane % 4 == 0) rows.found[row] = found;
    }
    if (group % 2 == 0) rows.slots[group / 2].x = slots;
    if (group % 2 == 1) rows.slots[group / 2].y = slots;
    rows.set_start(group, start);
  }
  __syncwarp();  // what was found is there
}

#ifdef STATS
__device__ unsigned long long rescans;
#endif
// [exact]
// Searches runs with exact distances. Bit g of a lane's `hits`: its row of group g has something in the lane's run of
// the batch that begins with candidate `batch_first`. The whole warp serves one hit after the other.
__device__ void search_hits(const float4* ordered, int count, const ch07::Frame& frame, int batch_first,
                            unsigned hits, Rows& rows, Key* keys) {
  const int lane = threadIdx.x % 32;
  for (unsigned lanes; (lanes = __ballot_sync(all_lanes, hits != 0)) != 0;) {
    const int leader = __ffs(static_cast<int>(lanes)) - 1;
    const int group = __ffs(static_cast<int>(__shfl_sync(all_lanes, hits, leader))) - 1;
    if (lane == leader) hits &= hits - 1;
    const int row = 8 * group + leader / 4;
    const int query = rows.first + row;
    const int first = batch_first + leader % 4 * run_size;
    if (query / run_size == first / run_size) continue;  // the first guess comes from there

#ifdef STATS
    if (lane == 0) atomicAdd(&rescans, 1ull);
#endif
    const float4 own = ordered[query];
    ch07::Nearest nearest;
    ch07::scan(ordered, first, min(first + run_size, count), own, nearest);
    const Key found = key_of(ch07::warp_nearest(nearest));
    const bool nearer = found < rows.found[row];
    __syncwarp();  // all have read what was found before
    if (!nearer) continue;
    if (lane == 0) {
      rows.found[row] = found;
      atomicMin(&keys[query], found);
    }
    __syncwarp();  // it is replaced
    const float start = start_of(frame, own, found);
    if (lane / 4 == leader / 4) rows.set_start(group, start);
  }
}
// [exact]

// [kernel]
__global__ void __launch_bounds__(block_size, MINBLOCKS)
    nearest_tensor(const float4* __restrict__ ordered, int count, int batches,
                   const unsigned* __restrict__ box, const uint4* __restrict__ columns, Key* keys) {
  __shared__ Key found[block_queries];
  const int lane = threadIdx.x % 32;
  const int first_row = threadIdx.x / 32 * warp_queries;
  Rows rows;
  rows.first = blockIdx.x * block_queries + first_row;
  rows.found = found + first_row;
  if (rows.first >= count) return;  // the whole warp
  const ch07::Frame frame = ch07::frame_of(box);
  load_rows(ordered, count, frame, keys, rows);

  const int end = ch07::first_chunk(blockIdx.y + 1, gridDim.y, batches);
  for (int at = ch07::first_chunk(blockIdx.y, gridDim.y, batches); at < end; ++at) {
    const uint4* quads = columns + static_cast<long long>(at) * batch + lane;
    int signs[2 * tiles] = {};
#pragma unroll unroll
    for (int i = 0; i < batch / 32; ++i) {
      const uint4 quad = quads[32 * i];
      const unsigned column[4] = {quad.x, quad.y, quad.z, quad.w};
#pragma unroll
      for (int k = 0; k < 4; ++k) {
#pragma unroll
        for (int t = 0; t < tiles; ++t) {
          const float4 sum = multiply(rows.slots[t], column[k], rows.start[t]);
          signs[2 * t] |= __float_as_int(sum.x) | __float_as_int(sum.y);
          signs[2 * t + 1] |= __float_as_int(sum.z) | __float_as_int(sum.w);
        }
      }
    }
    unsigned hits = 0;
#pragma unroll
    for (int group = 0; group < 2 * tiles; ++group) {
      hits |= static_cast<unsigned>(signs[group]) >> 31 << group;
    }
    search_hits(ordered, count, frame, at * batch, hits, rows, keys);
  }
}
// [kernel]

// Back into the order the points were given in.
__global__ void store_nearest(const float4* ordered, int count, const Key* keys, int* nearest) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (i >= count) return;
  const auto index = static_cast<int>(keys[i] & 0xffffffffu);
  nearest[__float_as_int(ordered[i].w)] = index == INT_MAX ? -1 : index;
}

// The launches, and the memory they need.
class Search {
 public:
  explicit Search(int count)
      : count_(count),
        order_(count),
        ordered_(static_cast<std::size_t>(count)),
        columns_(4 * std::size_t{batch} * batches_),
        keys_(ordered_.size()) {}

  void launch(const float3* points, int* nearest) {
    // [launch]
    const unsigned each = tutorial::blocks_for(count_, block_size);
    const int padded = static_cast<int>(batches_) * batch;
    order_.launch(points, ordered_.data());
    ch07::launch_find_box(points, count_, box_);
    make_columns<<<tutorial::blocks_for(padded, block_size), block_size>>>(ordered_.data(), count_, padded,
                                                                           box_.data(), columns_.data());
    CUDA_CHECK_LAUNCH();
    search_own_run<<<tutorial::blocks_for(count_, run_size), run_size>>>(ordered_.data(), count_,
                                                                         keys_.data());
    CUDA_CHECK_LAUNCH();
    const dim3 grid(tutorial::blocks_for(count_, block_queries), slices_);
    nearest_tensor<<<grid, block_size>>>(ordered_.data(), count_, static_cast<int>(batches_), box_.data(),
                                         reinterpret_cast<const uint4*>(columns_.data()), keys_.data());
    CUDA_CHECK_LAUNCH();
    store_nearest<<<each, block_size>>>(ordered_.data(), count_, keys_.data(), nearest);
    CUDA_CHECK_LAUNCH();
    // [launch]
  }

 private:
  // Enough slices of the candidates that the last blocks to finish do not keep the others waiting.
  unsigned choose_slices() const {
    const ch07::Places places = ch07::places(nearest_tensor);
    const unsigned rows = tutorial::blocks_for(count_, block_queries);
    const auto wanted = static_cast<unsigned>(WAVES * places.blocks * places.multiprocessors);
    return std::min((wanted + rows - 1) / rows, batches_);
  }

  int count_;
  unsigned batches_ = tutorial::blocks_for(count_, batch);
  unsigned slices_ = choose_slices();
  ch07::CellOrder order_;
  tutorial::DeviceBuffer<unsigned> box_{6};
  tutorial::DeviceBuffer<float4> ordered_;
  tutorial::DeviceBuffer<unsigned> columns_;
  tutorial::DeviceBuffer<Key> keys_;
};

void run(tutorial::Program& program, const ch05::Options& options) {
  const ch05::Problem problem(options, program.seed());
  const tutorial::DeviceBuffer<float3> points(problem.points);
  tutorial::DeviceBuffer<int> nearest(problem.points.size());
  Search search(problem.count);
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
