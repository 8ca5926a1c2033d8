#include <algorithm>
#include <iterator>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

/// Names that include/cudasim/textures.hpp has.
constexpr std::string_view simulated[] = {
    "tex1Dfetch",        "tex1D",       "tex2D",       "tex3D",       "tex1DLayered",
    "tex2DLayered",      "surf1Dread",  "surf2Dread",  "surf3Dread",  "surf1DLayeredread",
    "surf2DLayeredread", "surf1Dwrite", "surf2Dwrite", "surf3Dwrite", "surf1DLayeredwrite",
    "surf2DLayeredwrite"};

/// tex2DLod, texCubemap, surfCubemapread and similar functions.
bool is_other_fetch(const Token& token) {
  if (std::find(std::begin(simulated), std::end(simulated), token.text) != std::end(simulated)) return false;
  for (std::string_view family :
       {"tex1D", "tex2D", "tex3D", "texCubemap", "surf1D", "surf2D", "surf3D", "surfCubemap"}) {
    if (token.is_identifier() && token.text.starts_with(family)) return true;
  }
  return false;
}

/// Functions that CUDA 12 removed.
bool is_reference_call(const Token& token) {
  for (std::string_view name : {"cudaBindTexture", "cudaBindTexture2D", "cudaBindTextureToArray",
                                "cudaUnbindTexture", "cudaBindSurfaceToArray", "cudaGetTextureReference",
                                "cudaGetSurfaceReference", "cudaGetTextureAlignmentOffset"}) {
    if (token.is(name)) return true;
  }
  return false;
}

/// `float tex2D(…)`, `class texture`, `scene.tex2D(…)`: names of the user.
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
    const bool called = run.at(i + 1, "(") || run.at(i + 1, "<");
    const bool declared =
        (token.is("texture") || token.is("surface")) && run.scope(i) == Scope::file && run.at(i + 1, "<");
    const bool reference = declared || (is_reference_call(token) && called);
    if (!reference && !(is_other_fetch(token) && called)) continue;
    const bool known = std::find(own.begin(), own.end(), token.text) != own.end();
    if (is_declared_or_member(run, i)) {
      own.push_back(token.text);
    } else if (!known && reference) {
      run.fail(i,
               "CUDA 12 has dropped texture and surface references: make an object with "
               "cudaCreateTextureObject or cudaCreateSurfaceObject and pass it to the kernel: '" +
                   std::string(token.text) + "'");
    } else if (!known) {
      run.fail(i, "mipmaps, cubemaps and gathers of textures and surfaces are not simulated: '" +
                      std::string(token.text) + "'");
    }
  }
}

}  // namespace cudasim::translate
