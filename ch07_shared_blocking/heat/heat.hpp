#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "tutorial/tile_grid.hpp"
#include "tutorial/tutorial.hpp"

/// Common code of the stencils of chapter 7: a plate of cells in which heat spreads, its boundary, and the check.
///
/// One step gives each cell rate * (left + right + up + down - 4 * itself) more: the heat equation, with
/// differences instead of derivatives. It is stable up to a rate of 1/4.
namespace heat {

constexpr float rate = 0.2f;

/// What is beyond the edge of the plate.
enum class Boundary {
  fixed,      ///< the cells at the edge keep their temperature (Dirichlet)
  insulated,  ///< no heat gets out: the neighbor beyond the edge is as warm as the cell itself (Neumann)
  periodic    ///< the plate continues at the opposite edge
};

/// What the user chose.
struct Options {
  std::int64_t rows;
  std::int64_t cols;
  std::int64_t steps;
  std::string boundary;
  std::string data;
};

/// Adds --rows, --cols, --steps, --boundary and --data. The GPU's default is 256 MiB a plate: four times
/// the L2 cache of an H200, twice that of a B200.
inline void add_options(tutorial::Program& program, Options& options) {
  program.size("--rows", options.rows, "rows of cells", {.gpu = 8192, .simulator = 256, .quick = 67});
  program.size("--cols", options.cols, "columns of cells", {.gpu = 8192, .simulator = 256, .quick = 132});
  program.size("--steps", options.steps, "steps in time", {.gpu = 10, .simulator = 4, .quick = 3});
  program.choice(
      "--boundary", options.boundary,
      "the cells at the edge keep their temperature, no heat gets out, or opposite edges are neighbours",
      {"fixed", "insulated", "periodic"});
  program.choice(
      "--data", options.data,
      "hot spots on an uneven ground; all cells alike; all but one alike; neighbours of opposite sign and "
      "very different size; denormal",
      {"spots", "equal", "single", "alternating", "denormal"});
}

/// Along a side of `count` cells: the index of the neighbor before a cell.
__device__ inline unsigned before(unsigned i, unsigned count, Boundary boundary) {
  return i > 0 ? i - 1 : boundary == Boundary::periodic ? count - 1 : i;
}

/// The index of the neighbor after it.
__device__ inline unsigned after(unsigned i, unsigned count, Boundary boundary) {
  return i + 1 < count ? i + 1 : boundary == Boundary::periodic ? 0 : i;
}

/// True for a cell that keeps its temperature.
__device__ inline bool is_fixed(unsigned row, unsigned col, unsigned rows, unsigned cols, Boundary boundary) {
  return boundary == Boundary::fixed && (row == 0 || row + 1 == rows || col == 0 || col + 1 == cols);
}

/// A cell's temperature after a step. Every rounding is spelled out, and the sum is made of two pairs: a
/// compiler has no choice here, so that the CPU gets the same bits.
__device__ inline float update(float own, float left, float right, float up, float down) {
  const float around = (left + right) + (up + down);
  return fmaf(rate, fmaf(-4.0f, own, around), own);
}

/// Calls body(begin, end) for shares that together cover all rows; for a large plate in as many
/// threads as there are cores.
template <typename Body>
void share_rows(std::size_t rows, std::size_t cols, Body&& body) {
  tutorial::in_parts(static_cast<std::int64_t>(rows), static_cast<std::int64_t>(cols),
                     [&](int, std::int64_t begin, std::int64_t end) {
                       body(static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
                     });
}

/// The plate at the beginning. No two rows or columns are alike where the data are spots.
inline std::vector<float> make_plate(const Options& options, std::uint64_t seed) {
  const tutorial::Random random(seed);
  const auto rows = static_cast<std::size_t>(options.rows);
  const auto cols = static_cast<std::size_t>(options.cols);
  const auto value = [&](std::size_t row, std::size_t col) {
    const std::uint64_t i = row * cols + col;
    const float noise = random.uniform(i);
    if (options.data == "equal") return 1.0f / 3;
    if (options.data == "single") return row == rows / 3 && col == 2 * cols / 3 ? 1000.0f : 1.0f / 3;
    if (options.data == "alternating") {
      const float size = std::ldexp(1 + noise, static_cast<int>(random.below(80, i)));
      return (row + col) % 2 == 0 ? size : -size;
    }
    if (options.data == "denormal") return noise * 0x1p-130f;
    return 20 + noise + (random.below(64, i) == 0 ? 1000 * random.uniform(~i) : 0);
  };

  std::vector<float> plate(rows * cols);
  share_rows(rows, cols, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      for (std::size_t col = 0; col < cols; ++col) plate[row * cols + col] = value(row, col);
    }
  });
  return plate;
}

