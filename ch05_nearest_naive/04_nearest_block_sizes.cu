// nearest_block_sizes: how many threads per block are best?
// Step     other block sizes
// Before   nearest_naive takes 256 threads a block because most programs do.
// Change   the same kernel, launched with 32 to 1024 threads a block, and with 100, which is no multiple of
//          32. The threads do not share anything, so the answer is the same, the lowest index wins each tie,
//          and a lone point has no neighbour, index -1, however they are grouped.
//
//          A multiprocessor takes blocks whole, and runs them in warps of 32:
//
//              100 threads     [ 32 ] [ 32 ] [ 32 ] [ 4 + 28 idle lanes ]      4 warps, as for 128 threads
//
// Expect   Every thread does the same work, so the multiprocessor that gets the most warps ends last, and it
//          decides the time. The note below the table counts its warps; times should go as they do, wherever
//          a multiprocessor has enough warps to hide its waiting.
//          - Large blocks are a coarse way to deal out work: with as many blocks as multiprocessors, or a few
//            more, some get one block more than others, and one block is much.
//          - 100 threads a block take 4 warps where 3.1 are needed: up to 128 / 100 = 1.28 times as long.
//          - 32 threads a block: a multiprocessor holds at most 16 to 32 blocks, so at most 16 to 32 of its
//            32 to 64 warps. That matters only where there are more points than fit at once.
//          From 64 to 256 threads we expect no difference.
// Measured - "64 threads a block" is as fast as "256 threads a block" (with measuring).
//            Why: Both put 24 warps on the busiest multiprocessor, and so do 32 and 128 threads; yet these four
//            differ by up to 9 %. How many warps there are does not say everything: which ones start together,
//            and walk through the same lines of L1 together, is left out. We have not found the cause.
//          - "128 threads a block" is as fast as "256 threads a block" (with measuring).
//            Why: As for 64 threads: as many warps, and another time.
//          - "100 threads a block" is 0.75 to 1 times as fast as "256 threads a block" (after measuring).
//            Why: 32 warps on the busiest multiprocessor against 24 account for a third; that the rest is more
//            than nothing is the spread between rows with equal warps again.
//          - "512 threads a block" is 0.7 to 0.8 times as fast as "256 threads a block" (after measuring).
// Run      ./tutorial run nearest_block_sizes -- --count 100000
// See      ./tutorial explain nearest_block_sizes
// Source   [Rose] ch. 5

#include "tutorial/points.hpp"
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

// How the blocks lie on the multiprocessors: how many warps there are where most are, and how many would fit.
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
  const tutorial::DeviceBuffer<float3> points(problem.points);
  tutorial::DeviceBuffer<int> nearest(problem.points.size());

  // [launch]
  for (const int block_size : {32, 64, 100, 128, 256, 512, 1024}) {
    const unsigned grid = tutorial::blocks_for(problem.count, block_size);
    nearest.poison();
    program.measure(
        problem.row(std::to_string(block_size) + " threads a block"),
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
