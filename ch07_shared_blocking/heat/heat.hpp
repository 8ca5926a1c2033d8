#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "heat/plate.hpp"
#include "tutorial/tile_grid.hpp"
#include "tutorial/tutorial.hpp"

/// Common code of the stencils of chapter 7: a plate of cells in which heat spreads, its boundary, and the check.
///
/// One step gives each cell rate * (left + right + up + down - 4 * itself) more: the heat equation, with
/// differences instead of derivatives. It is stable up to a rate of 1/4.
namespace heat {

/// What is beyond the edge of the plate.
enum class Boundary {
  fixed,      ///< the cells at the edge keep their temperature (Dirichlet)
  insulated,  ///< no heat gets out: the neighbor beyond the edge is as warm as the cell itself (Neumann)
  periodic    ///< the plate continues at the opposite edge
};

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

/// The plate on the host, and the check of a plate after all steps.
class Input {
 public:
  /// @throws tutorial::UsageError for a plate that is too large
  Input(const Options& chosen, std::uint64_t seed)
      : rows(checked(chosen).rows),
        cols(chosen.cols),
        boundary(chosen.boundary == "fixed"       ? Boundary::fixed
                 : chosen.boundary == "insulated" ? Boundary::insulated
                                                  : Boundary::periodic),
        options_(chosen),
        seed_(seed) {}

  std::int64_t cells() const { return rows * cols; }

  /// Makes the plate before the first step: call it before any check.
  const std::vector<float>& make_plate() { return plate_ = heat::make_plate(options_, seed_); }

  /// The table's row for all steps. A step must read every cell once and write every cell once.
  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant,
            .size = tutorial::count_text(rows) + " x " + tutorial::count_text(cols) + ", " +
                    std::to_string(options_.steps) + (options_.steps == 1 ? " step" : " steps"),
            .work = 2.0 * sizeof(float) * static_cast<double>(cells()) * static_cast<double>(options_.steps),
            .unit = tutorial::Unit::gigabytes_per_second,
            .ceiling = tutorial::Ceiling::copy};
  }

  /// Every cell, exactly. No tolerance is needed: update() determines all roundings, and the
  /// CPU performs the same operations in the same order. A tolerance would have to grow with the steps, and heat
  /// spreads so slowly that a wrong neighbor could hide in it.
  tutorial::Verdict check(const std::vector<float>& end) {
    if (want_.empty()) want_ = reference(options_, plate_);
    return tutorial::verify(
        end, [&](std::int64_t i) { return want_[static_cast<std::size_t>(i)]; }, {},
        tutorial::matrix_index(cols));
  }

  /// The line below the table: the time of one step. @param seconds  of all steps
  void note_step_time(tutorial::Program& program, const std::string& variant, double seconds) const {
    if (!std::isfinite(seconds) || options_.steps == 0) return;
    const double us = 1e6 * seconds / static_cast<double>(options_.steps);
    program.note(variant + ": " + tutorial::value_text(std::round(100 * us) / 100) + " us a step");
  }

  const std::int64_t rows;
  const std::int64_t cols;
  const Boundary boundary;

 private:
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
  std::uint64_t seed_;
  std::vector<float> plate_;  // before the first step
  std::vector<float> want_;   // after the last
};

}  // namespace heat
