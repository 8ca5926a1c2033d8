// k_nearest_warp: what if a warp keeps the list of a point, and a cheap test rejects almost all candidates?
// Step     a warp per list
// Before   In k_nearest a thread keeps the list of a point. If one lane of a warp inserts, the other 31 wait: 1800
//          insertions per warp for k = 8, where a point needs 83.
// Change   A warp owns eight points. Each of its lanes takes another candidate, so a warp inserts only what one point
//          needs. Lane l holds place l of the list, two registers per point, and an insertion is one shuffle:
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
// Expect   Per pair three multiply-adds, a comparison, an eighth of a 16-byte load, a sixteenth of a vote and of a branch: 4 1/2
//          instructions. 132 SMs with 128 lanes at 1.95 GHz are 7300 G pairs/s. A point of 100 K has 83 insertions of some
//          30 instructions; its 3125 rounds take 14,000, so insertions add a fifth. Three quarters of the rest are 4600 G
//          pairs/s, 4 times the speed of a list per thread. With k = 32 a point has 290 insertions.
//          With four points per warp a load serves half as many pairs: 5 instructions per pair.
//          - "k = 8, 8 points per warp" is 3 to 5.2 times as fast as k_nearest "k = 8, list in shared memory" (before
//            measuring).
//            Missed: A thread takes 93 registers, so only one block of 512 threads fits an SM, and too few warps hide the
//            latency of the loads, votes and insertions.
//          - "k = 8, 8 points per warp" is 1 to 1.25 times as fast as "k = 8, 4 points per warp" (before measuring).
//            Missed: With four points per warp, a thread takes 63 registers, so two blocks fit an SM. Twice as many warps
//            are worth more than half as many loads.
//          - At 10 K, "k = 8, 4 points per warp" is at least 3 times as fast as k_nearest "k = 8, list in shared memory"
//            (before measuring).
// Measured - "k = 8, 4 points per warp" is 2 to 4 times as fast as k_nearest "k = 8, list in shared memory" (with measuring).
// Run      ./tutorial run k_nearest_warp -- --count 100000 --k 8
// See      ./tutorial explain k_nearest_warp
// Source   [Johnson]: a warp selects

#include "nearest/k_nearest.hpp"

constexpr int warps = 16;
constexpr int block_size = 32 * warps;
constexpr int tile_size = 2 * block_size;
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

// [list] [change]
// The nearest points so far of one point: lane l holds the one in place l.
struct WarpList {
  float distance = INFINITY;
  int index = -1;

  // The candidate has a higher index than all in the list. So it goes after its equals: `<`.
  __device__ void insert(float new_distance, int new_index) {
    const float distance_before = __shfl_up_sync(whole_warp, distance, 1);
    const int index_before = __shfl_up_sync(whole_warp, index, 1);
    const bool moves_down = new_distance < distance;
    const bool goes_here = moves_down && (threadIdx.x % 32 == 0 || !(new_distance < distance_before));
    if (moves_down) {
      distance = goes_here ? new_distance : distance_before;
      index = goes_here ? new_index : index_before;
    }
  }
  __device__ float at(int place) const { return __shfl_sync(whole_warp, distance, place); }
};
// [list] [change]

// [kernel] [change]
template <int owned>
__global__ void __launch_bounds__(block_size, owned == 4 ? 2 : 1)
    k_nearest_warp(const float3* points, int count, int k, int* nearest) {
  __shared__ float4 tile[tile_size];
  const int lane = threadIdx.x % 32;
  const int first_query = (blockIdx.x * warps + threadIdx.x / 32) * owned;

  float3 own[owned];
  float limit[owned];
  WarpList list[owned];
#pragma unroll
  for (int q = 0; q < owned; ++q) {
    const bool is_there = first_query + q < count;
    own[q] = is_there ? points[first_query + q] : make_float3(0, 0, 0);
    limit[q] = is_there ? INFINITY : -INFINITY;  // which no candidate is below
  }

  for (int first = 0; first < count; first += tile_size) {
    for (int i = threadIdx.x; i < tile_size; i += block_size) {
      float4 candidate = {0, 0, 0, INFINITY};  // below no limit
      if (first + i < count) candidate = candidate_of(points[first + i]);
      tile[i] = candidate;
    }
    __syncthreads();  // the tile is full

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
        const float4 other = half == 0 ? candidate[0] : candidate[1];
        const int first_index = first + i + 32 * half;
#pragma unroll
        for (int q = 0; q < owned; ++q) {
          const bool passes = score_of(own[q], other) < limit[q] && first_index + lane != first_query + q;
          unsigned passing = __ballot_sync(whole_warp, passes);
          if (passing == 0) continue;
          const float dx = own[q].x - other.x;
          const float dy = own[q].y - other.y;
          const float dz = own[q].z - other.z;
          const float distance = fmaf(dz, dz, fmaf(dy, dy, dx * dx));
          for (; passing != 0; passing &= passing - 1) {
            const int from = __ffs(passing) - 1;
            list[q].insert(__shfl_sync(whole_warp, distance, from), first_index + from);
          }
          limit[q] = limit_of(own[q], list[q].at(k - 1));
        }
      }
    }
    __syncthreads();  // the tile may be overwritten
  }

#pragma unroll
  for (int q = 0; q < owned; ++q) {
    const int query = first_query + q;
    if (query < count && lane < k) nearest[std::size_t(lane) * count + query] = list[q].index;
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
