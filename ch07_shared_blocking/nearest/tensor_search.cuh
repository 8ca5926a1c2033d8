#pragma once

#include <algorithm>
#include <climits>

#include "nearest/cell_order.cuh"
#include "nearest/chunks.cuh"
#include "nearest/frame.cuh"
#include "nearest/tensor_score.cuh"

/// What the rungs share that filter with tensor cores: how rows and columns lie in memory and registers, and the
/// exact search where the filter cannot decide.
namespace ch07 {

constexpr int run_size =
    256;  ///< candidates a lane sees between two looks at the signs, neighbours in the list
constexpr int batch = 4 * run_size;  ///< candidates a warp sees
constexpr int row_tiles = 4;         ///< of 16 queries a warp
constexpr int warp_queries = 16 * row_tiles;
constexpr int block_queries = block_size / 32 * warp_queries;

/// Two halves in a register.
__device__ inline unsigned pack(float first, float second) {
  const unsigned low = __half_as_ushort(__float2half_rn(first));
  const unsigned high = __half_as_ushort(__float2half_rn(second));
  return low | high << 16;
}
/// The first of them.
__device__ inline float first_of(unsigned pair) {
  return __half2float(__ushort_as_half(static_cast<unsigned short>(pair & 0xffffu)));
}
/// The second.
__device__ inline float second_of(unsigned pair) {
  return __half2float(__ushort_as_half(static_cast<unsigned short>(pair >> 16)));
}

/// Two of the eight slots: 2 k and 2 k + 1.
__device__ inline unsigned pair_of(const Slots& slots, int k) {
  return k == 0   ? pack(slots.slot[0], slots.slot[1])
         : k == 1 ? pack(slots.slot[2], slots.slot[3])
         : k == 2 ? pack(slots.slot[4], slots.slot[5])
                  : pack(slots.slot[6], slots.slot[7]);
}

/// The nearest point found so far as one number of the same order, for atomicMin.
using Key = unsigned long long;

/// The key of a point.
__device__ inline Key key_of(Nearest nearest) {
  return static_cast<Key>(__float_as_uint(nearest.distance)) << 32 | static_cast<unsigned>(nearest.index);
}

/// From which a query's sums start, with what was found so far.
__device__ inline float start_of(const Frame& frame, float4 query, Key found) {
  const float distance = __uint_as_float(static_cast<unsigned>(found >> 32));
  return start_value(frame.place(query), distance, frame.scale);
}

/// Lays the candidates out as the lanes will load them: 16 bytes of a lane are its parts of four columns. Behind
/// the last point there are columns of no point, up to a whole batch.
__global__ void make_columns(const float4* ordered, int count, int padded, const unsigned* box,
                             unsigned* columns) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (i >= padded) return;
  const Slots slots = i < count ? candidate_slots(frame_of(box).place(ordered[i])) : no_candidate_slots();
  // A lane gets the sums of two neighbouring columns: these are for candidates of one run.
  const int in_run = i % run_size;
  const int column = 2 * (i % batch / run_size) + in_run % 2;
  const int tile = i / batch * (batch / 8) + in_run / 2;
  for (int k = 0; k < 4; ++k) {
    columns[(tile / 4 * 32 + 4 * column + k) * 4 + tile % 4] = pair_of(slots, k);
  }
}

/// The first guess: the nearest point of the own run. A block of run_size threads for each run.
__global__ void search_own_run(const float4* ordered, int count, Key* keys) {
  __shared__ float4 run[run_size];
  const int first = blockIdx.x * run_size;
  const int size = min(run_size, count - first);
  const int own = threadIdx.x;
  if (own < size) run[own] = ordered[first + own];
  __syncthreads();  // the run is there
  if (own >= size) return;
  Nearest nearest;
  for (int i = 0; i < size; ++i) compare(run[own], run[i], nearest);
  keys[first + own] = key_of(nearest);
}

/// What a warp knows of its queries. Lane 4 r + k has its part of rows r, r + 8, .. as the tensor core wants them.
/// Start is the type of the four sums that a lane has of a tile.
template <typename Start>
struct Rows {
  int first;   ///< query
  Key* found;  ///< of each query, in shared memory
  uint2 slots[row_tiles];
  Start start[row_tiles];

