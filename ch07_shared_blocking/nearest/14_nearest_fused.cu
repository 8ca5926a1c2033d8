// nearest_fused: what is gained if each block prepares its candidates itself?
//
// Before   nearest_certified launches three kernels: one prepares the candidates of all chunks, one filters, one takes
//          the second look. With 10 000 points the first has next to nothing to do, but it costs a launch, and the
//          filter waits until its last write is done.
// Change   a block takes its slice as it is given and prepares it in shared memory:
//
//              nearest_certified    | prepare |   | filter          |   | second look |
//              nearest_fused                      | prepare, filter |   | second look |
//
//          Many blocks prepare the same slice now. What a block prepares together has one centre, and one K: the
//          largest |Q|^2. A candidate comes with K - |Q|^2 where it had -|Q|^2. So its value is larger by K, and
//          negative only where the candidate is farther from the point than sqrt(|P|^2 + K). The nearest hardly ever
//          is. So the maximum of three whole numbers, which takes what is negative for 0, serves few points as well.
//          Row 1 has the maximum of two numbers, row 2 that of three.
// Expect   a candidate takes two dozen instructions to prepare, and 512 x 4 to compare with the points of a block: the
//          filter computes a hundredth more, and begins with two reads of global memory, one after the other. A
//          launch is saved, and a kernel that does little but read and write: some 2 us. In row 2 a pair takes
//          3.5 instructions instead of 4, an eighth less. For 10 000 points that should be a tenth or more in all.
//          For many points a launch is nothing, and the 8 points a thread of nearest_certified are better. Clusters
//          stay as slow as in its first row or get slower, since a centre serves more candidates.
// Run      ./tutorial run nearest_fused -- --count 10000
// See      ./tutorial explain nearest_fused
// Source   [Rose] ch. 7

#include "../ch05_nearest_naive/chapter.hpp"
#include "nearest/certified.cuh"

using ch07::block_size;
using ch07::Bounds;

constexpr int each = 4;         // points a thread
constexpr int size = 64;        // candidates a chunk
constexpr int tile_chunks = 8;  // chunks a tile
constexpr int tile_size = tile_chunks * size;

// [prepare]
// Fills the tile with the candidates from `first` on, up to `last`: {2 Q, K - |Q|^2}. Returns the centre, and K.
__device__ float4 prepare(const float3* points, int first, int last, float4* tile) {
  __shared__ float warp_largest[block_size / 32];
  constexpr int share = tile_size / block_size;  // candidates a thread
  float4 own[share];
  const float3 centre = points[first];  // any point near them will do
  float largest = 0;
#pragma unroll
  for (int k = 0; k < share; ++k) {
    const int i = first + threadIdx.x + k * block_size;
    own[k] = {0, 0, 0, INFINITY};  // behind the last: never the largest
    if (i < last) {
      const float3 point = points[i];
      const float x = point.x - centre.x;
      const float y = point.y - centre.y;
      const float z = point.z - centre.z;
      const float norm = fmaf(z, z, fmaf(y, y, x * x));
      own[k] = {2 * x, 2 * y, 2 * z, norm};
      largest = fmaxf(largest, norm);
    }
  }
  largest = ch07::warp_join(largest, [](float a, float b) { return fmaxf(a, b); });
  if (threadIdx.x % 32 == 0) warp_largest[threadIdx.x / 32] = largest;
  __syncthreads();  // the warps' largest are there, and nobody reads the tile before any more
  for (int warp = 0; warp < block_size / 32; ++warp) largest = fmaxf(largest, warp_largest[warp]);
#pragma unroll
  for (int k = 0; k < share; ++k) {
    own[k].w = largest - own[k].w;
    tile[threadIdx.x + k * block_size] = own[k];
  }
  __syncthreads();  // the tile is full
  return {centre.x, centre.y, centre.z, largest};
}
// [prepare]

