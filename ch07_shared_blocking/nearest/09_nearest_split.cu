// nearest_split: what fills the device when there are few points?
//
// Before   nearest_minimum has a block for each 1024 points, and each block meets all candidates. 10 000 points are
//          10 blocks; 100 000 are 98: most of a large GPU has nothing to do, or one block where it has room for
//          several.
// Change   the chunks of candidates are cut into slices, and a block compares its points with one slice:
//
//                          slice 0     slice 1     slice 2
//              points 0    block       block       block      each notes its least distance, and the chunk
//              points 1    block       block       block
//                             \          |          /
//              second kernel     the least of all slices; then that chunk, and the point's own, again
//
//          How many slices the device itself tells: by its multiprocessors, and by the blocks that each of them holds.
//          With few points a thread looks after 4 of them, not 8, so that a slice is longer.
// Expect   the same instructions a pair, with all multiprocessors busy to the end. At 100 000 points we expect what
//          nearest_minimum reaches with millions. At 10 000 points the search itself should take some 20 us, of which
//          launching two kernels, filling the first tiles and merging take a good part: perhaps half the speed.
// Run      ./tutorial run nearest_split -- --count 10000
// See      ./tutorial explain nearest_split
// Source   [Rose] ch. 7

#include "../ch05_nearest_naive/chapter.hpp"
#include "nearest/chunks.cuh"

using ch07::block_size;
using ch07::chunk_size;

// The least distance of a point in a slice, its own chunk not counted, and the first chunk with that distance.
struct __align__(8) Least {
  float distance;
  int chunk;
};

// First kernel: found[slice * count + i] for point i. each: points a thread.
template <int each>
__global__ void __launch_bounds__(block_size)
    find_chunk(const float3* points, int count, int chunks, Least* found) {
  __shared__ float4 tile[chunk_size];

  const int query = blockIdx.x * block_size * each + threadIdx.x;
  float3 own[each];
  Least best[each];
#pragma unroll
  for (int q = 0; q < each; ++q) {
    const int i = query + q * block_size;
    own[q] = i < count ? points[i] : float3{};
    best[q] = {INFINITY, -1};
  }

  // [slice]
  const int begin = ch07::first_chunk(blockIdx.y, gridDim.y, chunks);
  const int end = ch07::first_chunk(blockIdx.y + 1, gridDim.y, chunks);
  for (int chunk = begin; chunk < end; ++chunk) {
    // [slice]
    const int mine = chunk * chunk_size + threadIdx.x;
    const float3 point = mine < count ? points[mine] : float3{INFINITY, INFINITY, INFINITY};
    tile[threadIdx.x] = {point.x, point.y, point.z, 0};
    __syncthreads();  // the tile is full

    int least[each];  // the bits of a distance
#pragma unroll
    for (int q = 0; q < each; ++q) least[q] = __float_as_int(INFINITY);
#pragma unroll 4
    for (int i = 0; i < chunk_size; i += 2) {
      const float4 a = tile[i];
      const float4 b = tile[i + 1];
#pragma unroll
      for (int q = 0; q < each; ++q) {
        const float to_a = ch07::squared_distance(own[q].x, own[q].y, own[q].z, a.x, a.y, a.z);
        const float to_b = ch07::squared_distance(own[q].x, own[q].y, own[q].z, b.x, b.y, b.z);
        least[q] = ch07::least(least[q], __float_as_int(to_a), __float_as_int(to_b));
      }
    }
#pragma unroll
    for (int q = 0; q < each; ++q) {
      const float distance = __int_as_float(least[q]);
      const bool own_chunk = (query + q * block_size) / chunk_size == chunk;
      if (distance < best[q].distance && !own_chunk) best[q] = {distance, chunk};
    }
    __syncthreads();  // the tile may be overwritten
  }

#pragma unroll
  for (int q = 0; q < each; ++q) {
    const int i = query + q * block_size;
    if (i < count) found[static_cast<long long>(blockIdx.y) * count + i] = best[q];
  }
}

// [merge]
// Second kernel: a warp for each point. Lanes look at slices; all slices of equal distance are searched, so that the
// lowest index wins.
__global__ void __launch_bounds__(block_size)
    find_index(const float3* given, int count, int slices, const Least* found, int* nearest) {
  const int query = blockIdx.x * (block_size / 32) + threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  if (query >= count) return;  // the whole warp

  Least least{INFINITY, INT_MAX};
  for (int slice = lane; slice < slices; slice += 32) {
    const Least other = found[static_cast<long long>(slice) * count + query];
    if (other.distance < least.distance) least = other;
  }
  // Of equal distances the lowest chunk: it holds the lowest index.
  ch07::Nearest chunk;
  chunk.consider(least.distance, least.chunk);
  chunk = ch07::warp_nearest(chunk);

  const ch07::GivenPoints points{given};
  const float4 own = points[query];
  ch07::Nearest best;
  ch07::scan_chunk(points, count, query / chunk_size, own, best);
  if (chunk.distance < INFINITY) ch07::scan_chunk(points, count, chunk.index, own, best);
  best = ch07::warp_nearest(best);
  if (lane == 0) nearest[query] = best.index == INT_MAX ? -1 : best.index;
}
// [merge]

template <int each>
void measure(tutorial::Program& program, const ch05::Problem& problem) {
  const int count = problem.count;
  const int chunks = ch07::chunks_of(count);
  const unsigned query_blocks = tutorial::blocks_for(count, block_size * each);
  const ch07::Places places = ch07::places(find_chunk<each>);
  const int slices =
      ch07::choose_slices(static_cast<int>(query_blocks), chunks, places.multiprocessors, places.blocks);

  const tutorial::DeviceBuffer<float3> points(problem.points);
  tutorial::DeviceBuffer<Least> found(problem.points.size() * static_cast<std::size_t>(slices));
  tutorial::DeviceBuffer<int> nearest(problem.points.size());
  const dim3 grid(query_blocks, static_cast<unsigned>(slices));
  const unsigned warps_grid = tutorial::blocks_for(count, block_size / 32);

  program.measure(
      problem.row(std::to_string(each) + " points a thread"),
      [&] {
        find_chunk<each><<<grid, block_size>>>(points.data(), count, chunks, found.data());
        CUDA_CHECK_LAUNCH();
        find_index<<<warps_grid, block_size>>>(points.data(), count, slices, found.data(), nearest.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return problem.check(nearest.to_host()); });
  program.note(std::to_string(each) + " points a thread: " + std::to_string(slices) + " slices");
}

void run(tutorial::Program& program, const ch05::Options& options) {
  const ch05::Problem problem(options, program.seed());
  measure<4>(program, problem);
  measure<8>(program, problem);
}

int main(int argc, char** argv) {
  tutorial::Program program("nearest_split", "what fills the device when there are few points?");
  ch05::Options options;
  ch05::add_options(program, options);
  program.block_sizes({block_size}, block_size);
  return program.run(argc, argv, [&] { run(program, options); });
}
