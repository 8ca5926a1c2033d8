// nearest_pointer: is it faster to walk a tile with a raw pointer than to name the members of its points?
// Step     raw pointer
// Before   nearest_blocked copies point i of the tile and names its members x, y, z.
// Change   A pointer to float walks through the tile and advances with each read. Three lines differ.
//
//              tile        | x y z | x y z | x y z | ..
//              member        tile[i].x, tile[i].y, tile[i].z     address = tile + 12 i + 0, 4, 8
//              pointer       *next++, *next++, *next++           address = next, then next += 4
//
// Expect   The book says that the pointer is faster (claim C3). Its compiler may have computed 12 i again in each
//          round. Today's compiler sees a loop of 128 rounds, unrolls it, and turns both forms into one register
//          plus constant offsets, which a load instruction adds at no cost. We expect the same instructions, or
//          nearly so, and a difference of a few percent at most.
// Measured - "raw pointer" is as fast as "struct members" (with measuring).
// Run      ./tutorial run nearest_pointer -- --count 100000
// See      ./tutorial explain nearest_pointer
// Source   [Rose] ch. 7

#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

constexpr int block_size = 128;

template <bool by_pointer>
__global__ void nearest_pointer(const float3* points, int count, int* nearest) {
  __shared__ float3 tile[block_size];

  const int query = blockIdx.x * block_size + threadIdx.x;
  const float3 own = query < count ? points[query] : float3{};
  float best = INFINITY;
  int best_index = -1;

  for (int first = 0; first < count; first += block_size) {
    const int mine = first + threadIdx.x;
    float3 point = {};
    if (mine < count) point = points[mine];
    tile[threadIdx.x] = point;
    __syncthreads();  // the tile is full

    const float* next = reinterpret_cast<const float*>(tile);
    for (int i = 0; i < block_size; ++i) {
      const int candidate = first + i;
      // [change]
      // The three lines that differ.
      const float dx = own.x - (by_pointer ? *next++ : tile[i].x);
      const float dy = own.y - (by_pointer ? *next++ : tile[i].y);
      const float dz = own.z - (by_pointer ? *next++ : tile[i].z);
      // [change]
      const float distance = dx * dx + dy * dy + dz * dz;
      if (candidate < count && distance < best && candidate != query) {
        best = distance;
        best_index = candidate;
      }
    }
    __syncthreads();  // the tile may be overwritten
  }

  if (query < count) nearest[query] = best_index;
}

template <bool by_pointer>
void measure(tutorial::Program& program, const tutorial::NearestProblem& problem,
             const std::string& variant) {
  const tutorial::DeviceBuffer<float3> points(problem.points);  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<int> nearest(problem.points.size());   // cudaMalloc
  const unsigned grid = tutorial::blocks_for(problem.count, block_size);

  program.measure(
      problem.row(variant),
      [&] {
        nearest_pointer<by_pointer><<<grid, block_size>>>(points.data(), problem.count, nearest.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return problem.check(nearest.to_host()); });
}

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  measure<false>(program, problem, "struct members");
  measure<true>(program, problem, "raw pointer");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
