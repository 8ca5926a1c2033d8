// nearest_blocked: how much do we gain if a block loads each point once, instead of every thread?
// Step     tile in shared memory
// Before   In nearest_naive every thread walks the list in global memory.
// Change   The 128 threads of a block walk it together, one tile of 128 points at a time. Each thread loads one
//          point into shared memory; then all compare their own point with the whole tile:
//
//              global   | tile 0 | tile 1 | tile 2 | ..    128 points each, read once per block
//                            |
//                         barrier 1
//                            v
//              shared   [ 0 1 2 .. 127 ]  <- 128 threads read the same word: one broadcast per warp
//                         barrier 2, next tile
//
//          Barrier 1: the tile is full before any thread reads it. Without it, a warp may compare with points of
//          the previous tile.
//          Barrier 2: all threads have read the tile before it is overwritten. Without it, a fast warp replaces
//          points that a slow warp has not read yet. Either way a few indices are wrong, and look like any other
//          index.
//          The last tile is usually not full: the rest is filled with a point at the origin, which must not count.
// Expect   (A prediction, not a measurement.) Each point is now read from global memory once per block, 128 times
//          less often than once per thread. But the L1 cache already did that for nearest_naive, whose threads
//          all read the same word at about the same time. So the tile saves latency rather than device memory
//          traffic: a shared load returns sooner than a cache hit. With many points there are enough warps to
//          hide either latency, and the gain should be small; with few points it should be visible.
//          - At 10 K, it is faster than nearest_naive (before measuring).
// Measured - At 1 M, it is 1 to 1.1 times as fast as nearest_naive (after measuring).
// Run      ./tutorial run nearest_blocked -- --count 100000
// See      ./tutorial explain nearest_blocked
// Source   [Rose] ch. 7

#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

// Threads per block and points per tile. A constant, so that the compiler can unroll the loop over the tile.
constexpr int block_size = 128;

// [kernel]
__global__ void nearest_blocked(const float3* points, int count, int* nearest) {
  __shared__ float3 tile[block_size];

  // Threads past the end have no query, but they must reach every barrier, so they do not return early.
  const int query = blockIdx.x * block_size + threadIdx.x;
  const float3 own = query < count ? points[query] : float3{};
  float best = INFINITY;
  int best_index = -1;

  for (int first = 0; first < count; first += block_size) {
    const int mine = first + threadIdx.x;
    float3 point = {};
    if (mine < count) point = points[mine];
    tile[threadIdx.x] = point;
    __syncthreads();  // barrier 1: the tile is full

    for (int i = 0; i < block_size; ++i) {
      const int candidate = first + i;
      const float3 other = tile[i];
      const float dx = own.x - other.x;
      const float dy = own.y - other.y;
      const float dz = own.z - other.z;
      const float distance = dx * dx + dy * dy + dz * dz;
      // candidate < count: the rest of the last tile holds no points and does not count.
      if (candidate < count && distance < best && candidate != query) {
        best = distance;
        best_index = candidate;
      }
    }
    __syncthreads();  // barrier 2: the tile may be overwritten
  }

  if (query < count) nearest[query] = best_index;
}
// [kernel]

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  const tutorial::DeviceBuffer<float3> points(problem.points);  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<int> nearest(problem.points.size());   // cudaMalloc
  const unsigned grid = tutorial::blocks_for(problem.count, block_size);

  program.measure(
      problem.row("tiles of " + std::to_string(block_size) + " points"),
      [&] {
        nearest_blocked<<<grid, block_size>>>(points.data(), problem.count, nearest.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return problem.check(nearest.to_host()); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
