// nearest_float4: should the copy into shared memory turn float3 into float4?
// Step     float4 tile
// Before   nearest_blocked keeps the points of a tile as they are: 12 bytes each.
// Change   The tile has elements of type float4, whose last member is unused. The points in global memory stay
//          float3. A thread now reads its candidate with one load instruction:
//
//              float3   | x y z | x y z | x y z | x y z |       12 bytes: three loads of 4
//              float4   | x y z - | x y z - | x y z - |         16 bytes, aligned to 16: one load of 16
//
//          A second change has variants of its own: both bounds checks (guards) leave the inner loop.
//          `candidate < count` can fail only in the last tile, `candidate != query` only in the block's own tile.
//          The block tests this once per tile and uses the loop without guards for all other tiles.
// Expect   The book says that float4 "may or may not help" (claim C5). The source needs 1 load per pair instead of
//          3. A 16-byte load occupies shared memory for two wavefronts, even if all lanes need the same point: 3
//          wavefronts per candidate become 2. But nvcc unrolls the loop, finds four neighboring points of 12
//          bytes, and reads them as three times 16 bytes: 6 wavefronts per four points, fewer than the 8 of
//          float4. So float4 alone should gain little or nothing, or lose.
//          Hoisting the guards removes two comparisons out of a dozen or so instructions per pair, a gain of
//          perhaps 20%. Loads then make up a larger share of what remains, so the choice of the tile's type
//          matters more.
// Measured - "float4 tile, guards kept" is at most 1.05 times as fast as "float3 tile, guards kept" (with
//            measuring).
//          - "float3 tile, guards hoisted" is 1.1 to 1.3 times as fast as "float3 tile, guards kept" (after
//            measuring).
//            Missed: It gains nearly a third. The CUDA Best Practices Guide lists 64 comparisons per clock and SM and
//            128 multiply-adds (9.0), so the two guards cost as much as four other instructions.
// Run      ./tutorial run nearest_float4 -- --count 100000
// See      ./tutorial explain nearest_float4
// Source   [Rose] ch. 7

#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

constexpr int block_size = 128;

struct Best {
  float distance = INFINITY;
  int index = -1;
};

// [compare]
// Compares a point with the tile that holds the points from `first` on.
template <bool guarded, typename Point>
__device__ void compare(const Point* tile, int first, int count, int query, float3 own, Best& best) {
  for (int i = 0; i < block_size; ++i) {
    const int candidate = first + i;
    const Point other = tile[i];
    const float dx = own.x - other.x;
    const float dy = own.y - other.y;
    const float dz = own.z - other.z;
    const float distance = dx * dx + dy * dy + dz * dz;
    const bool counts = !guarded || (candidate < count && candidate != query);
    if (distance < best.distance && counts) best = {distance, candidate};
  }
}
// [compare]

// Point: what the tile is made of, float3 or float4.
template <typename Point, bool hoist_guards>
__global__ void nearest_float4(const float3* points, int count, int* nearest) {
  __shared__ Point tile[block_size];

  const int own_tile = blockIdx.x * block_size;
  const int query = own_tile + threadIdx.x;
  const float3 own = query < count ? points[query] : float3{};
  Best best;

  for (int first = 0; first < count; first += block_size) {
    const int mine = first + threadIdx.x;
    Point point = {};
    if (mine < count) {
      const float3 given = points[mine];
      point.x = given.x;
      point.y = given.y;
      point.z = given.z;
    }
    tile[threadIdx.x] = point;
    __syncthreads();  // the tile is full

    // [change]
    // The same answer for all threads of the block: no warp takes both ways.
    const bool no_guard = hoist_guards && first != own_tile && first + block_size <= count;
    if (no_guard) {
      compare<false>(tile, first, count, query, own, best);
    } else {
      compare<true>(tile, first, count, query, own, best);
    }
    // [change]
    __syncthreads();  // the tile may be overwritten
  }

  if (query < count) nearest[query] = best.index;
}

template <typename Point, bool hoist_guards>
void measure(tutorial::Program& program, const tutorial::NearestProblem& problem,
             const std::string& variant) {
  const tutorial::DeviceBuffer<float3> points(problem.points);  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<int> nearest(problem.points.size());   // cudaMalloc
  const unsigned grid = tutorial::blocks_for(problem.count, block_size);

  program.measure(
      problem.row(variant),
      [&] {
        nearest_float4<Point, hoist_guards>
            <<<grid, block_size>>>(points.data(), problem.count, nearest.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return problem.check(nearest.to_host()); });
}

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  measure<float3, false>(program, problem, "float3 tile, guards kept");
  measure<float4, false>(program, problem, "float4 tile, guards kept");
  measure<float3, true>(program, problem, "float3 tile, guards hoisted");
  measure<float4, true>(program, problem, "float4 tile, guards hoisted");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
