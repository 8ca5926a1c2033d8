#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/translate/token.hpp"

namespace cudasim::translate {

/// The treatment of `#if`s that test `__CUDA_ARCH__`. nvcc compiles a file twice, once with it and once without; here one compilation
/// serves both, so each is decided by its context:
///
///   in device code                   as with `assumed_architecture`; a branch with inline PTX gives way to the other one
///   in a function of both sides      #ifdef …  #else  #endif  ->  if (::cudasim::on_device()) { … } else { … }
///   among declarations               as in device code where only that can want them, as in host code where only that can
///
/// Where that cannot be told, it is a problem.
struct ArchitecturePlan {
  std::map<std::size_t, bool> live;  ///< Whether a branch is compiled, by the offset of its directive's name.
  std::vector<SideRange> sides;
  std::vector<Rewrite> rewrites;
  std::vector<Problem> problems;
};

/// `everything` holds the tokens of all branches.
ArchitecturePlan plan_architecture(const Source& everything, std::string_view text);

}  // namespace cudasim::translate
