#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {

/// Answers questions about the surroundings of a file during its translation.
struct Surroundings {
  /// The name to include instead of `name`, with its quotes or angle brackets; nothing leaves the line as it is.
  /// It may add to the macros, which the included file can define. `uncertain`: the line may never be compiled.
  std::function<std::optional<std::string>(std::string_view name, bool angled, SharedMacros& macros,
                                           bool uncertain)>
      include;
  bool for_lens = false;  ///< Add counters to loops.
  Dialect dialect = {};
  std::set<std::string, std::less<>>* header_names = nullptr;      ///< Names in the headers.
  std::set<std::string, std::less<>>* external_names = nullptr;    ///< Names that the files declare extern.
  std::set<std::string, std::less<>>* device_constants = nullptr;  ///< Of the files: see Source.
  /// Variables in shared memory that the files declare outside of functions.
  std::set<std::string, std::less<>>* shared_names = nullptr;
  bool is_header = false;  ///< The text is a header: its names are added to header_names.
  bool uncertain = false;  ///< Macros decide whether the text is compiled.
};

struct Translation {
  std::string text;               ///< As many lines as the source, at the same line numbers.
  bool changed = false;           ///< Something other than includes was rewritten.
  bool has_variables = false;     ///< It may declare variables in device memory that kernels change.
  std::set<std::string> headers;  ///< Headers to include before the text.
  std::vector<Problem> errors;
};

/// Rewrites launches, `__shared__` declarations, inline PTX and, as requested, includes. What the emitted text
/// calls is declared in cudasim/launch.hpp and cudasim/shared.hpp.
Translation translate(std::string_view source, const Surroundings& surroundings, SharedMacros& macros);

/// The same for a text alone.
Translation translate(std::string_view source);

/// The source with the branches of `#if __CUDA_ARCH__` that a translation has; in a function for both sides each is in an `if (1)`.
std::string choose_architecture(std::string_view source);

/// What nvcc refuses in a text whose macros are expanded, without its headers: calls of the other side, variables of the host.
std::vector<Problem> refused_by_nvcc(std::string_view expanded);

}  // namespace cudasim::translate
