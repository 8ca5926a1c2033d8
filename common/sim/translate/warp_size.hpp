#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cudasim::translate {

/// The text with another name for its own `constexpr int warpSize = 32;` at global scope: nvcc takes it, since its own is a declaration, and
/// here that one is a constant. Nothing if there is none.
std::optional<std::string> rename_own_warp_size(std::string_view text);

}  // namespace cudasim::translate
