// Finds the barriers and fences in a CUDA source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mutation {

/// A call in device code that only makes threads wait for each other: `__syncthreads()`, `__syncwarp(…)`, and
/// cooperative groups' `group.sync()` and `sync(group)`. Or one that only orders what a thread does: `__threadfence…()`,
/// `fence_proxy_async(…)`.
struct Barrier {
  int line;          ///< 1-based: of its name
  std::string text;  ///< as written
  std::string kept;  ///< why it stays though no test needs it: `// kept: …` on its line or above; else empty
  bool fence = false;
  bool simulated = true;  ///< false under `#if TUTORIAL_HAS_SM_…`, which the simulator does not compile
};

/// In the order of the source. @throws std::runtime_error for one that cannot be removed alone: in a macro, or two on a line
std::vector<Barrier> find_barriers(std::string_view source);

}  // namespace mutation
