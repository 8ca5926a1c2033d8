#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cudasim::translate {

/// The text with `<< <` and `>> >` of launches joined, as formatters that do not know CUDA leave them; the blanks
/// follow, so that nothing else moves. Nothing if there are none.
std::optional<std::string> join_spaced_brackets(std::string_view text);

}  // namespace cudasim::translate
