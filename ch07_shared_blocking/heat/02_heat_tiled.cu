// heat_tiled: does a tile in shared memory help if the neighbors are already in the cache?
// Step     tile with halo
// Before   heat_naive reads each cell five times, and relies on the L1 cache to read device memory only about
//          once.
// Change   A block loads its 32x8 cells into shared memory, with a halo: the cells around the tile, which belong
//          to other blocks and are neighbors of the tile's cells. The threads at the edge of the tile load the
//          halo next to them:
//
//              . h h h h h h .
//              h 0 1 2 .. 31 h      h  halo: read here, written by another block
//              h             h      .  corners: no cell has a diagonal neighbor
//              . h h h h h h .
//
//          Then comes a barrier, since other threads loaded the neighbors, and one step from shared memory. A
//          boundary is no special case here: the halo contains what `before` and `after` determine.
// Expect   Words from global memory per cell: 5 -> 1.31, with a halo of 80 cells around 256. Requests per
//          warp: 5 -> 3.25, since the left and the right edge are requests of one lane each. But loads that
//          hit the L1 cache now go to shared memory, and the two are the same memory of the SM, read by the
//          same load unit: five loads per cell as before, plus a store and a barrier, at which all warps of
//          the block wait for the slowest load. Nothing scarce is saved, so we expect this to be slower
//          than heat_naive. On GPUs without an L1 cache for global loads it was the other way around, and
//          the advice to use a tile comes from those. A tile still pays off if data are used more often
//          than five times, as in matmul_tiled, or in an order that fits no cache line, as in
//          transpose_padded.
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
  heat::Input in(options, program.seed());
  tutorial::DeviceBuffer<float> d_start(in.cells()), d_odd(in.cells()), d_even(in.cells());  // cudaMalloc
  d_start.copy_from(in.make_plate());                                                        // cudaMemcpy
  const dim3 block(tile_width, tile_height);
  const dim3 grid = tutorial::tile_grid(in.rows, in.cols, tile_width, tile_height);

  const std::string variant = "tile 32 x 8 with halo";
  // The plate after a step, which reads the one before it.
  const auto at = [&](auto step) -> auto& { return step % 2 == 1 ? d_odd : step > 0 ? d_even : d_start; };
  const double seconds = program.measure(
      in.row(variant),
      [&] {
        for (std::int64_t step = 1; step <= options.steps; ++step) {
          heat_tiled<<<grid, block>>>(at(step - 1).data(), at(step).data(), in.rows, in.cols, in.boundary);
          CUDA_CHECK_LAUNCH();
        }
      },
      [&] { return in.check(at(options.steps).to_host()); });
  in.note_step_time(program, variant, seconds);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  heat::Options options;
  heat::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
