#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/translate/token.hpp"

namespace cudasim::translate {

/// Handles `#if`s that test `__CUDA_ARCH__`. nvcc compiles a file twice, once with it defined and once without. Here one compilation
/// serves both, so the context decides about each `#if`:
///
///   in device code                   as with `assumed_architecture`; a branch with inline PTX gives way to the other one
///   in a function of both sides      #ifdef …  #else  #endif  ->  if (::cudasim::on_device()) { … } else { … }
///   among declarations               as in device code if only device code uses them, as in host code if only host code does
///   constants with two values        as in device code; host code that uses them is refused
///
/// If the context does not decide, it is an error.
struct ArchitecturePlan {
  std::map<std::size_t, bool> live;  ///< Whether a branch is compiled, by the offset of its directive's name.
  std::vector<SideRange> sides;
  std::vector<Rewrite> rewrites;
  std::vector<Problem> problems;
  std::set<std::string, std::less<>> device_constants;  ///< Which have another value in host code.
};

/// `everything` holds the tokens of all branches.
ArchitecturePlan plan_architecture(const Source& everything, std::string_view text);

}  // namespace cudasim::translate
