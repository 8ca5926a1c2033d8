// heat_tiled: does a tile in shared memory help if the neighbors are already in the cache?
// Step     tile with halo
// Before   heat_naive reads each cell five times, and leaves it to the L1 cache that device memory is read
//          about once.
// Change   a block brings its 32 x 8 cells into shared memory, with a halo: the cells round the tile, which
//          belong to other blocks and which its own cells have as neighbours. Whoever stands at the rim
//          brings the halo beside it:
//
//              . h h h h h h .
//              h 0 1 2 .. 31 h      h  halo: read here, written by another block
//              h             h      .  corners: no cell has a diagonal neighbour
//              . h h h h h h .
//
//          Then a barrier, since the neighbours were brought by other threads, and one step from shared
//          memory. A boundary is no special case here: the halo holds what `before` and `after` say.
// Expect   words from global memory for each cell: 5 -> 1.31, with a halo of 80 cells round 256. Requests of
//          a warp: 5 -> 3.25, since the left and the right rim are requests of one lane each. But what came
//          from the cache comes from shared memory now, and the two are the same memory of the
//          multiprocessor, behind the same load unit: five loads for each cell from there as before, with a
//          store and a barrier on top, at which all warps of the block wait for the slowest load. Nothing is
//          saved that was scarce, so we predict that this is slower than heat_naive. On GPUs without an L1
//          cache for global loads it was the other way round, and that is where the advice to use a tile
//          comes from. It still pays where data are used more often than five times, as in matmul_tiled, or
//          in an order that no cache line fits, as in transpose_padded.
// Measured - It is slower than heat_naive (with measuring).
// Run      ./tutorial run heat_tiled -- --rows 8192 --cols 8192 --boundary periodic
// See      ./tutorial explain heat_tiled
// Source   [Farber] ch. 6

#include "heat/heat.hpp"

constexpr int tile_width = 32;
constexpr int tile_height = 8;

// [kernel]
__global__ void heat_tiled(const float* from, float* to, unsigned rows, unsigned cols,
                           heat::Boundary boundary) {
  __shared__ float tile[tile_height + 2][tile_width + 2];

  const unsigned col = blockIdx.x * tile_width + threadIdx.x;
  const unsigned row = (blockIdx.z * gridDim.y + blockIdx.y) * tile_height + threadIdx.y;
  const bool inside = row < rows && col < cols;
  const unsigned x = threadIdx.x + 1;  // in the tile
  const unsigned y = threadIdx.y + 1;

  if (inside) {
    const auto cell = [&](unsigned r, unsigned c) { return from[std::size_t{r} * cols + c]; };
    tile[y][x] = cell(row, col);
    // The rim of the tile, or of the plate where the tile hangs over.
    if (x == 1) tile[y][0] = cell(row, heat::before(col, cols, boundary));
    if (x == tile_width || col + 1 == cols) tile[y][x + 1] = cell(row, heat::after(col, cols, boundary));
    if (y == 1) tile[0][x] = cell(heat::before(row, rows, boundary), col);
    if (y == tile_height || row + 1 == rows) tile[y + 1][x] = cell(heat::after(row, rows, boundary), col);
  }
  __syncthreads();  // the tile is full

  if (inside) {
    const float own = tile[y][x];
    const bool keeps = heat::is_fixed(row, col, rows, cols, boundary);
    const float next = heat::update(own, tile[y][x - 1], tile[y][x + 1], tile[y - 1][x], tile[y + 1][x]);
    to[std::size_t{row} * cols + col] = keeps ? own : next;
  }
}
// [kernel]

void run(tutorial::Program& program, const heat::Options& options) {
  heat::Problem plate(options, program.seed());
  const dim3 grid = tutorial::tile_grid(plate.rows, plate.cols, tile_width, tile_height);
  const dim3 block(tile_width, tile_height);

  plate.measure(program, "tile 32 x 8 with halo", [&](const float* from, float* to) {
    heat_tiled<<<grid, block>>>(from, to, plate.rows, plate.cols, plate.boundary);
    CUDA_CHECK_LAUNCH();
  });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  heat::Options options;
  heat::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
