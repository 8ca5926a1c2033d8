// k_nearest_warp: what if a warp keeps the list of a point, and a cheap test rejects almost all candidates?
// Step     a warp per list
// Before   In k_nearest a thread keeps the list of a point. If one lane of a warp inserts, the other 31 wait: 1800
//          insertions per warp for k = 8, where a point needs 83.
// Change   A warp owns eight points. Each of its lanes takes another candidate, so a warp inserts only what one point
//          needs. Lane l holds place l of the list, and an insertion is one shuffle:
//
//              lane          0    1    2    3    4        candidate: .4
//              distance     .1   .3   .4   .4   .7
//              moves down                        x        lanes whose distance is larger
//                           .1   .3   .4   .4   .4        the first of them takes the candidate
//
//          Almost all candidates fail the first test, so it should be cheap. With |a - b|^2 = a^2 + b^2 - 2 a b, a is closer
//          than the last in the list if b^2 / 2 - a b < (last - a^2) / 2. b^2 / 2 is computed once per tile, and the right
//          side once per insertion: three multiply-adds and a comparison per pair. These sums are rounded, so both sides are
//          moved by more than the roundings can amount to, and what passes is computed as before, by differences.
//
//          Half of the insertions are among the first 1000 candidates. So the warp first looks at 4096 candidates without a list:
//          each lane keeps the least b^2 / 2 - a b of its 128. k lanes have one that is at most the k-th smallest of these 32
//          numbers, so it bounds the k-th distance. Lists are in shared memory, since they are used that rarely, and
//          registers are for the points.
// Expect   Per pair three multiply-adds, a comparison, an eighth of a 16-byte load, a sixteenth of a vote and of a branch: 4 1/2
//          instructions. 132 SMs with 128 lanes at 1.95 GHz are 7300 G pairs/s. Of 83 insertions per point of 100 K, 35 remain.
//          With lists in registers, four points per warp and no bound, it was 2.28 times as fast as a list per thread, and with
//          eight points 1.8 times, since a thread took 93 registers. Lists in shared memory made the latter 2.6, the bound 2.7.
//          - At 10 K, "k = 8, 4 points per warp" is at least 3 times as fast as k_nearest "k = 8, list in shared memory"
//            (before measuring).
// Measured - "k = 8, 8 points per warp" is 2.5 to 3.2 times as fast as k_nearest "k = 8, list in shared memory" (after
//            measuring).
//          - "k = 8, 8 points per warp" is 1.05 to 1.25 times as fast as "k = 8, 4 points per warp" (after measuring).
// Run      ./tutorial run k_nearest_warp -- --count 100000 --k 8
// See      ./tutorial explain k_nearest_warp
// Source   [Johnson]: a warp selects

#include "nearest/k_nearest.hpp"
#include "tutorial/across_warp.cuh"

constexpr int warps = 8;
constexpr int block_size = 32 * warps;
constexpr int tile_size = 4 * block_size;
constexpr int bounding_tiles = 4;
constexpr unsigned whole_warp = 0xFFFFFFFF;

// [filter] [change]
// Sixteen roundings of a float. A candidate's side of the test is lowered by so much of b^2 / 2, a point's is raised by so
// much of a^2 + last. Six roundings and fewer are in each; 2^-120 is for what is so small that it loses digits.
constexpr float slack = 0x1p-20f;

// A candidate of a tile, and b^2 / 2 in w.
__device__ float4 candidate_of(float3 b) {
  const float half_square = 0.5f * fmaf(b.z, b.z, fmaf(b.y, b.y, b.x * b.x));
  return {b.x, b.y, b.z, half_square * (1 - slack)};
}

// b^2 / 2 - a b
__device__ float score_of(float3 a, float4 b) {
  return fmaf(-a.x, b.x, fmaf(-a.y, b.y, fmaf(-a.z, b.z, b.w)));
}

