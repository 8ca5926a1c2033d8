// nearest_expression: does it help the compiler to split a long expression into small statements?
// Step     one long expression
// Before   nearest_blocked names the three differences, then adds their squares.
// Change   No names: one long expression, in which each difference appears twice.
//
//              small       dx = ..;  dy = ..;  dz = ..;  distance = dx * dx + dy * dy + dz * dz
//              long        distance = (own.x - other.x) * (own.x - other.x) + (own.y - other.y) * ..
//
// Expect   The book says that small statements help the compiler (claim C4). We expect no difference: a compiler
//          turns both into the same list of operations before it optimizes them, and sees that (own.x - other.x)
//          has already been computed. Both take three subtractions, one product and two fused multiply-adds.
//          Small statements help the reader.
// Measured - "one long expression" is as fast as "small statements" (with measuring).
// Run      ./tutorial run nearest_expression -- --count 100000
// See      ./tutorial explain nearest_expression
// Source   [Rose] ch. 7

#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

constexpr int block_size = 128;

// [change]
template <bool small_statements>
__device__ float squared_distance(float3 own, float3 other) {
  if constexpr (small_statements) {
    const float dx = own.x - other.x;
    const float dy = own.y - other.y;
    const float dz = own.z - other.z;
    return dx * dx + dy * dy + dz * dz;
  } else {
    return (own.x - other.x) * (own.x - other.x) + (own.y - other.y) * (own.y - other.y) +
           (own.z - other.z) * (own.z - other.z);
  }
}
// [change]

template <bool small_statements>
__global__ void nearest_expression(const float3* points, int count, int* nearest) {
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

    for (int i = 0; i < block_size; ++i) {
      const int candidate = first + i;
      const float distance = squared_distance<small_statements>(own, tile[i]);
      if (candidate < count && distance < best && candidate != query) {
        best = distance;
        best_index = candidate;
      }
    }
    __syncthreads();  // the tile may be overwritten
  }

  if (query < count) nearest[query] = best_index;
}

template <bool small_statements>
void measure(tutorial::Program& program, const tutorial::NearestProblem& problem,
             const std::string& variant) {
  const tutorial::DeviceBuffer<float3> points(problem.points);  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<int> nearest(problem.points.size());   // cudaMalloc
  const unsigned grid = tutorial::blocks_for(problem.count, block_size);

  program.measure(
      problem.row(variant),
      [&] {
        nearest_expression<small_statements>
            <<<grid, block_size>>>(points.data(), problem.count, nearest.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return problem.check(nearest.to_host()); });
}

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  measure<true>(program, problem, "small statements");
  measure<false>(program, problem, "one long expression");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
