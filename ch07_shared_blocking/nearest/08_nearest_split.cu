// nearest_split: how do we fill the GPU if there are few points?
// Step     candidates in slices
// Before   nearest_minimum has one block per 1024 points, and each block visits all candidates. 10,000 points are 10
//          blocks; 100,000 are 98. Most SMs of a large GPU are idle, or have one block where there is room for several.
// Change   The chunks of candidates are divided into slices, and a block compares its points with one slice:
//
//                          slice 0     slice 1     slice 2
//              points 0    block       block       block      each records its least distance, and the chunk
//              points 1    block       block       block
//                             \          |          /
//              second kernel     the least of all slices; then that chunk, and the point's own, again
//
//          The device determines the number of slices: its number of SMs times the blocks that each SM holds. There is one
//          variant each for 4 and 8 points per thread: with 4 there are twice as many blocks per slice, so longer slices.
// Expect   The same instructions per pair, with all SMs busy to the end. At 100,000 points we expect what
//          nearest_minimum reaches with millions. At 10,000 points the search itself should take some 20 us; launching two
//          kernels, filling the first tiles and merging take a large part of it: perhaps half the speed.
// Measured - It is at least 2 times as fast as nearest_minimum (after measuring).
//          - At 10 K, it takes 20 to 40 us (after measuring).
// Run      ./tutorial run nearest_split -- --count 10000
// See      ./tutorial explain nearest_split
// Source   [Rose] ch. 7

#include <climits>

#include "nearest/nearest.hpp"
#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

constexpr int block_size = 128;
constexpr int chunk_size = 128;  // candidates

// This function fixes the roundings: three differences, a product, two fused multiply-adds. So both kernels find the same
// floats, and "exactly that distance" means what it says.
__device__ float squared_distance(float3 own, float x, float y, float z) {
  const float dx = own.x - x;
  const float dy = own.y - y;
  const float dz = own.z - z;
  return fmaf(dz, dz, fmaf(dy, dy, dx * dx));
}

// The minimum of three integers: one instruction from compute capability 9.0 on.
__device__ int min3(int a, int b, int c) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  return __vimin3_s32(a, b, c);
#else
  return min(min(a, b), c);
#endif
}

// The minimum of the distances between a point and each candidate of the tile.
template <int items_per_thread>
__device__ void minimum(const float4* tile, const float3 (&own)[items_per_thread],
                        float (&least)[items_per_thread]) {
#pragma unroll
  for (int item = 0; item < items_per_thread; ++item) least[item] = INFINITY;
#pragma unroll 4
  for (int i = 0; i < chunk_size; i += 2) {
    const float4 a = tile[i];
    const float4 b = tile[i + 1];
#pragma unroll
    for (int item = 0; item < items_per_thread; ++item) {
      const float to_a = squared_distance(own[item], a.x, a.y, a.z);
      const float to_b = squared_distance(own[item], b.x, b.y, b.z);
      least[item] =
          __int_as_float(min3(__float_as_int(least[item]), __float_as_int(to_a), __float_as_int(to_b)));
    }
  }
}

// [change]
// The least distance of a point in a slice, its own chunk not counted, and the first chunk with that distance.
struct __align__(8) Least {
  float distance;
  int chunk;
};

// First kernel: found[slice * count + i] for point i.
template <int items_per_thread>
__global__ void __launch_bounds__(block_size)
    find_chunk(const float3* points, int count, int chunks, Least* found) {
  // [change]
  __shared__ float4 tile[chunk_size];

  const int query = blockIdx.x * block_size * items_per_thread + threadIdx.x;
  float3 own[items_per_thread];
  Least best[items_per_thread];
#pragma unroll
  for (int item = 0; item < items_per_thread; ++item) {
    const int i = query + item * block_size;
    own[item] = i < count ? points[i] : float3{};
    best[item] = {INFINITY, -1};
  }

  // [change] [slice]
  const int begin = nearest::first_chunk(blockIdx.y, gridDim.y, chunks);
  const int end = nearest::first_chunk(blockIdx.y + 1, gridDim.y, chunks);
  for (int chunk = begin; chunk < end; ++chunk) {
    // [change] [slice]
    const int mine = chunk * chunk_size + threadIdx.x;
    const float3 point = mine < count ? points[mine] : float3{INFINITY, INFINITY, INFINITY};
    tile[threadIdx.x] = {point.x, point.y, point.z, 0};
    __syncthreads();  // the tile is full

    float least[items_per_thread];
    minimum(tile, own, least);
    // [change]
#pragma unroll
    for (int item = 0; item < items_per_thread; ++item) {
      const bool own_chunk = (query + item * block_size) / chunk_size == chunk;
      if (least[item] < best[item].distance && !own_chunk) best[item] = {least[item], chunk};
    }
    // [change]
    __syncthreads();  // the tile may be overwritten
  }

  // [change]
#pragma unroll
  for (int item = 0; item < items_per_thread; ++item) {
    const int i = query + item * block_size;
    if (i < count) found[static_cast<long long>(blockIdx.y) * count + i] = best[item];
  }
  // [change]
}

