// nearest_block_dim: does a block size that is known at compile time help?
// Step     blockDim.x, no constant
// Before   nearest_blocked has its block size as a constant in the source.
// Change   The kernel reads blockDim.x, which works for every launch. One line differs.
//
//              constant 128     the loop over a tile has 128 rounds: unrolled several times, no remainder
//              blockDim.x       the launch decides the number of rounds: unrolled as well, followed by a second loop
//                               for a remainder that the compiler cannot rule out, with more counting and testing
//
// Expect   The book says that the constant is faster (claim C2). We agree: a pair takes a dozen instructions or
//          more, and a loop that is unrolled a few times adds a fraction of the three or four instructions that
//          count, compare and jump: 5 to 10%. With few points it should be more: nothing hides the latency of
//          the jump from the unrolled loop to the remainder loop, once per tile.
//          Global memory, shared memory and barriers see no difference at all.
// Measured - "constant block size" is 1.05 to 1.1 times as fast as "blockDim.x" (with measuring).
//            Missed: Just below. The instructions saved are those that count, and with many warps they are issued
//            while others wait: at 1 M points the two variants are equal.
//          - At 10 K, "constant block size" is at least 1.1 times as fast as "blockDim.x" (after measuring).
// Run      ./tutorial run nearest_block_dim -- --count 100000
// See      ./tutorial explain nearest_block_dim
// Source   [Rose] ch. 7

#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

constexpr int block_size = 128;

template <bool constant_size>
__global__ void nearest_block_dim(const float3* points, int count, int* nearest) {
  __shared__ float3 tile[block_size];

  // [change]
  // The one line that differs. Every launch has block_size threads per block, which only we know.
  const int size = constant_size ? block_size : static_cast<int>(blockDim.x);
  // [change]

  const int query = blockIdx.x * size + threadIdx.x;
  const float3 own = query < count ? points[query] : float3{};
  float best = INFINITY;
  int best_index = -1;

  for (int first = 0; first < count; first += size) {
    const int mine = first + threadIdx.x;
    float3 point = {};
    if (mine < count) point = points[mine];
    tile[threadIdx.x] = point;
    __syncthreads();  // the tile is full

    for (int i = 0; i < size; ++i) {
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

  if (query < count) nearest[query] = best_index;
}

template <bool constant_size>
void measure(tutorial::Program& program, const tutorial::NearestProblem& problem,
             const std::string& variant) {
  const tutorial::DeviceBuffer<float3> points(problem.points);  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<int> nearest(problem.points.size());   // cudaMalloc
  const unsigned grid = tutorial::blocks_for(problem.count, block_size);

  program.measure(
      problem.row(variant),
      [&] {
        nearest_block_dim<constant_size><<<grid, block_size>>>(points.data(), problem.count, nearest.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return problem.check(nearest.to_host()); });
}

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  measure<true>(program, problem, "constant block size");
  measure<false>(program, problem, "blockDim.x");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
