// heat_bulk: what do TMA copies (bulk tensor copies) gain over loading the tile and its halo by threads?
// Step     TMA tile copies
// Before   In heat_tiled the threads load a tile with its halo: some load one cell, some two, each with its own address and
//          its own test for the edge, and every word passes through registers. heat_at_once uses no tile, and requests all
//          rows of a strip at once.
// Change   A tile and its halo are one box of the plate, which one thread requests from a unit of the SM, the Tensor Memory
//          Accelerator (TMA). The box starts one row above the tile and some cells to the left, of which one is needed. An
//          mbarrier counts the bytes, and all threads wait for it:
//
//              4 or 8 .. 128 .. 4 or 8
//              +-+-----------------+-+   row above
//              | |                 | |
//              | |      tile       | |   32 rows, four cells per thread and row
//              | |                 | |
//              +-+-----------------+-+   row below
//
//          With a margin of four cells, rows of the tile are aligned to 16 bytes in shared memory. With eight, the rows of a
//          box also start at a 32-byte sector in global memory: more bytes, and fewer partial sectors.
//
//          Elements outside the plate arrive as 0. That is not one of our boundaries: before they continue, blocks at the
//          edge overwrite them with the correct value, the cell itself or that of the opposite edge.
//
//          The step is the same however the tile was filled. The variant "tile loaded by threads" differs in nothing else.
//
// Expect   One read and one write per cell, and 2 rows in 34 twice, mostly from L2. A block has 18 KB in flight from its
//          first instruction on, and an SM has more blocks than memory needs: as close to a copy as heat_at_once, a tie.
//          Loads by threads are the same bytes with more instructions before them: slower by a tenth or two. We tried the
//          margin of eight cells after that of four had missed this.
//          - "TMA copies, margin of 4 cells" is as fast as heat_at_once (before measuring).
//            Missed: Each row of a box starts in the middle of a sector and ends in the middle of another. The
//            extra bytes are few and in L2, but with a margin of eight cells, which loads more of them, the loss is
//            gone.
//          - "tile loaded by threads" is slower than "TMA copies, margin of 8 cells" (before measuring). Missed on
//            the H100: Not on the H100: its memory is slower by a third, and loads by threads keep up with it. No
//            counter was read.
// Measured - "TMA copies, margin of 8 cells" is as fast as heat_at_once (after measuring).
// Run      ./tutorial run heat_bulk -- --rows 8192 --cols 8192 --boundary periodic
// See      ./tutorial explain heat_bulk
// Source   none of the books; the instructions: PTX ISA, cp.async.bulk.tensor

#include <map>
#include <string>

#include "heat/cells.cuh"
#include "heat/plate_on_device.hpp"
#include "tutorial/tensor_map.hpp"

constexpr unsigned threads = 256;
constexpr unsigned width = 128;  // of a tile, in cells
constexpr unsigned height = 32;

// A tile in shared memory, with `margin` cells at each side of which one is wanted: so its rows are aligned.
template <unsigned margin>
constexpr unsigned pitch = margin + width + margin;

// [edges]
// The cells of a tile that represent what is beyond an edge of the plate.
template <unsigned margin>
__device__ void fill_edges(float* tile, const float* from, unsigned first_row, unsigned first_col,
                           unsigned rows, unsigned cols, heat::Boundary boundary) {
  const unsigned own_rows = min(height, rows - first_row);
  const unsigned own_cols = min(width, cols - first_col);
  for (unsigned y = threadIdx.x; y < own_rows; y += threads) {
    const float* row = from + std::size_t{first_row + y} * cols;
    float* to = tile + (y + 1) * pitch<margin> + margin;
    if (first_col == 0) to[-1] = row[heat::before(0, cols, boundary)];
    if (first_col + own_cols == cols) to[own_cols] = row[heat::after(cols - 1, cols, boundary)];
  }
  for (unsigned x = threadIdx.x; x < own_cols; x += threads) {
    const float* col = from + first_col + x;
    float* to = tile + margin + x;
    if (first_row == 0) to[0] = col[std::size_t{heat::before(0, rows, boundary)} * cols];
    if (first_row + own_rows == rows) {
      to[(own_rows + 1) * pitch<margin>] = col[std::size_t{heat::after(rows - 1, rows, boundary)} * cols];
    }
  }
}
// [edges]

