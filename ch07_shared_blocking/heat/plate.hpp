#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "tutorial/tutorial.hpp"

/// The plate of cells in which heat spreads, and the CPU's steps.
namespace heat {

constexpr float rate = 0.2f;

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

/// Calls body(begin, end) for shares that together cover all rows; for a large plate in as many
/// threads as there are cores.
template <typename Body>
void share_rows(std::size_t rows, std::size_t cols, Body&& body) {
  tutorial::in_parts(static_cast<std::int64_t>(rows), static_cast<std::int64_t>(cols),
                     [&](int, std::int64_t begin, std::int64_t end) {
                       body(static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
                     });
}

/// A plate with value(row, col, row * cols + col) in each cell.
template <typename Value>
std::vector<float> plate_of(std::size_t rows, std::size_t cols, Value value) {
  std::vector<float> plate(rows * cols);
  // What the loop uses is passed by value, so that only the stores go to memory.
  const auto make_rows = [](float* cell, std::size_t begin, std::size_t end, std::size_t count, Value of) {
    for (std::size_t row = begin; row < end; ++row) {
      for (std::size_t col = 0; col < count; ++col) cell[row * count + col] = of(row, col, row * count + col);
    }
  };
  share_rows(rows, cols,
             [&](std::size_t begin, std::size_t end) { make_rows(plate.data(), begin, end, cols, value); });
  return plate;
}

/// The plate at the beginning. No two rows or columns are alike where the data are spots.
inline std::vector<float> make_plate(const Options& options, std::uint64_t seed) {
  const tutorial::Random random(seed);
  const auto rows = static_cast<std::size_t>(options.rows);
  const auto cols = static_cast<std::size_t>(options.cols);
  if (options.data == "equal")
    return plate_of(rows, cols, [](std::size_t, std::size_t, std::size_t) { return 1.0f / 3; });
  if (options.data == "single")
    return plate_of(rows, cols, [rows, cols](std::size_t row, std::size_t col, std::size_t) {
      return row == rows / 3 && col == 2 * cols / 3 ? 1000.0f : 1.0f / 3;
    });
  if (options.data == "alternating")
    return plate_of(rows, cols, [random](std::size_t row, std::size_t col, std::size_t i) {
      const float size = std::ldexp(1 + random.uniform(i), static_cast<int>(random.below(80, i)));
      return (row + col) % 2 == 0 ? size : -size;
    });
  if (options.data == "denormal")
    return plate_of(rows, cols, [random](std::size_t, std::size_t, std::size_t i) {
      return random.uniform(i) * 0x1p-130f;
    });
  return plate_of(rows, cols, [random](std::size_t, std::size_t, std::size_t i) {
    return 20 + random.uniform(i) + (random.below(64, i) == 0 ? 1000 * random.uniform(~i) : 0);
  });
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

}  // namespace heat
