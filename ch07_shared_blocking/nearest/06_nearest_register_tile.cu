// nearest_register_tile: how many distances can one load of a candidate serve?
// Step     several points per thread
// Before   nearest_float4 reads a candidate from shared memory for each comparison: one load instruction for about ten
//          that compute.
// Change   Thread coarsening: each thread handles several points, which stay in its registers. One candidate that it
//          reads from the tile serves all of them:
//
//                        registers of a thread
//              tile[i] ->  own[0]  own[1] .. own[7]        one load, eight comparisons
//
//          The points of a thread are 128 apart, so that neighboring threads own neighboring points. There is one variant
//          each for 2, 4 and 8 points per thread.
// Expect   A candidate costs one 16-byte load and one step of the loop counter, now for 8 pairs together. The rest of a
//          pair is 3 differences, a product, 2 multiply-adds, a comparison and 2 selections: 9 instructions, nearly all
//          of the time. That should gain perhaps 20% over nearest_float4, most of it with 4 points already. It has a
//          price: with 8 points per thread there are an eighth as many blocks. 100,000 points make 98 blocks, fewer
//          than a large GPU has SMs, so there we expect 8 to lose to 4. From a few hundred thousand points on, 8 should
//          win.
//          - "8 points per thread" is slower than "4 points per thread" (before measuring).
//          - At 400 K, "8 points per thread" is faster than "4 points per thread" (before measuring).
//            Missed: Comparisons take the time, at half the rate of multiply-adds, and loads are no longer the
//            limit. Eight points per thread leave half as many warps to hide latency, and gain nothing for it,
//            at 1 M points either.
// Measured - At 1 M, it is 1.15 to 1.25 times as fast as nearest_float4 (after measuring).
//            Missed: Comparisons take the time: an SM issues 64 per clock, and 128 multiply-adds (compute capability
//            9.0, CUDA Best Practices Guide). Loads are no longer the limit, so several points per thread gain a
//            tenth.
// Run      ./tutorial run nearest_register_tile -- --count 400000
// See      ./tutorial explain nearest_register_tile
// Source   [Rose] ch. 7

#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

constexpr int block_size = 128;

struct Best {
  float distance = INFINITY;
  int index = -1;
};

// [change] [compare]
// Compares the points of a thread with the tile that holds the points from `first` on.
template <bool guarded, int items_per_thread>
__device__ void compare(const float4* tile, int first, int count, int query,
                        const float3 (&own)[items_per_thread], Best (&best)[items_per_thread]) {
#pragma unroll 4
  for (int i = 0; i < block_size; ++i) {
    const int candidate = first + i;
    const float4 other = tile[i];
#pragma unroll
    for (int item = 0; item < items_per_thread; ++item) {
      const float dx = own[item].x - other.x;
      const float dy = own[item].y - other.y;
      const float dz = own[item].z - other.z;
      const float distance = dx * dx + dy * dy + dz * dz;
      const bool counts = !guarded || (candidate < count && candidate != query + item * block_size);
      if (distance < best[item].distance && counts) best[item] = {distance, candidate};
    }
  }
}
// [compare]

// [kernel]
// items_per_thread: the points that a thread looks after.
template <int items_per_thread>
__global__ void __launch_bounds__(block_size)
    nearest_register_tile(const float3* points, int count, int* nearest) {
  __shared__ float4 tile[block_size];

  constexpr int block_points = block_size * items_per_thread;
  const int first_own = blockIdx.x * block_points;
  const int query = first_own + threadIdx.x;
  float3 own[items_per_thread];
  Best best[items_per_thread];
#pragma unroll
  for (int item = 0; item < items_per_thread; ++item) {
    const int i = query + item * block_size;
    own[item] = i < count ? points[i] : float3{};
  }

  for (int first = 0; first < count; first += block_size) {
    const int mine = first + threadIdx.x;
    const float3 point = mine < count ? points[mine] : float3{};
    tile[threadIdx.x] = {point.x, point.y, point.z, 0};
    __syncthreads();  // the tile is full

    // The block's own points are as many tiles as a thread has points: these need the guard, and so does the last.
    const bool own_tile = first >= first_own && first < first_own + block_points;
    if (own_tile || first + block_size > count) {
      compare<true>(tile, first, count, query, own, best);
    } else {
      compare<false>(tile, first, count, query, own, best);
    }
    __syncthreads();  // the tile may be overwritten
  }

#pragma unroll
  for (int item = 0; item < items_per_thread; ++item) {
    const int i = query + item * block_size;
    if (i < count) nearest[i] = best[item].index;
  }
}
// [kernel]
// [change]

template <int items_per_thread>
void measure(tutorial::Program& program, const tutorial::NearestProblem& problem) {
  const tutorial::DeviceBuffer<float3> points(problem.points);  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<int> nearest(problem.points.size());   // cudaMalloc
  const unsigned grid = tutorial::blocks_for(problem.count, block_size * items_per_thread);

  program.measure(
      problem.row(std::to_string(items_per_thread) + " points per thread"),
      [&] {
        nearest_register_tile<items_per_thread>
            <<<grid, block_size>>>(points.data(), problem.count, nearest.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return problem.check(nearest.to_host()); });
}

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  measure<2>(program, problem);
  measure<4>(program, problem);
  measure<8>(program, problem);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
