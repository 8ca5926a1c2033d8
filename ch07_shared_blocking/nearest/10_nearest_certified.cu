// nearest_certified: can a faster formula that rounds badly still give the exact answer?
//
// Before   nearest_split computes each distance from differences: 6 instructions a pair, and half a minimum.
// Change   |p - q|^2 = |p|^2 - (2 p.q - |q|^2). The bracket takes 3 multiply-adds, since 2 q and -|q|^2 are
//          the candidate's own and computed once; |p|^2 is the point's own and can wait. But the bracket is a small
//          difference of large numbers: alone it names a wrong neighbour for some points in ten thousand. So
//          it only filters. We know a bound of its error (certified.cuh proves it), small because each chunk counts its
//          coordinates from its own centre:
//
//              filter          bounds of a chunk's least distance        |---x---|
//              chunk 0                                     |---x---|
//              chunk 1             |---x---|
//              chunk 2                 |---x---|
//              chunk 3                          |---x---|
//                                          ^ the nearest is not beyond here: chunks 1 and 2 are suspects
//
//          and only suspects, one a point as a rule, are searched once more with squared_distance itself.
//          Row 1 takes the points as they come. Then a chunk is as wide as all points together, and so is the error:
//          where points lie in dense clusters it hides the nearest among thousands. Row 2 orders the points by the
//          cells of a grid first, so that chunks are small.
// Expect   3.5 instructions a pair instead of 6.5, and 3 % for each chunk's bounds: 1.7 times as fast, for many
//          points. In row 1 clusters should be a disaster, in row 2 no trouble. The order costs four small kernels: too much for
//          10 000 points, nothing for a million.
// Run      ./tutorial run nearest_certified -- --count 400000 --data clustered
// See      ./tutorial explain nearest_certified
// Source   [Rose] ch. 7

#include "../ch05_nearest_naive/chapter.hpp"
#include "nearest/cell_order.cuh"
#include "nearest/certified.cuh"

using ch07::block_size;
using ch07::chunk_size;

// each: points a thread.
template <int each>
__global__ void __launch_bounds__(block_size)
    filter(const float4* ordered, const float4* packed, const float4* centres, int count, int chunks,
           ch07::Found found) {
  __shared__ float4 tile[chunk_size];
  // A thread's points. They are needed once a chunk, and registers are scarce.
  __shared__ float3 own[each][block_size];

  const int query = blockIdx.x * block_size * each + threadIdx.x;
  // Where this thread notes what it finds.
  const long long slice_begin = static_cast<long long>(blockIdx.y) * count;
  ch07::Suspect* const list = found.list + slice_begin * ch07::list_size;
  float upper[each];
  int suspects[each];
#pragma unroll
  for (int q = 0; q < each; ++q) {
    const int i = query + q * block_size;
    const float4 point = i < count ? ordered[i] : float4{};
    own[q][threadIdx.x] = float3{point.x, point.y, point.z};
    upper[q] = INFINITY;
    suspects[q] = 0;
  }

  const int begin = ch07::first_chunk(blockIdx.y, gridDim.y, chunks);
  const int end = ch07::first_chunk(blockIdx.y + 1, gridDim.y, chunks);
  for (int chunk = begin; chunk < end; ++chunk) {
    tile[threadIdx.x] = packed[chunk * chunk_size + threadIdx.x];
    const float4 centre = centres[chunk];
    __syncthreads();  // the tile is full

    // [filter]
    float3 from_centre[each];
    int largest[each];  // the bits of 2 P.Q - |Q|^2
#pragma unroll
    for (int q = 0; q < each; ++q) {
      const float3 point = own[q][threadIdx.x];
      from_centre[q] = {point.x - centre.x, point.y - centre.y, point.z - centre.z};
      largest[q] = 0;
    }
#pragma unroll 4
    for (int i = 0; i < chunk_size; i += 2) {
      const float4 a = tile[i];
      const float4 b = tile[i + 1];
#pragma unroll
      for (int q = 0; q < each; ++q) {
        const float3 p = from_centre[q];
        const float of_a = fmaf(p.x, a.x, fmaf(p.y, a.y, fmaf(p.z, a.z, a.w)));
        const float of_b = fmaf(p.x, b.x, fmaf(p.y, b.y, fmaf(p.z, b.z, b.w)));
        largest[q] = ch07::largest(largest[q], __float_as_int(of_a), __float_as_int(of_b));
      }
    }
    // [filter]

    // [certify]
#pragma unroll
    for (int q = 0; q < each; ++q) {
      const float3 p = from_centre[q];
      const float norm = fmaf(p.z, p.z, fmaf(p.y, p.y, p.x * p.x));
      const float distance = norm - __int_as_float(largest[q]);
      const float error = fmaf(norm, ch07::relative_error, centre.w);
      // Not "<=": what is no number is suspect, too.
      if (!(distance - error > upper[q])) {
        const int i = query + q * block_size;
        if (i < count && i / chunk_size != chunk) {  // its own chunk is searched in any case
          if (largest[q] > 0) upper[q] = fminf(upper[q], distance + error);
          ch07::note(list + i, count, suspects[q], upper[q], {distance - error, chunk});
        }
      }
    }
    // [certify]
    __syncthreads();  // the tile may be overwritten
  }

#pragma unroll
  for (int q = 0; q < each; ++q) {
    const int i = query + q * block_size;
    if (i < count) {
      found.upper[slice_begin + i] = upper[q];
      found.suspects[slice_begin + i] = suspects[q];
    }
  }
}

