// solid_far: can a stencil of 25 points in a solid be as fast as a copy?
// Step     neighbors four cells away
// Before   In solid_rows a cell needs six neighbors, and most are in registers. For a derivative of eighth order it needs four in
//          each direction: 24 neighbors, eight of them in other planes.
// Change   A thread that walks down the planes keeps a queue: its own cells of nine planes, four above and four below. Each step
//          shifts it by one, so a cell is loaded once for all nine. The neighbors in the plane come from shared memory: TMA copies
//          tiles of 64x64 cells with four more on each side into a ring of nine planes, and a thread owns 4x4 cells.
//
//              registers   p-4  p-3  p-2  p-1   p   p+1  p+2  p+3  p+4      own cells
//              ring                             p   p+1  p+2  p+3  p+4  p+5  p+6  p+7  p+8
//                                             in use    wait to be used   in flight
//
//          A plane is in shared memory from the time it enters the queue until its own step. No barrier of the block ends a step: each warp
//          reports that it has read a plane (an mbarrier per place of the ring), and a place is filled again two steps later. The first
//          variant has the same queue, one column per thread, and loads the neighbors in the plane through the caches.
// Expect   TMA reads 72 x 72 cells for 64 x 64: 1.27 times the cells from L2, but from memory each about once, as neighboring blocks
//          walk in step. Two planes of 20 KB are in flight per SM. The arithmetic is 25 instructions per cell: at the speed of a copy, 540 G
//          cells/s, 40% of what the SMs issue. A thread reads 20 words of 16 bytes from shared memory for 16 cells; with 2x4 cells
//          it read 14 for 8. 512 planes of 8 x 8 tiles are 128 blocks of 256 planes for 132 SMs, and 3% of
//          the planes are read twice: 95% of a copy is the limit. With 2x4 cells, a barrier of the block per step and bounds asked per cell, it reached 68%.
//          Through the caches, a warp makes 17 requests per step, each of 128 bytes or two cache lines, more than L1 answers in that time.
//          - "planes by TMA" is 1.3 to 3 times as fast as "planes through the caches" (before measuring).
// Measured - "planes by TMA" reaches 80 to 92% of the ceiling (after measuring).
// Run      ./tutorial run solid_far -- --planes 512 --rows 512 --cols 512
// See      ./tutorial explain solid_far
// Source   [Micikevicius]

#include <map>

#include "heat/further/far.hpp"
#include "tutorial/occupancy.hpp"
#include "tutorial/tensor_map.hpp"

using solid::reach;

constexpr int queue_size = 2 * reach + 1;

// [caches]
constexpr unsigned block_width = 32;
constexpr unsigned block_height = 16;

// One column per thread, and a strip of planes per block.
__global__ void __launch_bounds__(block_width* block_height)
    solid_far_caches(const float* __restrict__ from, float* __restrict__ to, int planes, int rows, int cols,
                     int strip) {
  const int col = blockIdx.x * block_width + threadIdx.x;
  const int row = blockIdx.y * block_height + threadIdx.y;
  const int begin = blockIdx.z * strip, end = min(begin + strip, planes);
  if (row >= rows || col >= cols) return;

  const bool inside = row >= reach && row < rows - reach && col >= reach && col < cols - reach;
  const std::int64_t plane = std::int64_t{rows} * cols;
  const float* own = from + std::int64_t{row} * cols + col;
  float queue[queue_size] = {};
  for (int i = 1; i < queue_size; ++i) {
    const int p = begin + i - 1 - reach;
    if (p >= 0 && p < planes) queue[i] = own[p * plane];
  }
  for (int p = begin; p < end; ++p) {
#pragma unroll
    for (int i = 0; i + 1 < queue_size; ++i) queue[i] = queue[i + 1];
    if (p + reach < planes) queue[queue_size - 1] = own[(p + reach) * plane];

    const float* here = own + p * plane;
    float next = queue[reach];
    if (inside && p >= reach && p < planes - reach) {
      float around[reach];
#pragma unroll
      for (int d = 0; d < reach; ++d) {
        const int away = d + 1;
        around[d] = (here[-away] + here[away]) + (here[-away * cols] + here[away * cols]) +
                    (queue[reach - away] + queue[reach + away]);
      }
      next = solid::far_update(next, around);
    }
    to[p * plane + std::int64_t{row} * cols + col] = next;
  }
}
// [caches]