  /// `value` for rows 8 `group` + r. All tiles are named, since registers have no address.
  __device__ void set_start(int group, float value) {
#pragma unroll
    for (int t = 0; t < row_tiles; ++t) {
      if (group == 2 * t) set_upper(start[t], value);
      if (group == 2 * t + 1) set_lower(start[t], value);
    }
  }
};

/// Loads the rows of a warp, whose first query and place in shared memory are known.
template <typename Start>
__device__ void load_rows(const float4* ordered, int count, const Frame& frame, Key* keys,
                          Rows<Start>& rows) {
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
      slots = pair_of(query_slots(frame.place(own)), lane % 4);
      start = start_of(frame, own, found);
      if (lane % 4 == 0) rows.found[row] = found;
    }
    if (group % 2 == 0) rows.slots[group / 2].x = slots;
    if (group % 2 == 1) rows.slots[group / 2].y = slots;
    rows.set_start(group, start);
  }
  __syncwarp();  // what was found is there
}

/// Searches runs with exact distances. Bit g of a lane's `hits`: its row of group g has something in the lane's
/// run of the batch whose first candidate is `batch_first`. The whole warp serves one hit after the other.
template <typename Start>
__device__ void search_hits(const float4* ordered, int count, const Frame& frame, int batch_first,
                            unsigned hits, Rows<Start>& rows, Key* keys) {
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
    Nearest nearest;
    scan(ordered, first, min(first + run_size, count), own, nearest);
    const Key found = key_of(warp_nearest(nearest));
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

/// Back into the order in which the points were given.
__global__ void store_nearest(const float4* ordered, int count, const Key* keys, int* nearest) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (i >= count) return;
  const auto index = static_cast<int>(keys[i] & 0xffffffffu);
  nearest[__float_as_int(ordered[i].w)] = index == INT_MAX ? -1 : index;
}

/// The launches round a filter, and the memory they need.
class TensorSearch {
 public:
  /// (ordered, count, batches, box, columns, keys); blocks x: of queries, y: slices of the batches.
  using Filter = void (*)(const float4*, int, int, const unsigned*, const uint4*, Key*);

  TensorSearch(Filter filter, int count) : filter_(filter), count_(count) {}

  /// Seven kernels and two memsets, with no waiting.
  void launch(const float3* points, int* nearest) {
    const auto padded = static_cast<int>(batches_ * batch);
    order_.launch(points, ordered_.data());
    launch_find_box(points, count_, box_);
    make_columns<<<tutorial::blocks_for(padded, block_size), block_size>>>(ordered_.data(), count_, padded,
                                                                           box_.data(), columns_.data());
    CUDA_CHECK_LAUNCH();
    search_own_run<<<tutorial::blocks_for(count_, run_size), run_size>>>(ordered_.data(), count_,
                                                                         keys_.data());
    CUDA_CHECK_LAUNCH();
    filter_<<<dim3(query_blocks_, slices_), block_size>>>(
        ordered_.data(), count_, static_cast<int>(batches_), box_.data(),
        reinterpret_cast<const uint4*>(columns_.data()), keys_.data());
    CUDA_CHECK_LAUNCH();
    store_nearest<<<tutorial::blocks_for(count_, block_size), block_size>>>(ordered_.data(), count_,
                                                                            keys_.data(), nearest);
    CUDA_CHECK_LAUNCH();
  }

 private:
  // So many that the last blocks to finish do not keep the others waiting long.
  unsigned choose_slices() const {
    const Places device = places(filter_);
    const auto wanted = static_cast<unsigned>(16 * device.blocks * device.multiprocessors);
    return std::min((wanted + query_blocks_ - 1) / query_blocks_, batches_);
  }

  Filter filter_;
  int count_;
  unsigned batches_ = tutorial::blocks_for(count_, batch);
  unsigned query_blocks_ = tutorial::blocks_for(count_, block_queries);
  unsigned slices_ = choose_slices();
  CellOrder order_{count_};
  tutorial::DeviceBuffer<unsigned> box_{6};
  tutorial::DeviceBuffer<float4> ordered_{static_cast<std::size_t>(count_)};
  tutorial::DeviceBuffer<unsigned> columns_{4 * std::size_t{batch} * batches_};
  tutorial::DeviceBuffer<Key> keys_{ordered_.size()};
};

}  // namespace ch07
