// nearest_tensor: draft

#include <cuda_fp16.h>

#include "../ch05_nearest_naive/chapter.hpp"
#include "nearest/spatial_order.cuh"

#ifndef SUB
#define SUB 256
#endif
#ifndef TILES
#define TILES 4
#endif
#ifndef WARPS
#define WARPS 4
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

using Key = unsigned long long;
constexpr Key none = ~0ull;

constexpr int run_length = SUB;            // points of a run: neighbours in the list, and so in space
constexpr int chunk = 4 * run_length;  // candidates between two looks at the signs
constexpr int query_tiles = TILES;
constexpr int warp_queries = 16 * query_tiles;
constexpr int block_warps = WARPS;
constexpr int unroll = UNROLL;
constexpr unsigned all_lanes = 0xffffffffu;

struct Sums {
  float row0[2];
  float row8[2];
};

// [mma]
__device__ unsigned pack(float low, float high) {
  return static_cast<unsigned>(__half_as_ushort(__float2half_rn(low))) |
         static_cast<unsigned>(__half_as_ushort(__float2half_rn(high))) << 16;
}
__device__ float low_half(unsigned pair) { return __half2float(__ushort_as_half(static_cast<unsigned short>(pair & 0xffffu))); }
__device__ float high_half(unsigned pair) { return __half2float(__ushort_as_half(static_cast<unsigned short>(pair >> 16))); }

struct Rows {
  unsigned row0;
  unsigned row8;
};

__device__ float4 multiply(uint2 a, unsigned b, float4 c) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 750
  float4 d;
  asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
      : "=f"(d.x), "=f"(d.y), "=f"(d.z), "=f"(d.w)
      : "r"(a.x), "r"(a.y), "r"(b), "f"(c.x), "f"(c.y), "f"(c.z), "f"(c.w));
  return d;
#else
  const int lane = threadIdx.x % 32;
  const Key rows = static_cast<Key>(a.y) << 32 | a.x;
  for (int k = 0; k < 4; ++k) {
    const Key row = __shfl_sync(all_lanes, rows, (lane & ~3) + k);
    const unsigned row0 = static_cast<unsigned>(row), row8 = static_cast<unsigned>(row >> 32);
    const unsigned column0 = __shfl_sync(all_lanes, b, lane % 4 * 8 + k);
    const unsigned column1 = __shfl_sync(all_lanes, b, lane % 4 * 8 + 4 + k);
    c.x = fmaf(high_half(row0), high_half(column0), fmaf(low_half(row0), low_half(column0), c.x));
    c.y = fmaf(high_half(row0), high_half(column1), fmaf(low_half(row0), low_half(column1), c.y));
    c.z = fmaf(high_half(row8), high_half(column0), fmaf(low_half(row8), low_half(column0), c.z));
    c.w = fmaf(high_half(row8), high_half(column1), fmaf(low_half(row8), low_half(column1), c.w));
  }
  return c;
#endif
}
// [mma]

__device__ Key key_of(float4 own, float4 other) {
  const float dx = own.x - other.x;
  const float dy = own.y - other.y;
  const float dz = own.z - other.z;
  const float distance = dx * dx + dy * dy + dz * dz;
  return static_cast<Key>(__float_as_uint(distance)) << 32 | __float_as_uint(other.w);
}

__device__ Key nearer(Key a, Key b) { return b < a ? b : a; }

// Splits a coordinate
__device__ float rounded(float x) { return __half2float(__float2half_rn(x)); }

// prepare the candidates
__global__ void prepare(const float4* points, int padded, const unsigned* box, unsigned* candidates) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= padded) return;
  const float4 point = points[i];
  unsigned words[4] = {0, 0, 0, pack(60000, 0)};
  if (__float_as_int(point.w) >= 0) {
    const float3 x = ch07::frame_of(box).place(point.x, point.y, point.z);
    const float3 high = {rounded(x.x), rounded(x.y), rounded(x.z)};
    const float norm = x.x * x.x + x.y * x.y + x.z * x.z;
    words[0] = pack(high.x, high.y);
    words[1] = pack(high.z, x.x - high.x);
    words[2] = pack(x.y - high.y, x.z - high.z);
    words[3] = pack(norm, norm - rounded(norm));
  }
  const int in_chunk = i % chunk;
  const int run = in_chunk / run_length;
  const int tile = in_chunk % run_length / 2;
  const int column = 2 * run + i % 2;
  const int quad = i / chunk * (chunk / 32) + tile / 4;
  for (int k = 0; k < 4; ++k) candidates[(quad * 32 + column * 4 + k) * 4 + tile % 4] = words[k];
}