#if TUTORIAL_HAS_TENSOR_MAPS
constexpr int side = 64;               // cells of a tile
constexpr int box = side + 2 * reach;  // with its neighbors
constexpr int ring = 9;                // planes in shared memory
constexpr int box_bytes = box * box * static_cast<int>(sizeof(float));
constexpr int stage_floats = (box_bytes + 127) / 128 * 32;  // a box begins at a multiple of 128 bytes
constexpr int ring_bytes = ring * stage_floats * static_cast<int>(sizeof(float));
constexpr int width = 4;
constexpr int owned = 4;  // rows
constexpr int threads = side / width * (side / owned);
constexpr int lag = 2;  // steps after which a place is filled again

// [kernel] [change]
// The rows of all planes are those of one matrix, `map`. cols is a multiple of 4.
__global__ void __launch_bounds__(threads, 1)
    solid_far(const __grid_constant__ CUtensorMap map, const float* __restrict__ from, float* __restrict__ to,
              int planes, int rows, int cols, int strip) {
#if TUTORIAL_HOPPER_CODE
  namespace ptx = cuda::ptx;
  extern __shared__ __align__(128) float tiles[];
  __shared__ std::uint64_t full[ring], empty[ring];
  const int x = threadIdx.x % (side / width) * width, y = threadIdx.x / (side / width) * owned;
  const int first_row = blockIdx.y * side, first_col = blockIdx.x * side;
  const int row = first_row + y, col = first_col + x;
  const int begin = blockIdx.z * strip, end = min(begin + strip, planes);
  const int last = min(end + reach, planes);  // planes that the strip reads
  // Starts the copy of a plane's tile into a place of the ring. The corner is its first cell, in rows of all planes.
  const auto request = [&](int place, int p) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[place],
                                   box_bytes);
    const std::int32_t corner[] = {first_col - reach, p * rows + first_row - reach};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tiles + place * stage_floats, &map,
                              corner, &full[place]);
  };
  if (threadIdx.x == 0) {
    for (std::uint64_t& barrier : full) ptx::mbarrier_init(&barrier, 1);
    for (std::uint64_t& barrier : empty) ptx::mbarrier_init(&barrier, threads / tutorial::warp_size);
    ptx::fence_proxy_async(ptx::space_shared);  // the TMA unit, too, sees it
    for (int p = begin; p < min(begin + ring, last); ++p) request(p - begin, p);
  }
  __syncthreads();  // the barriers have started

  const auto load = [](const float* cell) { return *reinterpret_cast<const float4*>(cell); };
  const auto wait = [](std::uint64_t* barrier, int parity) {
    while (!ptx::mbarrier_try_wait_parity(barrier, parity)) {
    }
  };
  const std::int64_t plane = std::int64_t{rows} * cols;
  const float* own_cell = tiles + (y + reach) * box + x + reach;
  // As cols is a multiple of 4, either all four cells of a word are inside the solid's border or none.
  bool there[owned], inside[owned];
