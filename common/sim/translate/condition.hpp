#pragma once

#include <optional>
#include <vector>

#include "sim/translate/token.hpp"

namespace cudasim::translate {

/// The `__CUDA_ARCH__` of device code.
constexpr long long assumed_architecture = 900;

/// Value of a preprocessor condition if it depends only on literals, on
/// `__CUDA_ARCH__` (0: not defined), and on `__CUDACC__` and `__NVCC__` (always defined); otherwise nothing.
std::optional<long long> condition_value(Tokens expression, long long architecture = 0);

/// The same for a whole directive: `if`, `ifdef`, `ifndef`, `elif` or `else`.
std::optional<long long> branch_value(Tokens directive, long long architecture = 0);

/// Follows `#if` … `#endif` and reports which regions are certainly not compiled.
class Conditions {
 public:
  /// True unless the text here is certainly skipped.
  bool live() const;

  /// True if conditions of unknown value decide whether the text is compiled.
  bool uncertain() const;

  /// The `#ifndef` before this was an include guard: the text is compiled.
  void was_guard();

  /// Processes one directive. True if it was a conditional that belongs to live text.
  bool apply(Tokens directive);

  /// The same for a branch that is known to be compiled or not.
  bool decide(Tokens directive, bool live);

 private:
  struct Level {
    bool outer_live;
    bool certainly_taken;  ///< This branch or an earlier one is certainly compiled.
    bool live;
    bool uncertain = false;  ///< This branch or an enclosing one.
  };
  void enter(std::optional<long long> value);
  void alternative(std::optional<long long> value);

  std::vector<Level> levels_;
};

}  // namespace cudasim::translate
