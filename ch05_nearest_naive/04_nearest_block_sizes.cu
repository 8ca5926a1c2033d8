// nearest_block_sizes: how many threads per block are best?
// Step     other block sizes
// Before   nearest_naive takes 256 threads per block because most programs do.
// Change   We launch the same kernel with 32 to 1024 threads per block, and with 100, which is not a multiple
//          of 32. The threads share nothing, so the answer is the same however they are grouped: the lowest
//          index wins each tie, and a single point has no neighbor (index -1).
//
//          A streaming multiprocessor (SM) takes whole blocks and runs them in warps of 32:
//
//              100 threads     [ 32 ] [ 32 ] [ 32 ] [ 4 + 28 idle lanes ]      4 warps, as for 128 threads
//
// Expect   Every thread does the same work, so the SM that gets the most warps finishes last and decides the
//          time. The note below the table counts its warps. Times should be proportional to that count as long
//          as each SM has enough warps to hide latency.
//          - Large blocks balance the load coarsely. With as many blocks as SMs, or a few more, some SMs get
//            one block more than others, and one extra block is a lot of work.
//          - 100 threads per block take 4 warps where 3.1 are needed: up to 128 / 100 = 1.28 times as long.
//          - 32 threads per block: an SM holds at most 16 to 32 blocks, so at most 16 to 32 of its 32 to 64
//            warps. That matters only if there are more points than fit at once.
//          From 64 to 256 threads we expect no difference.
// Measured - "64 threads per block" is as fast as "256 threads per block" (with measuring).
//            Missed: Both put 24 warps on the busiest SM, and so do 32 and 128 threads; yet these four differ by up
//            to 9%. The number of warps does not explain everything: it leaves out which warps start together and
//            walk through the same cache lines of L1 together. We have not found the cause.
//          - "128 threads per block" is as fast as "256 threads per block" (with measuring).
//            Missed: As for 64 threads: equally many warps, and a different time.
//          - "100 threads per block" is 0.75 to 1 times as fast as "256 threads per block" (after measuring).
//            Missed: 32 warps on the busiest SM instead of 24 explain a third more time. The rest is the same spread
//            between rows with equally many warps.
//          - "512 threads per block" is 0.7 to 0.8 times as fast as "256 threads per block" (after measuring).
// Run      ./tutorial run nearest_block_sizes -- --count 100000
// See      ./tutorial explain nearest_block_sizes
// Source   [Rose] ch. 5

#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

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
    const float distance = dx * dx + dy * dy + dz * dz;
    if (distance < best && candidate != query) {
      best = distance;
      best_index = candidate;
    }
  }
  nearest[query] = best_index;
}

// How the blocks are distributed: how many warps the busiest SM has, and how many would fit.
std::string occupancy_text(int block_size, unsigned blocks) {
  using tutorial::warp_size;
  const auto processors = static_cast<unsigned>(tutorial::multiprocessors());
  const int most_warps = tutorial::device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / warp_size;
  const int fitting = tutorial::resident_blocks_per_multiprocessor(nearest_naive, block_size);

  const unsigned busiest = (blocks + processors - 1) / processors;
  const unsigned warps = (block_size + warp_size - 1) / warp_size;
  const unsigned resident = static_cast<unsigned>(fitting) * warps;
  return std::to_string(block_size) + " threads: " + std::to_string(blocks) + " blocks, " +
         std::to_string(busiest) + " on the busiest of " + std::to_string(processors) + " multiprocessors, " +
         std::to_string(busiest * warps) + " warps; " + std::to_string(resident) + " of its " +
         std::to_string(most_warps) + " fit at once (occupancy " +
         std::to_string(100 * resident / static_cast<unsigned>(most_warps)) + " %)";
}

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  const tutorial::DeviceBuffer<float3> points(problem.points);  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<int> nearest(problem.points.size());   // cudaMalloc

  // [launch]
  for (const int block_size : {32, 64, 100, 128, 256, 512, 1024}) {
    const unsigned grid = tutorial::blocks_for(problem.count, block_size);
    nearest.poison();
    program.measure(
        problem.row(std::to_string(block_size) + " threads per block"),
        [&] {
          nearest_naive<<<grid, block_size>>>(points.data(), problem.count, nearest.data());
          CUDA_CHECK_LAUNCH();
        },
        [&] { return problem.check(nearest.to_host()); });
    program.note(occupancy_text(block_size, grid));
  }
  // [launch]
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
