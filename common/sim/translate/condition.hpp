#pragma once

#include <optional>
#include <vector>

#include "token.hpp"

namespace cudasim::translate {

/// Value of a preprocessor condition where it does not depend on anything but literals and
/// `__CUDA_ARCH__` (never defined in the simulator) or `__CUDACC__` (always defined); else nothing.
std::optional<long long> condition_value(Tokens expression);

/// Follows `#if` … `#endif` and says which regions are certainly not compiled.
class Conditions {
 public:
  /// True unless the text here is certainly skipped.
  bool live() const;

  /// Takes in one directive. True if it was a conditional that belongs to live text.
  bool apply(Tokens directive);

 private:
  struct Level {
    bool outer_live;
    bool certainly_taken;  ///< A branch before or at this one is certainly compiled.
    bool live;
  };
  void enter(std::optional<long long> value);
  void alternative(std::optional<long long> value);

  std::vector<Level> levels_;
};

}  // namespace cudasim::translate
