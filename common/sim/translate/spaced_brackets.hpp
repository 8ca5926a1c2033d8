#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cudasim::translate {

/// Joins the `<< <` and `>> >` of launches, which formatters that do not know CUDA separate. The blanks are moved after
/// them, so that nothing else moves. Nothing if there are none.
std::optional<std::string> join_spaced_brackets(std::string_view text);

}  // namespace cudasim::translate