// The tile and its halo without corners, as far as the plate goes. A warp takes whole rows, a lane `group` neighbors at a time.
template <unsigned margin, int group>
__device__ void load_by_threads(float* tile, const float* from, unsigned first_row, unsigned first_col,
                                unsigned rows, unsigned cols) {
  const unsigned lane = threadIdx.x % 32;
#pragma unroll
  for (unsigned y = threadIdx.x / 32; y < height + 2; y += threads / 32) {
    const unsigned row = first_row + y - 1;  // above the plate it wraps round, and is too large
    if (row >= rows) continue;
    const float* start = from + std::size_t{row} * cols + first_col;
    float* to = tile + y * pitch<margin> + margin;
#pragma unroll
    for (unsigned x = lane * group; x < width; x += 32 * group) {
      if (first_col + x < cols) heat::store_cells(to + x, heat::load_cells<group>(start + x));
    }
    if (lane == 0 && first_col > 0) to[-1] = *(start - 1);
    if (lane == 31 && first_col + width < cols) to[width] = start[width];
  }
}

// A step of the tile: a thread owns `group` neighboring columns and walks down its rows.
template <unsigned margin, int group>
__device__ void step(const float* tile, float* to, unsigned first_row, unsigned first_col, unsigned rows,
                     unsigned cols, heat::Boundary boundary) {
  constexpr unsigned across = width / group;  // threads
  constexpr unsigned own_rows = height / (threads / across);
  const unsigned x = threadIdx.x % across * group;
  const unsigned y = threadIdx.x / across * own_rows;
  const unsigned col = first_col + x;
  if (col >= cols || first_row + y >= rows) return;
  const float* at = tile + (y + 1) * pitch<margin> + margin + x;
  heat::Cells<group> up = heat::load_cells<group>(at - pitch<margin>);
  heat::Cells<group> own = heat::load_cells<group>(at);
#pragma unroll
  for (unsigned row = first_row + y, i = 0; i < own_rows && row < rows; ++i, ++row, at += pitch<margin>) {
    const heat::Cells<group> down = heat::load_cells<group>(at + pitch<margin>);
    const float left = *(at - 1);
    const float right = at[group];
    heat::Cells<group> next;
#pragma unroll
    for (int k = 0; k < group; ++k) {
      const float to_left = k == 0 ? left : own.cell[k - 1];
      const float to_right = k == group - 1 ? right : own.cell[k + 1];
      const bool keeps = heat::is_fixed(row, col + k, rows, cols, boundary);
      next.cell[k] =
          keeps ? own.cell[k] : heat::update(own.cell[k], to_left, to_right, up.cell[k], down.cell[k]);
    }
    heat::store_cells(to + std::size_t{row} * cols + col, next);
    up = own;
    own = down;
  }
}

// cols is a multiple of `group`.
template <int group>
__global__ void __launch_bounds__(threads)
    heat_tile(const float* from, float* to, unsigned rows, unsigned cols, heat::Boundary boundary) {
  constexpr unsigned margin = 4;  // load_cells and store_cells need 16 bytes
  __shared__ __align__(16) float tile[(height + 2) * pitch<margin>];
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * height;
  const unsigned first_col = blockIdx.x * width;
  if (first_row >= rows || cols == 0) return;  // the block as a whole
  load_by_threads<margin, group>(tile, from, first_row, first_col, rows, cols);
  fill_edges<margin>(tile, from, first_row, first_col, rows, cols, boundary);
  __syncthreads();  // the tile is full
  step<margin, group>(tile, to, first_row, first_col, rows, cols, boundary);
}

