// Finds the barriers in a CUDA source and takes them out, one at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mutation {

/// A call in device code that only makes threads wait for each other: `__syncthreads()`, `__syncwarp(…)`, and
/// cooperative groups' `group.sync()` and `sync(group)`.
struct Barrier {
  int line;           ///< 1-based
  std::size_t begin;  ///< [begin, end) in the source, without the semicolon
  std::size_t end;
  std::string text;  ///< as written
  std::string kept;  ///< why it stays though no test needs it: `// kept: …` on its line or above; else empty
};

/// In the order of the source. @throws std::runtime_error for a barrier in a macro, which cannot be taken out
/// by itself
std::vector<Barrier> find_barriers(std::string_view source);

/// The source with nothing in the barrier's place. No other line moves.
std::string without(std::string_view source, const Barrier& barrier);

}  // namespace mutation
