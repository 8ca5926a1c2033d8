// nearest_certified: can a faster formula that rounds badly still give the exact answer?
//
// Before   nearest_split computes each distance from differences: 6 instructions a pair, and half a minimum.
// Change   |p - q|^2 = |p|^2 - (2 p.q - |q|^2). The bracket takes 3 multiply-adds, since 2 q and -|q|^2 are
//          the candidate's own and computed once; |p|^2 is the point's own and can wait. But the bracket is a small
//          difference of large numbers: alone it names a wrong neighbour for some points. So it only filters.
//          certified.cuh proves how far off it can be, which is little because each chunk counts its coordinates
//          from its own centre. That gives each chunk a lower bound:
//
//              squared distance   0 ----------------------------------------------->
//              chunk 0                                  |---x---|
//              chunk 1                    |---x---|
//              chunk 2                 |---x---|                   x: what the filter says
//              chunk 3                                |---x---|    |: no distance lies below
//              the nearest of chunk 2, exactly:     ^
//
//          Chunk 2 has the lowest bound and is searched once more, with squared_distance itself. Chunks 0 and 3
//          are ruled out then; chunk 1 is not, and is searched as well. It is rare that there is such a chunk.
//          Row 1 takes the points as they come. Then a chunk is as wide as all points together, and so is the error:
//          where points lie in dense clusters it hides the nearest among thousands. Row 2 orders the points by the
//          cells of a grid first, so that chunks are small.
// Expect   3.5 instructions a pair instead of 6.5, and a per cent or two for each chunk's bounds: 1.7 times as fast,
//          for many points. In row 1 clusters should be a disaster, in row 2 no trouble. The order costs four small
//          kernels: too much for 10 000 points, nothing for a million.
// Run      ./tutorial run nearest_certified -- --count 400000 --data clustered
// See      ./tutorial explain nearest_certified
// Source   [Rose] ch. 7

#include <cuda_pipeline.h>

#include "../ch05_nearest_naive/chapter.hpp"
#include "nearest/cell_order.cuh"
#include "nearest/certified.cuh"

using ch07::block_size;
using ch07::Bounds;