// What b^2 / 2 - a b must be less than, if b is closer than `last`, a squared distance.
__device__ float limit_of(float3 a, float last) {
  const float square = fmaf(a.z, a.z, fmaf(a.y, a.y, a.x * a.x));
  return 0.5f * (last - square) + (slack * (square + last) + 0x1p-120f);
}
// [filter] [change]

// [bound] [change]
// What b^2 / 2 - a b must be less than, if b is one of the k nearest to a. `least` is the least that a lane has found.
__device__ float bound_of(float3 a, float least, int k) {
  int rank = 0;
  for (int other = 0; other < 32; ++other) {
    const float theirs = __shfl_sync(whole_warp, least, other);
    rank += theirs < least || (theirs == least && other < static_cast<int>(threadIdx.x % 32));
  }
  const unsigned lane_of_rank = __ballot_sync(whole_warp, rank == k - 1);
  const float score = __shfl_sync(whole_warp, least, __ffs(static_cast<int>(lane_of_rank)) - 1);
  // The score was lowered by `slack` of b^2 / 2, and b^2 is at most 4 (a^2 + score).
  const float square = fmaf(a.z, a.z, fmaf(a.y, a.y, a.x * a.x));
  return score + slack * 8 * (fabsf(score) + square) + 0x1p-120f;
}
// [bound] [change]

// [list] [change]
// The nearest points so far of one point: lane l reads and writes place l.
struct WarpList {
  float distances[32];
  int indices[32];

  __device__ void clear() {
    distances[threadIdx.x % 32] = INFINITY;
    indices[threadIdx.x % 32] = -1;
  }
  // Inserts the candidates of the lanes of `passing`, and returns the distance in the last of k places. They have higher indices than all
  // in the list. So each goes after its equals: `<`.
  __device__ float insert(unsigned passing, float new_distance, int first_index, int k) {
    const int lane = threadIdx.x % 32;
    float distance = distances[lane];
    int index = indices[lane];
    for (; passing != 0; passing &= passing - 1) {
      const int from = __ffs(static_cast<int>(passing)) - 1;
      const float candidate = __shfl_sync(whole_warp, new_distance, from);
      const float distance_before = __shfl_up_sync(whole_warp, distance, 1);
      const int index_before = __shfl_up_sync(whole_warp, index, 1);
      if (!(candidate < distance)) continue;  // only places after it move down
      const bool goes_here = lane == 0 || !(candidate < distance_before);
      distance = goes_here ? candidate : distance_before;
      index = goes_here ? first_index + from : index_before;
    }
    distances[lane] = distance;
    indices[lane] = index;
    return __shfl_sync(whole_warp, distance, k - 1);
  }
};
// [list] [change]

