#pragma once

#include <algorithm>
#include <climits>

#include "nearest/further/cell_order.cuh"
#include "nearest/further/exact.cuh"
#include "nearest/further/tensor_score.cuh"
#include "nearest/nearest.hpp"

/// What stands round a filter by tensor cores: a common frame for all points, columns in memory as lanes load them, a
/// first guess, and the answer in its order.
namespace nearest {

/// The points' common frame: coordinates in (-1, 1), however far the points are from the origin and each other.
struct Frame {
  float3 centre;
  float scale;  ///< a power of two

  /// `(point - centre) * scale`, in (-1, 1) on each axis. The differences are rounded, the scale rounds nothing.
  __device__ float3 place(float4 point) const {
    return {(point.x - centre.x) * scale, (point.y - centre.y) * scale, (point.z - centre.z) * scale};
  }
};

/// The frame of a box.
__device__ inline Frame frame_of(const Box& box) {
  float centre[3];
  float half = 0;  // of the longest edge, as seen from the rounded centre
  for (int axis = 0; axis < 3; ++axis) {
    const float low = box.low(axis);
    const float high = box.high(axis);
    centre[axis] = 0.5f * low + 0.5f * high;  // the sum could be too large
    half = fmaxf(half, fmaxf(high - centre[axis], centre[axis] - low));
  }
  const int exponent = half > 0 ? ilogbf(half) + 1 : 0;  // half < 2^exponent
  return {{centre[0], centre[1], centre[2]}, ldexpf(1.0f, -max(exponent, -126))};
}

constexpr int block_size = 128;

/// Candidates a lane sees between two looks at the signs, neighbors in the list.
constexpr int run_size = 256;
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
__device__ inline Key key_of(Best best) {
  return static_cast<Key>(__float_as_uint(best.distance)) << 32 | static_cast<unsigned>(best.index);
}

/// From which a query's sums start, with what was found so far.
__device__ inline float start_of(const Frame& frame, float4 query, Key found) {
  const float distance = __uint_as_float(static_cast<unsigned>(found >> 32));
  return start_value(frame.place(query), distance, frame.scale);
}

/// Lays the candidates out as the lanes will load them: 16 bytes of a lane are its parts of four columns. Behind
/// the last point there are columns of no point, up to a whole batch.
__global__ void make_columns(const float4* ordered, int count, int padded, const Box* box,
                             unsigned* columns) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (i >= padded) return;
  const Slots slots = i < count ? candidate_slots(frame_of(*box).place(ordered[i])) : no_candidate_slots();
  // A lane gets the sums of two neighboring columns: these are for candidates of one run.
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
  Best best;
  for (int i = 0; i < size; ++i) compare(run[own], run[i], best);
  keys[first + own] = key_of(best);
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
  using Filter = void (*)(const float4*, int, int, const Box*, const uint4*, Key*);

  TensorSearch(Filter filter, int count) : filter_(filter), count_(count) {}

  /// Eight kernels and two memsets, with no waiting.
  void launch(const float3* points, int* nearest) {
    const auto padded = static_cast<int>(batches_ * batch);
    order_.launch(points, ordered_.data());
    make_columns<<<tutorial::blocks_for(padded, block_size), block_size>>>(ordered_.data(), count_, padded,
                                                                           order_.box(), columns_.data());
    CUDA_CHECK_LAUNCH();
    search_own_run<<<tutorial::blocks_for(count_, run_size), run_size>>>(ordered_.data(), count_,
                                                                         keys_.data());
    CUDA_CHECK_LAUNCH();
    filter_<<<dim3(query_blocks_, slices_), block_size>>>(
        ordered_.data(), count_, static_cast<int>(batches_), order_.box(),
        reinterpret_cast<const uint4*>(columns_.data()), keys_.data());
    CUDA_CHECK_LAUNCH();
    store_nearest<<<tutorial::blocks_for(count_, block_size), block_size>>>(ordered_.data(), count_,
                                                                            keys_.data(), nearest);
    CUDA_CHECK_LAUNCH();
  }

 private:
  // So many that the last blocks to finish do not keep the others waiting long.
  unsigned choose_slices() const {
    const unsigned wanted = 16 * tutorial::resident_blocks(filter_, block_size);
    return std::min((wanted + query_blocks_ - 1) / query_blocks_, batches_);
  }

  Filter filter_;
  int count_;
  unsigned batches_ = tutorial::blocks_for(count_, batch);
  unsigned query_blocks_ = tutorial::blocks_for(count_, block_queries);
  unsigned slices_ = choose_slices();
  CellOrder order_{count_};
  tutorial::DeviceBuffer<float4> ordered_{static_cast<std::size_t>(count_)};
  tutorial::DeviceBuffer<unsigned> columns_{4 * std::size_t{batch} * batches_};
  tutorial::DeviceBuffer<Key> keys_{ordered_.size()};
};

}  // namespace nearest
