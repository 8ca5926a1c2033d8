#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {

/// What a file's surroundings answer while it is translated.
struct Surroundings {
  /// The name to include in the place of `name`, quotes or angles with it; nothing leaves the line as it is.
  /// May add to the macros, which the included file may define. `uncertain`: the line may never be compiled.
  std::function<std::optional<std::string>(std::string_view name, bool angled, SharedMacros& macros,
                                           bool uncertain)>
      include;
  bool for_lens = false;  ///< Counters are put into loops.
  Dialect dialect = {};
  std::set<std::string, std::less<>>* header_names = nullptr;    ///< What the headers name.
  std::set<std::string, std::less<>>* external_names = nullptr;  ///< What the files declare extern.
  bool is_header = false;                                        ///< The text's names belong to them.
  bool uncertain = false;  ///< Macros decide whether the text is compiled.
};

struct Translation {
  std::string text;               ///< As many lines as the source, each on its own line.
  bool changed = false;           ///< Anything but includes was rewritten.
  std::set<std::string> headers;  ///< To be included before the text.
  std::vector<Problem> errors;
};

/// Rewrites launches, `__shared__` declarations, inline PTX and, as told, includes. What the emitted text
/// calls is declared in cudasim/launch.hpp and cudasim/shared.hpp.
Translation translate(std::string_view source, const Surroundings& surroundings, SharedMacros& macros);

/// The same for a text alone.
Translation translate(std::string_view source);

}  // namespace cudasim::translate