// [kernel] [change]
template <int owned>
__global__ void __launch_bounds__(block_size, 4)
    k_nearest_warp(const float3* points, int count, int k, int* nearest) {
  __shared__ float4 tile[tile_size];
  __shared__ WarpList lists[warps][owned];
  __shared__ float3 queries[warps][owned];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int first_query = (blockIdx.x * warps + warp) * owned;

  float3 own[owned];
  float limit[owned];
#pragma unroll
  for (int q = 0; q < owned; ++q) {
    const bool is_there = first_query + q < count;
    own[q] = is_there ? points[first_query + q] : make_float3(0, 0, 0);
    limit[q] = is_there ? INFINITY : -INFINITY;  // which no candidate is below
    lists[warp][q].clear();
    if (lane == 0) queries[warp][q] = own[q];
  }

  const auto fill = [&](int first) {
    for (int i = threadIdx.x; i < tile_size; i += block_size) {
      float4 candidate = {0, 0, 0, INFINITY};  // below no limit
      if (first + i < count) candidate = candidate_of(points[first + i]);
      tile[i] = candidate;
    }
    __syncthreads();  // the tile is full
  };

  if (count >= 2 * bounding_tiles * tile_size) {
    float least[owned];
#pragma unroll
    for (int q = 0; q < owned; ++q) least[q] = INFINITY;
    for (int first = 0; first < bounding_tiles * tile_size; first += tile_size) {
      fill(first);
      for (int i = lane; i < tile_size; i += 32) {
        const float4 candidate = tile[i];
#pragma unroll
        for (int q = 0; q < owned; ++q)
          if (first + i != first_query + q) least[q] = fminf(least[q], score_of(own[q], candidate));
      }
      __syncthreads();  // the tile may be overwritten
    }
#pragma unroll
    for (int q = 0; q < owned; ++q)
      if (first_query + q < count) limit[q] = bound_of(own[q], least[q], k);
  }

  for (int first = 0; first < count; first += tile_size) {
    fill(first);
    for (int i = 0; i < tile_size; i += 64) {
      const float4 candidate[2] = {tile[i + lane], tile[i + 32 + lane]};
      bool any = false, any_of_second = false;  // two, so that they do not wait for each other
#pragma unroll
      for (int q = 0; q < owned; ++q) {
        any |= score_of(own[q], candidate[0]) < limit[q];
        any_of_second |= score_of(own[q], candidate[1]) < limit[q];
      }
      if (__builtin_expect(!__any_sync(whole_warp, any || any_of_second), 1)) continue;

#pragma unroll 1
      for (int half = 0; half < 2; ++half) {
        if (!__any_sync(whole_warp, half == 0 ? any : any_of_second)) continue;
        const float4 other = half == 0 ? candidate[0] : candidate[1];
        const int first_index = first + i + 32 * half;
        unsigned passed = 0;  // a bit for each point whose test this lane's candidate passes
#pragma unroll
        for (int q = 0; q < owned; ++q) passed |= (score_of(own[q], other) < limit[q] ? 1u : 0u) << q;
#pragma unroll 1
        for (unsigned left = tutorial::bits_across_warp(passed); left != 0; left &= left - 1) {
          const int q = __ffs(static_cast<int>(left)) - 1;
          const bool passes = (passed >> q & 1) != 0 && first_index + lane != first_query + q;
          const unsigned passing = __ballot_sync(whole_warp, passes);
          if (passing == 0) continue;
          const float3 a = queries[warp][q];
          const float dx = a.x - other.x;
          const float dy = a.y - other.y;
          const float dz = a.z - other.z;
          const float distance = fmaf(dz, dz, fmaf(dy, dy, dx * dx));
          const float now = limit_of(a, lists[warp][q].insert(passing, distance, first_index, k));
#pragma unroll
          for (int p = 0; p < owned; ++p)  // registers have no index
            if (p == q) limit[p] = fminf(limit[p], now);
        }
      }
    }
    __syncthreads();  // the tile may be overwritten
  }

  for (int q = 0; q < owned; ++q) {
    const int query = first_query + q;
    if (query < count && lane < k) nearest[std::size_t(lane) * count + query] = lists[warp][q].indices[lane];
  }
}
// [kernel] [change]

template <int owned>
void measure(tutorial::Program& program, const nearest::KNearest& problem) {
  const tutorial::DeviceBuffer<float3> points(problem.points);  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<int> nearest(problem.points.size() * static_cast<std::size_t>(problem.k));
  const unsigned grid = tutorial::blocks_for(problem.count, warps * owned);

  nearest.poison();
  program.measure(
      problem.row(std::to_string(owned) + " points per warp"),
      [&] {
        k_nearest_warp<owned><<<grid, block_size>>>(points.data(), problem.count, problem.k, nearest.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return problem.check(nearest.to_host()); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  std::int64_t k;
  tutorial::add_point_options(program, options);
  program.size("--k", k, "neighbours of each point, 1 to 32", tutorial::everywhere(8));
  return program.run(argc, argv, [&] {
    const nearest::KNearest problem(options, k, program.seed());
    measure<4>(program, problem);
    measure<8>(program, problem);
  });
}