// The first guess: the nearest of the own run.
__global__ void guess(const float4* points, Key* keys) {
  __shared__ float4 run[run_length];
  const int query = blockIdx.x * run_length + threadIdx.x;
  const float4 own = points[query];
  run[threadIdx.x] = own;
  __syncthreads();
  Key best = none;
  for (int i = 0; i < run_length; ++i) {
    const Key key = key_of(own, run[i]);
    if (i != static_cast<int>(threadIdx.x)) best = nearer(best, key);
  }
  keys[query] = best;
}

// minus what a score may
__device__ float start_value(float3 rounded_place, float3 place, float scale, Key best) {
  const float norm = rounded_place.x * rounded_place.x + rounded_place.y * rounded_place.y + rounded_place.z * rounded_place.z;
  const float distance = __uint_as_float(static_cast<unsigned>(best >> 32));
  if (!(distance < INFINITY)) return -1000;
  const float dx = place.x - rounded_place.x, dy = place.y - rounded_place.y, dz = place.z - rounded_place.z;
  const float reach = sqrtf(distance) * scale * (1 + 0x1p-20f) + sqrtf(dx * dx + dy * dy + dz * dz) + 0x1p-22f;
  return norm - (reach * reach * (1 + 0x1p-16f) + 0x1p-17f);
}

__device__ float start_of(float4 own, const ch07::Frame& frame, Key best) {
  if (__float_as_int(own.w) < 0) return 1000;
  const float3 place = frame.place(own.x, own.y, own.z);
  return start_value({rounded(place.x), rounded(place.y), rounded(place.z)}, place, frame.scale, best);
}

__device__ unsigned query_word(float4 own, const ch07::Frame& frame, int k) {
  if (__float_as_int(own.w) < 0) return 0;
  const float3 x = frame.place(own.x, own.y, own.z);
  const float3 a = {-2 * rounded(x.x), -2 * rounded(x.y), -2 * rounded(x.z)};
  return k == 0 ? pack(a.x, a.y) : k == 1 ? pack(a.z, a.x) : k == 2 ? pack(a.y, a.z) : pack(1, 1);
}

#ifdef STATS
__device__ unsigned long long rescans;
#endif
__global__ __launch_bounds__(32 * block_warps, MINBLOCKS) void nearest_tensor(const float4* __restrict__ points, int padded, int count,
                                                                      const unsigned* __restrict__ box,
                                                                      const uint4* __restrict__ candidates, Key* keys) {
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const int first_query = (blockIdx.x * block_warps + warp) * warp_queries;
  if (first_query >= count) return;

  const ch07::Frame frame = ch07::frame_of(box);
  uint2 a[query_tiles];
  float4 c[query_tiles];
  for (int tile = 0; tile < query_tiles; ++tile) {
    const int query = first_query + 16 * tile + lane / 4;
    const float4 row0 = points[query], row8 = points[query + 8];
    a[tile] = {query_word(row0, frame, lane % 4), query_word(row8, frame, lane % 4)};
    const float start0 = start_of(row0, frame, atomicMin(&keys[query], none));
    const float start8 = start_of(row8, frame, atomicMin(&keys[query + 8], none));
    c[tile] = {start0, start0, start8, start8};
  }

  const int chunks = padded / chunk;
  const int first_chunk = static_cast<int>(static_cast<long long>(chunks) * blockIdx.y / gridDim.y);
  const int last_chunk = static_cast<int>(static_cast<long long>(chunks) * (blockIdx.y + 1) / gridDim.y);
  for (int at = first_chunk; at < last_chunk; ++at) {
    int signs[2 * query_tiles] = {};
    const uint4* tiles = candidates + static_cast<std::size_t>(at) * chunk + lane;
    // Once more than
#pragma unroll unroll
    for (int i = 0; i < chunk / 32; ++i) {
      const uint4 four = tiles[32 * i];
      const unsigned b[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
      for (int k = 0; k < 4; ++k) {
#pragma unroll
        for (int tile = 0; tile < query_tiles; ++tile) {
          const float4 d = multiply(a[tile], b[k], c[tile]);
          signs[2 * tile] |= __float_as_int(d.x) | __float_as_int(d.y);
          signs[2 * tile + 1] |= __float_as_int(d.z) | __float_as_int(d.w);
        }
      }
    }

    unsigned hits = 0;
#pragma unroll
    for (int row = 0; row < 2 * query_tiles; ++row) hits |= (static_cast<unsigned>(signs[row]) >> 31) << row;
    for (unsigned lanes; (lanes = __ballot_sync(all_lanes, hits != 0)) != 0;) {
      const int leader = __ffs(static_cast<int>(lanes)) - 1;
      const int row = __ffs(static_cast<int>(__shfl_sync(all_lanes, hits, leader))) - 1;
      if (lane == leader) hits &= hits - 1;
      const int query = first_query + 8 * row + leader / 4;
      const int first = at * chunk + leader % 4 * run_length;
      if (query / run_length == first / run_length) continue;
#ifdef STATS
      if (lane == 0) atomicAdd(&rescans, 1ull);
#endif
      const float4 own = points[query];
      Key found = none;
      for (int i = lane; i < run_length; i += 32) found = nearer(found, key_of(own, points[first + i]));
      for (int step = 16; step > 0; step /= 2) found = nearer(found, __shfl_xor_sync(all_lanes, found, step));
      if (lane == 0) found = nearer(found, atomicMin(&keys[query], found));
      found = __shfl_sync(all_lanes, found, 0);
      const float start = start_of(own, frame, found);
#pragma unroll
      for (int tile = 0; tile < query_tiles; ++tile) {
        if (lane / 4 == leader / 4 && row == 2 * tile) c[tile].x = c[tile].y = start;
        if (lane / 4 == leader / 4 && row == 2 * tile + 1) c[tile].z = c[tile].w = start;
      }
    }
  }
}

__global__ void store(const float4* points, int count, const Key* keys, int* nearest) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) nearest[__float_as_int(points[i].w)] = static_cast<int>(keys[i] & 0xffffffffu);
}