#pragma unroll
  for (int j = 0; j < owned; ++j) {
    there[j] = row + j < rows && col < cols;
    inside[j] = row + j >= reach && row + j < rows - reach && col >= reach && col < cols - reach;
  }

  float4 queue[queue_size][owned] = {};
  const auto shift = [&] {
#pragma unroll
    for (int i = 0; i + 1 < queue_size; ++i)
#pragma unroll
      for (int j = 0; j < owned; ++j) queue[i][j] = queue[i + 1][j];
  };
  for (int p = begin - reach; p < begin + reach; ++p) {  // from memory, and those of the strip from the ring
    shift();
    if (p >= begin && p < last) wait(&full[p - begin], 0);
#pragma unroll
    for (int j = 0; j < owned; ++j) {
      if (p >= begin && p < last) {
        queue[queue_size - 1][j] = load(own_cell + (p - begin) * stage_floats + j * box);
      } else if (p >= 0 && p < begin && there[j]) {
        queue[queue_size - 1][j] = load(from + p * plane + std::int64_t{row + j} * cols + col);
      }
    }
  }

  float* out = to + begin * plane + std::int64_t{row} * cols + col;
  int place = 0, parity = 0;  // of plane p in the ring, and of its barriers
  for (int p = begin; p < end; ++p) {
    shift();
    if (p + reach < last) {
      const bool wraps = place + reach >= ring;
      const int newest = wraps ? place + reach - ring : place + reach;
      wait(&full[newest], wraps ? parity ^ 1 : parity);
#pragma unroll
      for (int j = 0; j < owned; ++j)
        queue[queue_size - 1][j] = load(own_cell + newest * stage_floats + j * box);
    }
    const float* tile = own_cell + place * stage_floats;
    float column[2 * reach + owned][width];  // of the plane: rows above its own, its own, rows below
#pragma unroll
    for (int i = 0; i < 2 * reach + owned; ++i) {
      const bool own = i >= reach && i < reach + owned;
      const float4 four = own ? queue[reach][own ? i - reach : 0] : load(tile + (i - reach) * box);
      column[i][0] = four.x, column[i][1] = four.y, column[i][2] = four.z, column[i][3] = four.w;
    }
    const bool between = p >= reach && p < planes - reach;
#pragma unroll
    for (int j = 0; j < owned; ++j) {
      const float4 left = load(tile + j * box - width), own = queue[reach][j],
                   right = load(tile + j * box + width);
      const float line[3 * width] = {left.x, left.y, left.z,  left.w,  own.x,   own.y,
                                     own.z,  own.w,  right.x, right.y, right.z, right.w};
      float next[width];
#pragma unroll
      for (int k = 0; k < width; ++k) {
        float around[reach];
#pragma unroll
        for (int d = 0; d < reach; ++d) {
          const int away = d + 1;
          const float4 above = queue[reach - away][j], below = queue[reach + away][j];
          const float in_depth = k == 0   ? above.x + below.x
                                 : k == 1 ? above.y + below.y
                                 : k == 2 ? above.z + below.z
                                          : above.w + below.w;
          around[d] = (line[width + k - away] + line[width + k + away]) +
                      (column[reach + j - away][k] + column[reach + j + away][k]) + in_depth;
        }
        next[k] = solid::far_update(line[width + k], around);
      }
      if (there[j])
        *reinterpret_cast<float4*>(out + std::int64_t{j} * cols) =
            between && inside[j] ? make_float4(next[0], next[1], next[2], next[3]) : own;
    }
    out += plane;

    __syncwarp();
    if (threadIdx.x % tutorial::warp_size == 0) ptx::mbarrier_arrive(&empty[place]);
    if (threadIdx.x == 0 && p >= begin + lag && p - lag + ring < last) {
      const bool wraps = place < lag;
      const int oldest = wraps ? place - lag + ring : place - lag;
      wait(&empty[oldest], wraps ? parity ^ 1 : parity);
      request(oldest, p - lag + ring);
    }
    if (++place == ring) place = 0, parity ^= 1;
  }
#endif
}
// [kernel] [change]

void measure_tma(tutorial::Program& program, solid::Problem& problem) {
  // A step reads the solid at the beginning or one of two that the steps write: a map for each, made when it is first read.
  std::map<const float*, CUtensorMap> maps;
  const auto map_of = [&](const float* from) {
    const auto [made, is_new] = maps.try_emplace(from);
    if (is_new) {
      made->second =
          tutorial::tensor_map(from, std::int64_t{problem.planes} * problem.rows, problem.cols, box, box,
                               CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B);
    }
    return made->second;
  };
  CUDA_CHECK(cudaFuncSetAttribute(solid_far, cudaFuncAttributeMaxDynamicSharedMemorySize, ring_bytes));
  dim3 grid = tutorial::tile_grid(problem.rows, problem.cols, side, side);
  const int strip = solid::best_strip(problem.planes, std::int64_t{grid.x} * grid.y,
                                      tutorial::multiprocessors(), 2 * reach);
  grid.z = tutorial::blocks_for(problem.planes, strip);
  problem.measure(program, "planes by TMA", [&](const float* from, float* to) {
    solid_far<<<grid, threads, ring_bytes>>>(map_of(from), from, to, problem.planes, problem.rows,
                                             problem.cols, strip);
    CUDA_CHECK_LAUNCH();
  });
}
#endif

void run(tutorial::Program& program, const solid::Options& options) {
  solid::Problem problem(options, program.seed(), solid::far_reference);
  dim3 grid = tutorial::tile_grid(problem.rows, problem.cols, block_width, block_height);
  const int strip =
      solid::best_strip(problem.planes, std::int64_t{grid.x} * grid.y,
                        tutorial::resident_blocks(solid_far_caches, block_width * block_height), 2 * reach);
  grid.z = tutorial::blocks_for(problem.planes, strip);
  const dim3 block(block_width, block_height);
  problem.measure(program, "planes through the caches", [&](const float* from, float* to) {
    solid_far_caches<<<grid, block>>>(from, to, problem.planes, problem.rows, problem.cols, strip);
    CUDA_CHECK_LAUNCH();
  });

  std::string why_not = tutorial::no_tensor_maps();
  if (problem.cols % width != 0) why_not = "the length of a row is no multiple of 16 bytes";
  if (options.cells() == 0) why_not = "a tensor map has no side without elements";
  if (!why_not.empty()) return program.left_out("planes by TMA", why_not);
#if TUTORIAL_HAS_TENSOR_MAPS
  measure_tma(program, problem);
#endif
}

int main(int argc, char** argv) {
  tutorial::Program program;
  solid::Options options;
  solid::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
