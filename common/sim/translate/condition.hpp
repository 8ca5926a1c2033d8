#pragma once

#include <optional>
#include <vector>

#include "sim/translate/token.hpp"

namespace cudasim::translate {

/// The `__CUDA_ARCH__` of device code.
constexpr long long assumed_architecture = 900;

/// Value of a preprocessor condition where it does not depend on anything but literals and
/// `__CUDA_ARCH__` (0: not defined), `__CUDACC__` or `__NVCC__` (always defined); else nothing.
std::optional<long long> condition_value(Tokens expression, long long architecture = 0);

/// The same of the whole directive: `if`, `ifdef`, `ifndef`, `elif` or `else`.
std::optional<long long> branch_value(Tokens directive, long long architecture = 0);

/// Follows `#if` … `#endif` and says which regions are certainly not compiled.
class Conditions {
 public:
  /// True unless the text here is certainly skipped.
  bool live() const;

  /// True if conditions whose value is not known here decide whether the text is compiled.
  bool uncertain() const;

  /// The `#ifndef` before this was an include guard: the text is compiled.
  void was_guard();

  /// Takes in one directive. True if it was a conditional that belongs to live text.
  bool apply(Tokens directive);

  /// The same for a branch of which is known whether it is compiled.
  bool decide(Tokens directive, bool live);

 private:
  struct Level {
    bool outer_live;
    bool certainly_taken;  ///< A branch before or at this one is certainly compiled.
    bool live;
    bool uncertain = false;  ///< This branch or one around it.
  };
  void enter(std::optional<long long> value);
  void alternative(std::optional<long long> value);

  std::vector<Level> levels_;
};

}  // namespace cudasim::translate
