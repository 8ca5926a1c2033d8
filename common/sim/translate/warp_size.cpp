#include "sim/translate/warp_size.hpp"

#include "sim/translate/edits.hpp"
#include "sim/translate/token.hpp"

namespace cudasim::translate {
namespace {

constexpr std::string_view warp_size = "warpSize";

bool declares_it(Tokens tokens) {
  int depth = 0;
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    if (tokens[i - 1].is("{")) ++depth;
    if (tokens[i - 1].is("}")) --depth;
    if (depth == 0 && tokens[i].is(warp_size) && tokens[i - 1].is_identifier() &&
        (tokens[i + 1].is("=") || tokens[i + 1].is("{")))
      return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> rename_own_warp_size(std::string_view text) {
  if (text.find(warp_size) == std::string_view::npos) return std::nullopt;
  const Source source = tokenize(text);
  const Tokens tokens = source.code;
  if (!declares_it(tokens)) return std::nullopt;
  Edits edits;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool is_member = i > 0 && (tokens[i - 1].is(".") || tokens[i - 1].is("->"));
    if (tokens[i].is(warp_size) && !is_member)
      edits.replace(tokens[i].offset, tokens[i].end(), "own_warpSize");
  }
  return edits.apply(text);
}

}  // namespace cudasim::translate
