#pragma once

#include <string>
#include <vector>

#include "driver/data/recorded.hpp"
#include "driver/run/rungs.hpp"
#include "predict/gpu_file.hpp"
#include "support/layout.hpp"

namespace tutorial::driver {

/// A ladder's table, and what its reader must know to read it.
struct RungsText {
  std::string table;                ///< with the line above it: size, type, whether all is correct
  std::vector<std::string> legend;  ///< a sentence for each column that needs one, of the columns shown
};

/// The ladder, one line per rung: what it changes, what it wastes, how long it takes and why.
///
/// Columns in which no rung has anything are dropped. The table has at most 95 columns, or the terminal's: to fit, names first lose what
/// they have in common, then columns are dropped in a fixed order: recorded rate, limit, speedup, measured rate, …
/// @param recorded, gpu  null for none
/// @param first  the number of the first step
RungsText rungs_text(const std::vector<Rung>& rungs, const Recorded* recorded, const predict::Gpu* gpu,
                     const Style& style, int first = 1);

/// "H200" for "NVIDIA H200", "RTX 4090" for "NVIDIA GeForce RTX 4090".
std::string short_device(const std::string& title);

}  // namespace tutorial::driver