// The launches, with the memory they need.
class Search {
 public:
  explicit Search(int count) : count_(count) {
    int device = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&processors_, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident_, nearest_tensor, 32 * block_warps, 0));
  }

  void launch(const float3* points, int* nearest) {
    order_.sort(points, sorted_.data());
    prepare<<<tutorial::blocks_for(padded_, 256), 256>>>(sorted_.data(), padded_, order_.box(), candidates_.data());
    CUDA_CHECK_LAUNCH();
    guess<<<static_cast<unsigned>(padded_ / run_length), run_length>>>(sorted_.data(), keys_.data());
    CUDA_CHECK_LAUNCH();
    const unsigned rows = tutorial::blocks_for(count_, warp_queries * block_warps);
    const unsigned wanted = static_cast<unsigned>(processors_ * resident_) * WAVES;
    const unsigned columns = std::min((wanted + rows - 1) / rows, static_cast<unsigned>(padded_ / chunk));
    nearest_tensor<<<dim3(rows, columns), 32 * block_warps>>>(sorted_.data(), padded_, count_, order_.box(),
                                                   reinterpret_cast<const uint4*>(candidates_.data()), keys_.data());
    CUDA_CHECK_LAUNCH();
    store<<<tutorial::blocks_for(count_, 256), 256>>>(sorted_.data(), count_, keys_.data(), nearest);
    CUDA_CHECK_LAUNCH();
  }

 private:
  int count_;
  int padded_ = static_cast<int>(tutorial::blocks_for(count_, chunk)) * chunk;
  ch07::SpatialOrder order_{count_, padded_};
  tutorial::DeviceBuffer<float4> sorted_{static_cast<std::size_t>(padded_)};
  tutorial::DeviceBuffer<unsigned> candidates_{4 * sorted_.size()};
  tutorial::DeviceBuffer<Key> keys_{sorted_.size()};
  int processors_ = 0;
  int resident_ = 0;
};

void run(tutorial::Program& program, const ch05::Options& options) {
  const ch05::Problem problem(options, program.seed());
  const tutorial::DeviceBuffer<float3> points(problem.points);
  tutorial::DeviceBuffer<int> nearest(problem.points.size());
  Search search(problem.count);
  program.measure(
      problem.row("tensor"), [&] { search.launch(points.data(), nearest.data()); },
      [&] { return problem.check(nearest.to_host()); });
}

int main(int argc, char** argv) {
  tutorial::Program program("nearest_tensor", "draft");
  ch05::Options options;
  ch05::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
