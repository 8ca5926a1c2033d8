#include <algorithm>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

/// tex2D, tex1Dfetch, texCubemap, surf2Dread and their relatives.
bool is_fetch(const Token& token) {
  for (std::string_view family :
       {"tex1D", "tex2D", "tex3D", "texCubemap", "surf1D", "surf2D", "surf3D", "surfCubemap"}) {
    if (token.is_identifier() && token.text.starts_with(family)) return true;
  }
  return false;
}

/// `float tex2D(…)`, `class texture`, `scene.tex2D(…)`: the user's own.
bool is_declared_or_member(const Run& run, std::size_t i) {
  if (i == 0) return false;
  const Token& before = run.tokens[i - 1];
  const bool type_before = before.is_identifier() && !is_keyword(before);
  const bool list_before = before.is(">") && opening_angle(run.tokens, i - 1).has_value();
  return type_before || list_before || before.is(".") || before.is("->") || before.is("::");
}

}  // namespace

void refuse_textures(const Run& run) {
  std::vector<std::string_view> own;
  for (std::size_t i = 0; i + 1 < run.tokens.size(); ++i) {
    const Token& token = run.tokens[i];
    const bool reference = token.is("texture") && run.scope(i) == Scope::file && run.at(i + 1, "<");
    const bool fetch = is_fetch(token) && (run.at(i + 1, "(") || run.at(i + 1, "<"));
    if (!reference && !fetch) continue;
    const bool known = std::find(own.begin(), own.end(), token.text) != own.end();
    if (is_declared_or_member(run, i)) {
      own.push_back(token.text);
    } else if (!known) {
      run.fail(i, "textures and surfaces are not simulated: '" + std::string(token.text) + "'");
    }
  }
}

}  // namespace cudasim::translate
