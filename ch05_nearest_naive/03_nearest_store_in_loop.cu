// nearest_store_in_loop: what does it cost to store the answer each time it improves?
// Step     store inside the loop
// Before   nearest_naive keeps the best index in a register and stores it once, after the loop.
// Change   store it in global memory as soon as it is found. One variable fewer, and the same answer:
//
//              candidates      0   1   2   3   4   5   6   7   8  ..      closer than all before: *
//                              *       *               *
//              register        r   .   r   .   .   .   r   .   .  ..   s  one store, at the end
//              store in loop   s   .   s   .   .   .   s   .   .  ..      a store for each *
//
//          The lowest index still wins a tie, since `<` accepts only a closer candidate. With fewer than two
//          points no candidate is ever closer, so -1 must be stored before the loop.
// Expect   Candidate number i of points in random order is the closest so far with probability 1 / i. All
//          candidates together make 1 + 1/2 + 1/3 + .. = ln n + 0.58 stores per thread, 12 for 100 K points.
//          Compared with 100 K loads that is very little: the stores themselves should cost almost nothing.
//          What may cost time is aliasing: nvcc does not use types to tell an int from a float, so it assumes that
//          the store may change `points`, and moves no later load above it. The register version has no store
//          in its loop and reads several candidates ahead; here the thread waits for each one.
//          `__restrict__` promises that the two arrays do not overlap, so loads may move again.
//          If each candidate were closer than all before, a thread would make n stores. No input here (--data) does that.
// Measured - "store in the loop" is slower than "index in a register" (with measuring).
//          - "store in the loop, __restrict__" is as fast as "index in a register" (with measuring).
//            Missed: The promise lets the loads move again: in the machine code of nvcc 13.0 for compute capability
//            9.0, the loads of four candidates are grouped, as with the index in a register. Four conditional
//            stores remain among them, and there are 62 instructions per four candidates instead of 58. That is
//            too little to explain a quarter more time. We have not found what else a conditional store costs.
// Run      ./tutorial run nearest_store_in_loop -- --count 100000
// See      ./tutorial explain nearest_store_in_loop
// Source   [Rose] ch. 5

#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

template <bool store_in_loop>
__device__ void search(const float3* points, int count, int* nearest) {
  const int query = blockIdx.x * blockDim.x + threadIdx.x;
  if (query >= count) return;

  const float3 own = points[query];
  float best = INFINITY;
  int best_index = -1;
  if constexpr (store_in_loop) nearest[query] = -1;

  for (int candidate = 0; candidate < count; ++candidate) {
    const float3 other = points[candidate];
    const float dx = own.x - other.x;
    const float dy = own.y - other.y;
    const float dz = own.z - other.z;
    const float distance = dx * dx + dy * dy + dz * dz;
    // [change]
    if (distance < best && candidate != query) {
      best = distance;
      // The one line that differs.
      if constexpr (store_in_loop)
        nearest[query] = candidate;
      else
        best_index = candidate;
    }
    // [change]
  }

  if constexpr (!store_in_loop) nearest[query] = best_index;
}

// [kernels]
__global__ void nearest_register(const float3* points, int count, int* nearest) {
  search<false>(points, count, nearest);
}

__global__ void nearest_store(const float3* points, int count, int* nearest) {
  search<true>(points, count, nearest);
}

__global__ void nearest_store_restrict(const float3* __restrict__ points, int count,
                                       int* __restrict__ nearest) {
  search<true>(points, count, nearest);
}
// [kernels]

using Kernel = void (*)(const float3*, int, int*);

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  const tutorial::DeviceBuffer<float3> points(problem.points);  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<int> nearest(problem.points.size());   // cudaMalloc
  const unsigned grid = tutorial::blocks_for(problem.count, program.block());

  const auto measure = [&](const std::string& variant, Kernel kernel) {
    nearest.poison();  // fills it with a value that no result has
    tutorial::Case row = problem.row(variant);
    row.peer = kernel == nearest_register;  // the step before again: not this step's line in the ladder
    program.measure(
        row,
        [&] {
          kernel<<<grid, program.block()>>>(points.data(), problem.count, nearest.data());
          CUDA_CHECK_LAUNCH();
        },
        [&] { return problem.check(nearest.to_host()); });
  };
  measure("index in a register", nearest_register);
  measure("store in the loop", nearest_store);
  measure("store in the loop, __restrict__", nearest_store_restrict);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  program.block_sizes({32, 64, 128, 256, 512, 1024}, 256);
  return program.run(argc, argv, [&] { run(program, options); });
}