// Slices that suit the current device.
template <int each>
int choose_slices(int count) {
  const ch07::Places places = ch07::places(filter<each>);
  return ch07::choose_slices(static_cast<int>(tutorial::blocks_for(count, block_size * each)),
                             ch07::chunks_of(count), places.multiprocessors, places.blocks);
}

// The search, with its arrays.
template <int each>
class Search {
 public:
  Search(int count, int slices)
      : count_(count),
        chunks_(ch07::chunks_of(count)),
        query_blocks_(tutorial::blocks_for(count, block_size * each)),
        slices_(slices),
        order_(count),
        ordered_(size()),
        packed_(static_cast<std::size_t>(chunks_) * chunk_size),
        centres_(static_cast<std::size_t>(chunks_)),
        upper_(size() * static_cast<std::size_t>(slices)),
        suspects_(size() * static_cast<std::size_t>(slices)),
        list_(size() * static_cast<std::size_t>(slices) * ch07::list_size) {}

  void launch(const float3* points, bool by_cells, int* nearest) {
    const unsigned chunks_grid = tutorial::blocks_for(chunks_, block_size / 32);
    if (by_cells) {
      order_.launch(points, ordered_.data());
      const float4* const ordered = ordered_.data();
      ch07::prepare_chunks<<<chunks_grid, block_size>>>(ordered, count_, chunks_, ordered_.data(),
                                                        packed_.data(), centres_.data());
    } else {
      ch07::prepare_chunks<<<chunks_grid, block_size>>>(ch07::GivenPoints{points}, count_, chunks_,
                                                        ordered_.data(), packed_.data(), centres_.data());
    }
    CUDA_CHECK_LAUNCH();
    const ch07::Found found{upper_.data(), suspects_.data(), list_.data()};
    const dim3 grid(query_blocks_, static_cast<unsigned>(slices_));
    filter<each><<<grid, block_size>>>(ordered_.data(), packed_.data(), centres_.data(), count_, chunks_, found);
    CUDA_CHECK_LAUNCH();
    ch07::settle<<<tutorial::blocks_for(count_, block_size / 32), block_size>>>(ordered_.data(), count_,
                                                                                slices_, found, nearest);
    CUDA_CHECK_LAUNCH();
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(count_); }

  int count_;
  int chunks_;
  unsigned query_blocks_;
  int slices_;
  ch07::CellOrder order_;
  tutorial::DeviceBuffer<float4> ordered_;
  tutorial::DeviceBuffer<float4> packed_;
  tutorial::DeviceBuffer<float4> centres_;
  tutorial::DeviceBuffer<float> upper_;
  tutorial::DeviceBuffer<int> suspects_;
  tutorial::DeviceBuffer<ch07::Suspect> list_;
};

template <int each>
void measure(tutorial::Program& program, const ch05::Problem& problem) {
  const tutorial::DeviceBuffer<float3> points(problem.points);
  tutorial::DeviceBuffer<int> nearest(problem.points.size());
  Search<each> search(problem.count, choose_slices<each>(problem.count));
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
  if (problem.count < 60'000) {
    measure<4>(program, problem);
  } else {
    measure<8>(program, problem);
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
