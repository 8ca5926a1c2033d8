// nearest_naive: how fast is the simplest GPU version, with one thread per point?
// Step     one thread per point
// Before   nearest_cpu works on a few dozen points at a time.
// Change   One thread per query point, all of them at once. Each thread walks the whole list in global memory,
//          so all threads of a warp read the same candidate at the same time:
//
//              lane         0     1     2   ..   31
//              query       q+0   q+1   q+2      q+31
//              reads        j     j     j        j       one address: loaded once, broadcast to all
//
// Expect   A candidate is 12 bytes and serves the 32 pairs of a warp, and the next candidate is usually in the
//          same 128-byte cache line. The L1 cache should answer nearly all loads, so we are not memory-bound.
//          Nor do we reach the FMA ceiling. A pair takes 6 arithmetic instructions, which do 8 operations; 6 FMAs
//          do 12. Its loads, comparison and selections are at least as many instructions again.
//          We expect less than a third of the FMA ceiling.
//          With few points most of the GPU is idle, since each point is one thread.
//          - It reaches 0 to 33.3% of the ceiling (before measuring).
// Run      ./tutorial run nearest_naive -- --count 100000
// See      ./tutorial explain nearest_naive
// Source   [Rose] ch. 5

#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

// [kernel]
__global__ void nearest_naive(const float3* points, int count, int* nearest) {
  const int query = blockIdx.x * blockDim.x + threadIdx.x;
  if (query >= count) return;

  const float3 own = points[query];
  float best = INFINITY;
  int best_index = -1;
  for (int candidate = 0; candidate < count; ++candidate) {
    const float3 other = points[candidate];
    const float dx = own.x - other.x;
    const float dy = own.y - other.y;
    const float dz = own.z - other.z;
    const float distance = dx * dx + dy * dy + dz * dz;  // squared: the root would not change the order
    if (distance < best && candidate != query) {         // `<` keeps the lower index on a tie
      best = distance;
      best_index = candidate;
    }
  }
  nearest[query] = best_index;
}
// [kernel]

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());  // the points, on the host
  const tutorial::DeviceBuffer<float3> points(problem.points);      // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<int> nearest(problem.points.size());       // cudaMalloc
  // [launch]
  const unsigned grid = tutorial::blocks_for(problem.count, program.block());

  program.measure(  // runs the launch many times, takes its time, then checks the result
      problem.row(std::to_string(program.block()) + " threads per block"),
      [&] {
        nearest_naive<<<grid, program.block()>>>(points.data(), problem.count, nearest.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return problem.check(nearest.to_host()); });
  // [launch]
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  program.block_sizes({32, 64, 128, 256, 512, 1024}, 256);
  return program.run(argc, argv, [&] { run(program, options); });
}