// each: points a thread; size: candidates a chunk; of_three: by the maximum of three whole numbers.
template <int each, int size, bool of_three>
__global__ void __launch_bounds__(block_size, 1)
    filter(const float4* ordered, const float4* packed, const float4* centres, int count, int chunks,
           Bounds* bounds) {
  // Candidates at a time. Coordinate by coordinate, so that neighbouring instructions have an operand in common, which
  // then is read once: a multiply-add of three registers is held up by reading them.
  constexpr int step = 32 / each;
  __shared__ float4 tile[2][size];
  // A thread's points. They are needed once a chunk, and registers are scarce.
  __shared__ float3 own[each][block_size];

  const int first_own = blockIdx.x * block_size * each;
  const int query = first_own + threadIdx.x;
  Bounds found[each];
#pragma unroll
  for (int q = 0; q < each; ++q) {
    const int i = query + q * block_size;
    const float4 point = i < count ? ordered[i] : float4{};
    own[q][threadIdx.x] = float3{point.x, point.y, point.z};
    found[q] = {INFINITY, INFINITY, INT_MAX, 0};
  }

  const auto fetch = [&](int chunk) {
    for (int k = threadIdx.x; k < size; k += block_size) {
      __pipeline_memcpy_async(&tile[chunk % 2][k], &packed[chunk * size + k], sizeof(float4));
    }
    __pipeline_commit();
  };
  const int begin = ch07::first_chunk(blockIdx.y, gridDim.y, chunks);
  const int end = ch07::first_chunk(blockIdx.y + 1, gridDim.y, chunks);
  if (begin < end) fetch(begin);
  for (int chunk = begin; chunk < end; ++chunk) {
    __pipeline_wait_prior(0);
    __syncthreads();  // this tile is full, and nobody reads the other any more
    if (chunk + 1 < end) fetch(chunk + 1);

    // [filter]
    const float4 centre = centres[chunk];
    float3 from_centre[each];
    float largest[each];  // 2 P.Q - |Q|^2
#pragma unroll
    for (int q = 0; q < each; ++q) {
      const float3 point = own[q][threadIdx.x];
      from_centre[q] = {point.x - centre.x, point.y - centre.y, point.z - centre.z};
      largest[q] = of_three ? 0 : -INFINITY;
    }
#pragma unroll 1
    for (int k = 0; k < size; k += step) {
      float value[step][each];
#pragma unroll
      for (int j = 0; j < step; ++j) {
        const float4 candidate = tile[chunk % 2][k + j];
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
    // [filter]

    // [certify]
    const bool any_own = chunk * size < first_own + block_size * each && (chunk + 1) * size > first_own;
#pragma unroll
    for (int q = 0; q < each; ++q) {
      const float3 p = from_centre[q];
      const float norm = fmaf(p.z, p.z, fmaf(p.y, p.y, p.x * p.x));
      const float error = ch07::error_bound(norm, centre.w);
      // Infinity less infinity is no number: fmaxf makes it the least there is.
      float lower = fmaxf(norm - largest[q] - error, -INFINITY);
      // A point is at distance 0 from itself. The second look searches its own chunk in any case.
      if (any_own && (query + q * block_size) / size == chunk) lower = INFINITY;
      found[q].second = fminf(found[q].second, fmaxf(found[q].lowest, lower));
      if (lower < found[q].lowest) found[q].chunk = chunk;
      found[q].lowest = fminf(found[q].lowest, lower);
    }
    // [certify]
  }

#pragma unroll
  for (int q = 0; q < each; ++q) {
    const int i = query + q * block_size;
    if (i < count) bounds[static_cast<long long>(blockIdx.y) * count + i] = found[q];
  }
}

// The search, with its arrays.
template <int each, int size, bool of_three>
class Search {
 public:
  // slices: 0 for what suits the device
  explicit Search(int count, int slices = 0)
      : count_(count),
        chunks_((count + size - 1) / size),
        query_blocks_(tutorial::blocks_for(count, block_size * each)),
        slices_(slices > 0 ? slices : suitable_slices()),
        order_(count),
        ordered_(points()),
        packed_(static_cast<std::size_t>(chunks_) * size),
        centres_(static_cast<std::size_t>(chunks_)),
        bounds_(points() * static_cast<std::size_t>(slices_)) {}

  // Launches the kernels: three, and four more for the order.
  void launch(const float3* given, bool by_cells, int* nearest) {
    if (by_cells) {
      order_.launch(given, ordered_.data());
      prepare<const float4*>(ordered_.data());
    } else {
      prepare(ch07::GivenPoints{given});
    }
    const dim3 grid(query_blocks_, static_cast<unsigned>(slices_));
    filter<each, size, of_three><<<grid, block_size>>>(ordered_.data(), packed_.data(), centres_.data(),
                                                       count_, chunks_, bounds_.data());
    CUDA_CHECK_LAUNCH();
    ch07::second_look<size><<<tutorial::blocks_for(count_, block_size / 32), block_size>>>(
        ordered_.data(), count_, chunks_, slices_, bounds_.data(), nearest);
    CUDA_CHECK_LAUNCH();
  }

 private:
  template <typename Points>
  void prepare(Points given) {
    ch07::prepare_chunks<size><<<tutorial::blocks_for(chunks_, block_size / 32), block_size>>>(
        given, count_, chunks_, ordered_.data(), packed_.data(), centres_.data());
    CUDA_CHECK_LAUNCH();
  }
  int suitable_slices() const {
    const ch07::Places places = ch07::places(filter<each, size, of_three>);
    return ch07::choose_slices(static_cast<int>(query_blocks_), chunks_, places.multiprocessors,
                               places.blocks, ch07::fewest_slices);
  }
  std::size_t points() const { return static_cast<std::size_t>(count_); }

  int count_;
  int chunks_;
  unsigned query_blocks_;
  int slices_;
  ch07::CellOrder order_;
  tutorial::DeviceBuffer<float4> ordered_;
  tutorial::DeviceBuffer<float4> packed_;
  tutorial::DeviceBuffer<float4> centres_;
  tutorial::DeviceBuffer<Bounds> bounds_;
};

template <int each, int size, bool of_three>
void measure(tutorial::Program& program, const ch05::Problem& problem) {
  const tutorial::DeviceBuffer<float3> points(problem.points);
  tutorial::DeviceBuffer<int> nearest(problem.points.size());
  Search<each, size, of_three> search(problem.count);
  for (const bool by_cells : {false, true}) {
    nearest.poison();
    program.measure(
        problem.row(by_cells ? "points ordered by cells" : "points as given"),
        [&] { search.launch(points.data(), by_cells, nearest.data()); },
        [&] { return problem.check(nearest.to_host()); });
  }
}

void run(tutorial::Program& program, const ch05::Options& options) {
  const ch05::Problem problem(options, program.seed());
  if (problem.count < 50'000) {
    // More blocks, and less to look at again. The maximum of three has no bound for a point that is nearer to a chunk's
    // centre than to its neighbours: there is hardly one, but its warp alone would take longer than all others.
    measure<4, 64, false>(program, problem);
  } else {
    measure<8, 256, true>(program, problem);
  }
}

int main(int argc, char** argv) {
  tutorial::Program program("nearest_certified",
                            "can a faster formula that rounds badly still give the exact answer?");
  ch05::Options options;
  ch05::add_options(program, options);
  program.block_sizes({block_size}, block_size);
  return program.run(argc, argv, [&] { run(program, options); });
}
