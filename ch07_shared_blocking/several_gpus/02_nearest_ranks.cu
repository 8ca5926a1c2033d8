// nearest_ranks: what must be transferred if every point is compared with every other?
// Step     points over several GPUs
//
// Before   nearest_blocked has all points on one device, which compares all pairs.
// Change   Each of d ranks has a d-th of the points and finds the nearest neighbors of its own. It needs all other points
//          for that: one all-gather delivers them, and then each rank compares its n/d points with all n:
//
//              rank 0   points 0 ...       \                   / all n points, nearest[0 ...]
//              rank 1   points n/d ...      >  ncclAllGather  <  all n points, nearest[n/d ...]
//              rank 2   points 2 n/d ...   /                   \ all n points, nearest[2 n/d ...]
//
//          An all-gather takes equally many elements from each rank. The share is rounded up, so the last ranks have fewer
//          points or none; their padding is past point n - 1, where no kernel reads.
// Expect   The transfer is 12 bytes per point, the computation n comparisons per point. With 100,000 points the arithmetic
//          takes a thousand times as long as the all-gather, and d ranks are d times as fast. With a thousand points,
//          starting an all-gather takes longer than all comparisons.
// Run      ./tutorial run nearest_ranks -- --ranks 2 --count 400000
// See      https://docs.nvidia.com/deeplearning/nccl: collectives
// Source   ours; the kernel is [Rose]'s, as in nearest_blocked

#include "tutorial/nccl.hpp"
#include "tutorial/nearest_problem.hpp"
#include "tutorial/ranks.hpp"
#include "tutorial/tutorial.hpp"

constexpr int block_size = 128;

// nearest_blocked's kernel for queries `begin` to `end` of all points.
// [kernel]
__global__ void nearest_share(const float3* points, int count, int begin, int end, int* nearest) {
  __shared__ float3 tile[block_size];

  // [change]
  const int query = begin + blockIdx.x * block_size + threadIdx.x;
  const float3 own = query < end ? points[query] : float3{};
  // [change]
  float best = INFINITY;
  int best_index = -1;

  for (int first = 0; first < count; first += block_size) {
    const int mine = first + threadIdx.x;
    float3 point = {};
    if (mine < count) point = points[mine];
    tile[threadIdx.x] = point;
    __syncthreads();  // the tile is full

    for (int i = 0; i < block_size; ++i) {
      const int candidate = first + i;
      const float3 other = tile[i];
      const float dx = own.x - other.x;
      const float dy = own.y - other.y;
      const float dz = own.z - other.z;
      const float distance = dx * dx + dy * dy + dz * dz;
      if (candidate < count && distance < best && candidate != query) {
        best = distance;
        best_index = candidate;
      }
    }
    __syncthreads();  // the tile may be overwritten
  }

  if (query < end) nearest[query - begin] = best_index;
}
// [kernel]

void run(tutorial::Program& program, tutorial::Ranks& ranks, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  const int share = (problem.count + ranks.size() - 1) / ranks.size();
  const int begin = std::min(share * ranks.rank(), problem.count);
  const int end = std::min(begin + share, problem.count);
  const std::size_t whole = static_cast<std::size_t>(share) * static_cast<std::size_t>(ranks.size());
  std::vector<float3> own(problem.points.begin() + begin, problem.points.begin() + end);
  own.resize(static_cast<std::size_t>(share));
  const tutorial::DeviceBuffer<float3> own_points(own);
  tutorial::DeviceBuffer<float3> points(whole);
  tutorial::DeviceBuffer<int> own_nearest(own.size());
  tutorial::DeviceBuffer<int> nearest(whole);
  const tutorial::NcclRank nccl(ranks);

  program.measure_end_to_end(
      problem.row(std::to_string(ranks.size()) + (ranks.size() == 1 ? " rank" : " ranks")),
      [&] {
        // [gather]
        NCCL_CHECK(ncclAllGather(own_points.data(), points.data(), 3 * own.size(), ncclFloat, nccl, nullptr));
        nearest_share<<<tutorial::blocks_for(end - begin, block_size), block_size>>>(
            points.data(), problem.count, begin, end, own_nearest.data());
        CUDA_CHECK_LAUNCH();
        NCCL_CHECK(ncclAllGather(own_nearest.data(), nearest.data(), own.size(), ncclInt, nccl, nullptr));
        // [gather]
        CUDA_CHECK(cudaDeviceSynchronize());
      },
      [&] {
        std::vector<int> all = nearest.to_host();
        all.resize(problem.points.size());
        return ranks.agreed(problem.check(all));
      });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::Ranks ranks(program);
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  return ranks.run<float>(argc, argv, [&](float) { run(program, ranks, options); });
}