// The nearest point so far, and of equals the one with the lowest index. INT_MAX: none.
struct Best {
  float distance = INFINITY;
  int index = INT_MAX;

  __device__ void consider(float other_distance, int other_index) {
    if (other_distance < distance || (other_distance == distance && other_index < index)) {
      distance = other_distance;
      index = other_index;
    }
  }
};

// The best of the whole warp, in each of its lanes.
__device__ Best warp_best(Best own) {
  for (int lane_offset = 16; lane_offset > 0; lane_offset /= 2) {
    const float distance = __shfl_xor_sync(0xffffffffu, own.distance, lane_offset);
    const int index = __shfl_xor_sync(0xffffffffu, own.index, lane_offset);
    own.consider(distance, index);
  }
  return own;
}

// A warp compares a point with the candidates of a chunk, each lane with its share of them.
__device__ void scan_chunk(const float3* points, int count, int chunk, int query, float3 own, Best& best) {
  const int last = chunk * chunk_size + min(count - chunk * chunk_size, chunk_size);
  for (int i = chunk * chunk_size + threadIdx.x % 32; i < last; i += 32) {
    const float3 other = points[i];
    const float distance = squared_distance(own, other.x, other.y, other.z);
    if (i != query) best.consider(distance, i);
  }
}

// [change] [merge]
// Second kernel: a warp for each point. Its lanes look at the slices, and of those with the least distance the one
// with the lowest chunk is searched: it holds the lowest index.
__global__ void __launch_bounds__(block_size)
    find_index(const float3* points, int count, int slices, const Least* found, int* nearest) {
  const int query = blockIdx.x * (block_size / 32) + threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  if (query >= count) return;  // the whole warp

  Least least{INFINITY, INT_MAX};
  for (int slice = lane; slice < slices; slice += 32) {
    const Least other = found[static_cast<long long>(slice) * count + query];
    if (other.distance < least.distance) least = other;
  }
  // Of a lane's own slices the first was kept; between lanes the lowest chunk wins.
  Best chunk;
  chunk.consider(least.distance, least.chunk);
  chunk = warp_best(chunk);

  const float3 own = points[query];
  Best best;
  scan_chunk(points, count, query / chunk_size, query, own, best);
  if (chunk.distance < INFINITY) scan_chunk(points, count, chunk.index, query, own, best);
  best = warp_best(best);
  if (lane == 0) nearest[query] = best.index == INT_MAX ? -1 : best.index;
}
// [change] [merge]

template <int items_per_thread>
void measure(tutorial::Program& program, const tutorial::NearestProblem& problem) {
  const int count = problem.count;
  // [change]
  const int chunks = static_cast<int>(tutorial::blocks_for(count, chunk_size));
  const unsigned query_blocks = tutorial::blocks_for(count, block_size * items_per_thread);
  const int slices = nearest::slices_for(find_chunk<items_per_thread>, block_size, query_blocks, chunks);
  // [change]

  const tutorial::DeviceBuffer<float3> points(problem.points);  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<Least> found(problem.points.size() * static_cast<std::size_t>(slices));
  tutorial::DeviceBuffer<int> nearest(problem.points.size());  // cudaMalloc
  const dim3 grid(query_blocks, static_cast<unsigned>(slices));
  const unsigned warps_grid = tutorial::blocks_for(count, block_size / 32);

  program.measure(
      problem.row(std::to_string(items_per_thread) + " points per thread"),
      [&] {
        find_chunk<items_per_thread><<<grid, block_size>>>(points.data(), count, chunks, found.data());
        CUDA_CHECK_LAUNCH();
        find_index<<<warps_grid, block_size>>>(points.data(), count, slices, found.data(), nearest.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return problem.check(nearest.to_host()); });
  program.note(std::to_string(items_per_thread) + " points per thread: " + std::to_string(slices) +
               " slices");
}

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  measure<4>(program, problem);
  measure<8>(program, problem);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
