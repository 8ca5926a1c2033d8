#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tutorial/tile_grid.hpp"
#include "tutorial/tutorial.hpp"

/// What the stencils in three dimensions share: a solid of cells in which heat spreads, and the check.
///
/// The cells of the surface keep their temperature; up to a rate of 1/6 a step is stable.
namespace solid {

constexpr float rate = 0.1f;

/// What the user chose.
struct Options {
  std::int64_t planes, rows, cols, steps;

  std::int64_t cells() const { return planes * rows * cols; }
};

/// Adds --planes, --rows, --cols and --steps. The GPU's default is 512 MiB a solid.
inline void add_options(tutorial::Program& program, Options& options) {
  program.size("--planes", options.planes, "planes of cells", {.gpu = 512, .simulator = 17, .quick = 7});
  program.size("--rows", options.rows, "rows of a plane", {.gpu = 512, .simulator = 50, .quick = 19});
  program.size("--cols", options.cols, "columns of a plane", {.gpu = 512, .simulator = 132, .quick = 36});
  program.size("--steps", options.steps, "steps in time", {.gpu = 10, .simulator = 4, .quick = 4});
}

/// A cell's temperature after a step. Every rounding is spelled out, and the sum is made of three pairs: a
/// compiler has no choice here, so that the CPU gets the same bits.
__device__ inline float update(float own, float left, float right, float up, float down, float above,
                               float below) {
  const float around = (left + right) + (up + down) + (above + below);
  return fmaf(rate, fmaf(-6.0f, own, around), own);
}

/// The solid at the beginning: hot spots on an uneven ground.
inline std::vector<float> make_solid(std::int64_t cells, std::uint64_t seed) {
  const tutorial::Random random(seed);
  std::vector<float> solid(static_cast<std::size_t>(cells));
  for (std::size_t i = 0; i < solid.size(); ++i)
    solid[i] = 20 + random.uniform(i) + (random.below(64, i) == 0 ? 1000 * random.uniform(~i) : 0);
  return solid;
}

/// What a solid becomes, on the CPU.
using Reference = std::vector<float> (*)(const Options&, std::vector<float> solid);

/// The solid after all steps, on the CPU: by three indices, and not by a walk.
inline std::vector<float> reference(const Options& options, std::vector<float> solid) {
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

/// Planes that a block walks down, so that the device is done soonest: `tiles` are the columns of blocks that
/// cover a plane, `resident` the blocks that the device holds at a time, and a block brings `beyond` planes more
/// than it stores. A device that is full to the end, or few planes twice: what costs less, of all strips.
inline int best_strip(std::int64_t planes, std::int64_t tiles, std::int64_t resident, std::int64_t beyond) {
  std::int64_t best = std::max<std::int64_t>(planes, 1);
  std::int64_t least = 0;
  for (std::int64_t strips = 1; strips <= planes; ++strips) {
    const std::int64_t strip = (planes + strips - 1) / strips;
    const std::int64_t rounds = (tiles * strips + resident - 1) / resident;
    const std::int64_t cost = rounds * (strip + beyond);
    if (strips == 1 || cost < least) {
      least = cost;
      best = strip;
    }
  }
  return static_cast<int>(best);
}

/// The solid at the beginning and two more on the device, between which the steps go back and forth.
class Problem {
 public:
  Problem(const Options& chosen, std::uint64_t seed, Reference reference = solid::reference)
      : planes(static_cast<int>(checked(chosen).planes)),
        rows(static_cast<int>(chosen.rows)),
        cols(static_cast<int>(chosen.cols)),
        options_(chosen),
        reference_(reference),
        solid_(make_solid(chosen.cells(), seed)),
        begin_(solid_),
        odd_(solid_.size()),
        even_(solid_.size()) {}

  /// A row of the table: all steps, launch(from, to) for each. A step must read every cell once and write every
  /// cell once.
  template <typename Launch>
  void measure(tutorial::Program& program, const std::string& variant, Launch&& launch) {
    measure_passes(program, variant, 1, [&](const float* from, float* to, int) { launch(from, to); });
  }

  /// The same for kernels that take several steps in one pass over the solid: launch(from, to, steps) for each
  /// pass, of `most_steps` steps but for the last one. A step counts as much as above, whatever a pass saves.
  template <typename Launch>
  void measure_passes(tutorial::Program& program, const std::string& variant, int most_steps,
                      Launch&& launch) {
    odd_.poison();
    even_.poison();
    const std::string steps = std::to_string(options_.steps) + (options_.steps == 1 ? " step" : " steps");
    program.measure(
        {.variant = variant,
         .size = tutorial::count_text(planes) + " x " + tutorial::count_text(rows) + " x " +
                 tutorial::count_text(cols) + ", " + steps,
         .work = 2.0 * static_cast<double>(begin_.bytes()) * static_cast<double>(options_.steps),
         .unit = tutorial::Unit::gigabytes_per_second,
         .ceiling = tutorial::Ceiling::copy},
        [&] {
          const float* from = begin_.data();
          for (std::int64_t left = options_.steps; left > 0;) {
            const int now = static_cast<int>(std::min<std::int64_t>(left, most_steps));
            end_ = from == odd_.data() ? &even_ : &odd_;
            launch(from, end_->data(), now);
            from = end_->data();
            left -= now;
          }
        },
        [&] { return check(); });
  }

  const int planes;
  const int rows;
  const int cols;

 private:
  // Every cell, exactly: the update leaves the compiler no choice of roundings, and the CPU does the same operations
  // in the same order.
  tutorial::Verdict check() {
    if (want_.empty()) want_ = reference_(options_, solid_);
    const std::int64_t plane = options_.rows * options_.cols;
    return tutorial::verify(
        end_->to_host(), [&](std::int64_t i) { return want_[static_cast<std::size_t>(i)]; }, {},
        [&](std::int64_t i) {
          return "(plane " + std::to_string(i / plane) + ", row " + std::to_string(i % plane / cols) +
                 ", column " + std::to_string(i % cols) + ")";
        });
  }

  static const Options& checked(const Options& options) {
    constexpr std::int64_t side_limit = 1 << 16;  // no grid has more blocks than that along y or z
    tutorial::Program::require(options.steps >= 1 && options.steps <= 1'000'000,
                               "--steps must be from 1 to 1000000");
    tutorial::Program::require(std::max({options.planes, options.rows, options.cols}) < side_limit,
                               "--planes, --rows and --cols must be below 65536 each");
    tutorial::Program::require(options.cells() <= std::int64_t{1} << 31,
                               "a solid may have 2^31 cells at most");
    return options;
  }

  Options options_;
  Reference reference_;
  std::vector<float> solid_;  // at the beginning
  tutorial::DeviceBuffer<float> begin_;
  tutorial::DeviceBuffer<float> odd_;
  tutorial::DeviceBuffer<float> even_;
  tutorial::DeviceBuffer<float>* end_ = nullptr;  // where the last run left its solid
  std::vector<float> want_;                       // at the end
};

}  // namespace solid