#if TUTORIAL_HAS_TENSOR_MAPS

// [kernel]
// cols is a multiple of 4; `map` is the plate's that `from` is, in boxes of a tile with its halo.
template <unsigned margin>
__global__ void __launch_bounds__(threads)
    heat_bulk(const __grid_constant__ CUtensorMap map, const float* from, float* to, unsigned rows,
              unsigned cols, heat::Boundary boundary) {
#if TUTORIAL_HOPPER_CODE
  namespace ptx = cuda::ptx;
  __shared__ __align__(128) float tile[(height + 2) * pitch<margin>];
  __shared__ std::uint64_t full;
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * height;
  const unsigned first_col = blockIdx.x * width;
  if (first_row >= rows) return;  // the block as a whole

  // [change]
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async(ptx::space_shared);  // the TMA unit, too, sees it
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(tile));
    const std::int32_t corner[] = {static_cast<std::int32_t>(first_col) - static_cast<std::int32_t>(margin),
                                   static_cast<std::int32_t>(first_row) - 1};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &map, corner, &full);
  }
  __syncthreads();  // no thread waits at a barrier that does not exist yet
  bool loaded = false;
  while (!loaded) loaded = ptx::mbarrier_try_wait_parity(&full, 0);
  if (first_row == 0 || first_col == 0 || first_row + height >= rows || first_col + width >= cols) {
    fill_edges<margin>(tile, from, first_row, first_col, rows, cols, boundary);
    __syncthreads();  // the edges are there
  }
  // [change]

  step<margin, 4>(tile, to, first_row, first_col, rows, cols, boundary);
#endif
}
// [kernel]

template <unsigned margin>
void measure_bulk(tutorial::Program& program, heat::Problem& plate, const dim3& grid) {
  // A step reads the plate at the beginning or one of two that the steps write: a map for each, made when it is first read.
  std::map<const float*, CUtensorMap> maps;
  const auto map_of = [&](const float* from) {
    const auto [made, is_new] = maps.try_emplace(from);
    if (is_new) {
      made->second = tutorial::tensor_map(from, plate.rows, plate.cols, height + 2, pitch<margin>,
                                          CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE);
    }
    return made->second;
  };
  plate.measure(program, "TMA copies, margin of " + std::to_string(margin) + " cells",
                [&](const float* from, float* to) {
                  heat_bulk<margin>
                      <<<grid, threads>>>(map_of(from), from, to, plate.rows, plate.cols, plate.boundary);
                  CUDA_CHECK_LAUNCH();
                });
}

#endif

template <int group>
void measure_by_threads(tutorial::Program& program, heat::Problem& plate, const dim3& grid) {
  plate.measure(program, "tile loaded by threads", [&](const float* from, float* to) {
    heat_tile<group><<<grid, threads>>>(from, to, plate.rows, plate.cols, plate.boundary);
    CUDA_CHECK_LAUNCH();
  });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  heat::Options options;
  heat::add_options(program, options);
  return program.run(argc, argv, [&] {
    heat::Problem plate(options, program.seed());
    const dim3 grid = tutorial::tile_grid(plate.rows, plate.cols, width, height);
    const bool aligned = plate.cols % 4 == 0;  // its rows begin at multiples of 16 bytes
    if (aligned) {
      measure_by_threads<4>(program, plate, grid);
    } else {
      measure_by_threads<1>(program, plate, grid);
    }

    std::string why_not = tutorial::no_tensor_maps();
    if (!aligned) why_not = "the length of a row is no multiple of 16 bytes";
    if (plate.rows == 0 || plate.cols == 0) why_not = "a tensor map has no side without elements";
    if (!why_not.empty()) {
      program.left_out("TMA copies", why_not);
      return;
    }
#if TUTORIAL_HAS_TENSOR_MAPS
    measure_bulk<4>(program, plate, grid);
    measure_bulk<8>(program, plate, grid);
#endif
  });
}
