// heat_solid: what becomes of a stencil in three dimensions?
//
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
//          Not measured yet: bench has no row of it.
// Run      ./tutorial run heat_solid -- --planes 512 --rows 512 --cols 512
// See      ./tutorial explain heat_solid
// Source   [Farber] ch. 6 (stencils in n dimensions)

#include <algorithm>
#include <cmath>

#include "tutorial/tile_grid.hpp"
#include "tutorial/tutorial.hpp"

constexpr unsigned block_width = 32;
constexpr unsigned block_height = 8;
constexpr float rate = 0.1f;  // up to 1/6 it is stable

struct Options {
  std::int64_t planes, rows, cols, steps;

  std::int64_t cells() const { return planes * rows * cols; }
};

// [kernel]
// The cells of the surface keep their temperature.
__global__ void heat_solid(const float* from, float* to, unsigned planes, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * block_width + threadIdx.x;
  const unsigned row = (blockIdx.z * gridDim.y + blockIdx.y) * block_height + threadIdx.y;
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
      const float around =
          (from[at - 1] + from[at + 1]) + (from[at - cols] + from[at + cols]) + (above + below);
      next =
          fmaf(rate, fmaf(-6.0f, own, around), own);  // every rounding is spelled out: the CPU gets the same
    }
    to[at] = next;
    above = own;
    own = below;
  }
}
// [kernel]

// The solid after all steps, on the CPU: by three indices, and not by a walk.
std::vector<float> reference(const Options& options, std::vector<float> solid) {
  const auto rows = static_cast<std::size_t>(options.rows);
  const auto cols = static_cast<std::size_t>(options.cols);
  std::vector<float> next = solid;
  for (std::int64_t step = 0; step < options.steps; ++step) {
    tutorial::in_parts(
        std::max<std::int64_t>(options.planes - 2, 0), options.rows * options.cols,
        [&](int, std::int64_t begin, std::int64_t end) {
          for (auto p = static_cast<std::size_t>(begin) + 1; p < static_cast<std::size_t>(end) + 1; ++p)
            for (std::size_t r = 1; r + 1 < rows; ++r)
              for (std::size_t c = 1; c + 1 < cols; ++c) {
                const auto cell = [&](std::size_t i, std::size_t j, std::size_t k) {
                  return solid[(i * rows + j) * cols + k];
                };
                const float around = (cell(p, r, c - 1) + cell(p, r, c + 1)) +
                                     (cell(p, r - 1, c) + cell(p, r + 1, c)) +
                                     (cell(p - 1, r, c) + cell(p + 1, r, c));
                const float own = cell(p, r, c);
                next[(p * rows + r) * cols + c] = std::fma(rate, std::fma(-6.0f, own, around), own);
              }
        });
    std::swap(solid, next);
  }
  return solid;
}

void run(tutorial::Program& program, const Options& options) {
  tutorial::Program::require(options.steps >= 1, "--steps must be at least 1");
  tutorial::Program::require(std::max({options.planes, options.rows, options.cols}) <= std::int64_t{1} << 16,
                             "--planes, --rows and --cols must not exceed 65536 each");
  tutorial::Program::require(options.cells() <= std::int64_t{1} << 31, "a solid may have 2^31 cells at most");
  const tutorial::Random random(program.seed());
  std::vector<float> begin(static_cast<std::size_t>(options.cells()));
  for (std::size_t i = 0; i < begin.size(); ++i)
    begin[i] = 20 + random.uniform(i) + (random.below(64, i) == 0 ? 1000 * random.uniform(~i) : 0);
  const std::vector<float> want = reference(options, begin);
  const tutorial::DeviceBuffer<float> first(begin);
  tutorial::DeviceBuffer<float> odd(begin.size());
  tutorial::DeviceBuffer<float> even(begin.size());
  const auto planes = static_cast<unsigned>(options.planes);
  const auto rows = static_cast<unsigned>(options.rows);
  const auto cols = static_cast<unsigned>(options.cols);

  odd.poison();
  even.poison();
  const dim3 grid = tutorial::tile_grid(rows, cols, block_width, block_height);
  const dim3 block(block_width, block_height);
  program.measure(
      {.variant = "one column a thread",
       .size = tutorial::count_text(options.planes) + " x " + tutorial::count_text(options.rows) + " x " +
               tutorial::count_text(options.cols) + ", " + std::to_string(options.steps) + " steps",
       .work = 2.0 * static_cast<double>(first.bytes()) * static_cast<double>(options.steps),
       .unit = tutorial::Unit::gigabytes_per_second,
       .ceiling = tutorial::Ceiling::copy},
      [&] {
        for (std::int64_t step = 0; step < options.steps; ++step) {
          const float* from = step == 0 ? first.data() : step % 2 == 1 ? odd.data() : even.data();
          heat_solid<<<grid, block>>>(from, step % 2 == 0 ? odd.data() : even.data(), planes, rows, cols);
          CUDA_CHECK_LAUNCH();
        }
      },
      [&] {
        return tutorial::verify((options.steps % 2 == 1 ? odd : even).to_host(),
                                [&](std::int64_t i) { return want[static_cast<std::size_t>(i)]; }, {},
                                [](std::int64_t i) { return "cell " + std::to_string(i); });
      });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  Options options;
  program.size("--planes", options.planes, "planes of cells", {.gpu = 512, .simulator = 34, .quick = 10});
  program.size("--rows", options.rows, "rows of a plane", {.gpu = 512, .simulator = 50, .quick = 19});
  program.size("--cols", options.cols, "columns of a plane", {.gpu = 512, .simulator = 70, .quick = 36});
  program.size("--steps", options.steps, "steps in time", {.gpu = 10, .simulator = 2, .quick = 2});
  return program.run(argc, argv, [&] { run(program, options); });
}