// of_three: by the maximum of three whole numbers.
template <bool of_three>
__global__ void __launch_bounds__(block_size, 1)
    filter(const float3* points, int count, int chunks, Bounds* bounds) {
  constexpr int step = 32 / each;  // candidates at a time
  __shared__ float4 tile[tile_size];

  const int first_own = blockIdx.x * block_size * each;
  const int query = first_own + threadIdx.x;
  Bounds found[each];
#pragma unroll
  for (int q = 0; q < each; ++q) found[q] = {INFINITY, INFINITY, INT_MAX, 0};

  // [tiles]
  const int begin = ch07::first_chunk(blockIdx.y, gridDim.y, chunks);
  const int end = ch07::first_chunk(blockIdx.y + 1, gridDim.y, chunks);
  for (int first = begin; first < end; first += tile_chunks) {  // with few points there is one tile
    const int last = min(first + tile_chunks, end);
    const float4 centre = prepare(points, first * size, min(last * size, count), tile);

    float3 from_centre[each];
    float farthest[each];  // |P|^2 + K - error
#pragma unroll
    for (int q = 0; q < each; ++q) {
      const int i = query + q * block_size;
      const float3 point = i < count ? points[i] : float3{};
      const float3 p{point.x - centre.x, point.y - centre.y, point.z - centre.z};
      const float norm = fmaf(p.z, p.z, fmaf(p.y, p.y, p.x * p.x));
      from_centre[q] = p;
      farthest[q] = norm + centre.w - ch07::error_bound(norm, 4 * centre.w);
    }
    // [tiles]

    for (int chunk = first; chunk < last; ++chunk) {
      const float4* candidates = tile + (chunk - first) * size;
      float largest[each];  // 2 P.Q + K - |Q|^2, or 0
#pragma unroll
      for (int q = 0; q < each; ++q) largest[q] = 0;
#pragma unroll 1
      for (int k = 0; k < size; k += step) {
        float value[step][each];
#pragma unroll
        for (int j = 0; j < step; ++j) {
          const float4 candidate = candidates[k + j];
#pragma unroll
          for (int q = 0; q < each; ++q) value[j][q] = fmaf(from_centre[q].z, candidate.z, candidate.w);
#pragma unroll
          for (int q = 0; q < each; ++q) value[j][q] = fmaf(from_centre[q].y, candidate.y, value[j][q]);
#pragma unroll
          for (int q = 0; q < each; ++q) value[j][q] = fmaf(from_centre[q].x, candidate.x, value[j][q]);
        }
#pragma unroll
        for (int q = 0; q < each; ++q) {
#pragma unroll
          for (int j = 0; j < step; j += 2) {
            largest[q] = ch07::largest_of<of_three>(largest[q], value[j][q], value[j + 1][q]);
          }
        }
      }

      const bool any_own = chunk * size < first_own + block_size * each && (chunk + 1) * size > first_own;
#pragma unroll
      for (int q = 0; q < each; ++q) {
        // Where a value is no number, the error is infinite, and fmaxf makes the bound the least there is.
        float lower = fmaxf(farthest[q] - largest[q], -INFINITY);
        // A point is at distance 0 from itself. The second look searches its own chunk in any case.
        if (any_own && (query + q * block_size) / size == chunk) lower = INFINITY;
        found[q].second = fminf(found[q].second, fmaxf(found[q].lowest, lower));
        if (lower < found[q].lowest) found[q].chunk = chunk;
        found[q].lowest = fminf(found[q].lowest, lower);
      }
    }
  }

#pragma unroll
  for (int q = 0; q < each; ++q) {
    const int i = query + q * block_size;
    if (i < count) bounds[static_cast<long long>(blockIdx.y) * count + i] = found[q];
  }
}

// The search, with its array.
template <bool of_three>
class Search {
 public:
  // slices: 0 for what suits the device
  explicit Search(int count, int slices = 0)
      : count_(count),
        chunks_((count + size - 1) / size),
        query_blocks_(tutorial::blocks_for(count, block_size * each)),
        slices_(slices > 0 ? slices : suitable_slices()),
        bounds_(static_cast<std::size_t>(count) * static_cast<std::size_t>(slices_)) {}

  // Launches the kernels: two.
  void launch(const float3* given, int* nearest) {
    const dim3 grid(query_blocks_, static_cast<unsigned>(slices_));
    filter<of_three><<<grid, block_size>>>(given, count_, chunks_, bounds_.data());
    CUDA_CHECK_LAUNCH();
    ch07::second_look<size><<<tutorial::blocks_for(count_, block_size / 32), block_size>>>(
        ch07::GivenPoints{given}, count_, chunks_, slices_, bounds_.data(), nearest);
    CUDA_CHECK_LAUNCH();
  }

 private:
  int suitable_slices() const {
    const ch07::Places places = ch07::places(filter<of_three>);
    return ch07::choose_slices(static_cast<int>(query_blocks_), chunks_, places.multiprocessors,
                               places.blocks, ch07::fewest_slices);
  }

  int count_;
  int chunks_;
  unsigned query_blocks_;
  int slices_;
  tutorial::DeviceBuffer<Bounds> bounds_;
};

template <bool of_three>
void measure(tutorial::Program& program, const ch05::Problem& problem, const std::string& variant) {
  const tutorial::DeviceBuffer<float3> points(problem.points);
  tutorial::DeviceBuffer<int> nearest(problem.points.size());
  Search<of_three> search(problem.count);
  program.measure(
      problem.row(variant), [&] { search.launch(points.data(), nearest.data()); },
      [&] { return problem.check(nearest.to_host()); });
}

void run(tutorial::Program& program, const ch05::Options& options) {
  const ch05::Problem problem(options, program.seed());
  measure<false>(program, problem, "maximum of two numbers");
  measure<true>(program, problem, "maximum of three whole numbers");
}

int main(int argc, char** argv) {
  tutorial::Program program("nearest_fused", "what is gained if each block prepares its candidates itself?");
  ch05::Options options;
  ch05::add_options(program, options);
  program.block_sizes({block_size}, block_size);
  return program.run(argc, argv, [&] { run(program, options); });
}
