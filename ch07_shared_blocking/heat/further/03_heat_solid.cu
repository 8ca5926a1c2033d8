// heat_solid: what becomes of a stencil in three dimensions?
// Step     one column per thread
// Before   on a plate a cell has four neighbours, two of them in its own row. In a solid it has six, and two lie a
//          whole plane away.
// Change   a thread owns a column of the solid and walks down the planes, as heat_marching walks down the rows.
//          What lies below is its one load from the next plane; it is the thread's own cell a step later, and what
//          lies above the step after. The four neighbours in the plane come through the caches:
//
//              plane p - 1       plane p           plane p + 1
//                                    up
//                 above         left own right        below         above, own, below: registers
//                                   down
//
// Expect   device memory should see each cell once, as on the plate: the plane is read a row of warps at a time, and
//          its neighbours want the same rows at about the same time. So about as near to a copy as the walk of one
//          column a thread on the plate, heat_marching's first row: a load of 4 bytes a lane. What a plane is too
//          large for is a tile: with a halo on six sides a tile of 32 x 8 x 8 reads 1.56 cells for each of its own.
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