/// The plate after `steps` steps, on the CPU. The code differs from the kernels, so as not to
/// share their mistakes: the plate gets a frame of cells that represent what is beyond the edge, and then
/// all cells are treated alike.
inline std::vector<float> reference(const Options& options, std::vector<float> plate) {
  if (plate.empty()) return plate;
  const auto rows = static_cast<std::size_t>(options.rows);
  const auto cols = static_cast<std::size_t>(options.cols);
  const std::size_t pitch = cols + 2;
  const bool periodic = options.boundary == "periodic";
  const std::size_t kept = options.boundary == "fixed" ? 1 : 0;  // rows and columns at each edge

  std::vector<float> framed((rows + 2) * pitch, 0.0f);
  const auto update_rows = [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = std::max(begin, kept); row < std::min(end, rows - kept); ++row) {
      for (std::size_t col = kept; col < cols - kept; ++col) {
        const float* cell = framed.data() + (row + 1) * pitch + (col + 1);
        const float around = (cell[-1] + cell[1]) + (*(cell - pitch) + cell[pitch]);
        plate[row * cols + col] = std::fma(rate, std::fma(-4.0f, *cell, around), *cell);
      }
    }
  };

  const auto frame_rows = [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const float* from = plate.data() + row * cols;
      float* to = framed.data() + (row + 1) * pitch;
      std::copy(from, from + cols, to + 1);
      to[0] = periodic ? from[cols - 1] : from[0];
      to[cols + 1] = periodic ? from[0] : from[cols - 1];
    }
  };

  for (std::int64_t step = 0; step < options.steps; ++step) {
    share_rows(rows, cols, frame_rows);
    const float* top = framed.data() + (periodic ? rows : 1) * pitch;
    const float* bottom = framed.data() + (periodic ? 1 : rows) * pitch;
    std::copy(top, top + pitch, framed.data());
    std::copy(bottom, bottom + pitch, framed.data() + (rows + 1) * pitch);

    share_rows(rows, cols, update_rows);
  }
  return plate;
}

/// The steps of the next pass where `left` are to be taken and a pass takes 1, 2, 4 ... up to `most`.
inline int pass_steps(std::int64_t left, int most) {
  return static_cast<int>(std::bit_floor(static_cast<std::uint64_t>(std::min<std::int64_t>(left, most))));
}

/// The plate at the beginning and two more on the device, between which the steps go back and forth.
class Problem {
 public:
  Problem(const Options& chosen, std::uint64_t seed)
      : rows(checked(chosen).rows),
        cols(chosen.cols),
        boundary(chosen.boundary == "fixed"       ? Boundary::fixed
                 : chosen.boundary == "insulated" ? Boundary::insulated
                                                  : Boundary::periodic),
        options_(chosen),
        begin_(static_cast<std::size_t>(rows * cols)),
        odd_(begin_.size()),
        even_(begin_.size()),
        plate_(make_plate(chosen, seed)) {
    begin_.copy_from(plate_);
  }

  /// A row of the table: all steps, launch(from, to) for each. A step must read every cell once and write
  /// every cell once. Below the table: the time of one step.
  template <typename Launch>
  void measure(tutorial::Program& program, const std::string& variant, Launch&& launch) {
    measure_passes(program, variant, 1, [&](const float* from, float* to, int) { launch(from, to); });
  }

  /// The same for kernels that take several steps in one pass over the plate: launch(from, to, steps) for each
  /// pass, with 1, 2, 4 ... steps up to `most_steps`. A step counts as much as above, one read and one write of
  /// every cell, whatever a pass saves of them.
  ///
  /// The first pass reads the plate at the beginning and the others each other's results, so that nothing has
  /// to be restored before the next run.
  template <typename Launch>
  void measure_passes(tutorial::Program& program, const std::string& variant, int most_steps,
                      Launch&& launch) {
    odd_.poison();
    even_.poison();
    const tutorial::Case row = {
        .variant = variant,
        .size = tutorial::count_text(rows) + " x " + tutorial::count_text(cols) + ", " +
                std::to_string(options_.steps) + (options_.steps == 1 ? " step" : " steps"),
        .work = 2.0 * static_cast<double>(begin_.bytes()) * static_cast<double>(options_.steps),
        .unit = tutorial::Unit::gigabytes_per_second,
        .ceiling = tutorial::Ceiling::copy};
    const double seconds = program.measure(
        row,
        [&] {
          const float* from = begin_.data();
          end_ = &begin_;
          for (std::int64_t left = options_.steps; left > 0;) {
            const int steps = pass_steps(left, most_steps);
            end_ = end_ == &odd_ ? &even_ : &odd_;
            launch(from, end_->data(), steps);
            from = end_->data();
            left -= steps;
          }
        },
        [&] { return check(); });
    if (std::isfinite(seconds) && options_.steps > 0) {
      const double us = 1e6 * seconds / static_cast<double>(options_.steps);
      program.note(variant + ": " + tutorial::value_text(std::round(100 * us) / 100) + " us a step");
    }
  }

  const std::int64_t rows;
  const std::int64_t cols;
  const Boundary boundary;

 private:
  // Every cell, exactly. No tolerance is needed: update() determines all roundings, and the
  // CPU performs the same operations in the same order. A tolerance would have to grow with the steps, and heat
  // spreads so slowly that a wrong neighbor could hide in it.
  tutorial::Verdict check() {
    if (want_.empty()) want_ = reference(options_, plate_);
    return tutorial::verify(
        end_->to_host(), [&](std::int64_t i) { return want_[static_cast<std::size_t>(i)]; }, {},
        tutorial::matrix_index(cols));
  }

  static const Options& checked(const Options& options) {
    constexpr std::int64_t side_limit = std::int64_t{1} << 31;
    tutorial::Program::require(
        options.rows < side_limit && options.cols < side_limit,
        "--rows and --cols must be below 2^31 each: row and column numbers are 32 bits wide");
    tutorial::Program::require(options.rows == 0 || options.cols <= (std::int64_t{1} << 40) / options.rows,
                               "--rows times --cols must not exceed 2^40 cells");
    tutorial::Program::require(options.steps <= 1'000'000, "--steps must not exceed 1000000");
    return options;
  }

  Options options_;
  tutorial::DeviceBuffer<float> begin_;
  tutorial::DeviceBuffer<float> odd_;
  tutorial::DeviceBuffer<float> even_;
  tutorial::DeviceBuffer<float>* end_ = nullptr;  // where the last run left its plate
  std::vector<float> plate_;                      // at the beginning
  std::vector<float> want_;                       // at the end
};

}  // namespace heat
