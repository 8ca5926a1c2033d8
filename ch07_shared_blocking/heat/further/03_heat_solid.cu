// heat_solid: what changes for a stencil in three dimensions?
// Step     one column per thread
// Before   On a plate a cell has four neighbors, two of them in its own row. In a solid it has six, and two of them are
//          a whole plane away.
// Change   A thread owns a column of the solid and walks down the planes, as heat_marching walks down the rows. It loads
//          only the cell below, from the next plane; one step later that is its own cell, and the step after, the cell
//          above. The four neighbors in the plane come through the caches:
//
//              plane p - 1       plane p           plane p + 1
//                                    up
//                 above         left own right        below         above, own, below: registers
//                                   down
//
// Expect   Device memory should deliver each cell once, as on the plate: the plane is read one row of warps at a time, and
//          neighboring warps need the same rows at about the same time. So it should be about as close to a copy as
//          heat_marching's first variant, which also walks one column per thread: one load of 4 bytes per lane. A tile
//          does not suit a solid: with a halo on six sides, a tile of 32x8x8 reads 1.56 cells for each of its own.
//          - It reaches 40 to 64% of the ceiling (before measuring).
// Run      ./tutorial run heat_solid -- --planes 512 --rows 512 --cols 512
// See      ./tutorial explain heat_solid
// Source   [Farber] ch. 6 (stencils in n dimensions)

#include "heat/further/solid.hpp"

constexpr unsigned block_width = 32;
constexpr unsigned block_height = 8;

// [kernel]
// The cells of the surface keep their temperature.
__global__ void heat_solid(const float* from, float* to, unsigned planes, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * block_width + threadIdx.x;
  const unsigned row = blockIdx.y * block_height + threadIdx.y;
  if (row >= rows || col >= cols || planes == 0) return;

  const bool side = row == 0 || row + 1 == rows || col == 0 || col + 1 == cols;
  const std::size_t plane = std::size_t{rows} * cols;
  std::size_t at = std::size_t{row} * cols + col;
  float above = 0;
  float own = from[at];
  for (unsigned p = 0; p < planes; ++p, at += plane) {
    const float below = p + 1 < planes ? from[at + plane] : 0;
    float next = own;
    if (!side && p > 0 && p + 1 < planes) {
      const float left = from[at - 1];
      const float right = from[at + 1];
      const float up = from[at - cols];
      const float down = from[at + cols];
      next = solid::update(own, left, right, up, down, above, below);
    }
    to[at] = next;
    above = own;
    own = below;
  }
}
// [kernel]

void run(tutorial::Program& program, const solid::Options& options) {
  solid::Problem problem(options, program.seed());
  const dim3 grid = tutorial::tile_grid(problem.rows, problem.cols, block_width, block_height);
  const dim3 block(block_width, block_height);

  problem.measure(program, "one column per thread", [&](const float* from, float* to) {
    heat_solid<<<grid, block>>>(from, to, problem.planes, problem.rows, problem.cols);
    CUDA_CHECK_LAUNCH();
  });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  solid::Options options;
  solid::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
