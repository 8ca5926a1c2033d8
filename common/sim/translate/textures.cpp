#include <algorithm>
#include <iterator>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

/// The fetches that include/cudasim/textures.hpp does not have.
constexpr std::string_view other_fetches[] = {"tex1DLod",
                                              "tex2DLod",
                                              "tex3DLod",
                                              "tex1DLayeredLod",
                                              "tex2DLayeredLod",
                                              "tex1DGrad",
                                              "tex2DGrad",
                                              "tex3DGrad",
                                              "tex1DLayeredGrad",
                                              "tex2DLayeredGrad",
                                              "tex2Dgather",
                                              "texCubemap",
                                              "texCubemapLod",
                                              "texCubemapGrad",
                                              "texCubemapLayered",
                                              "texCubemapLayeredLod",
                                              "texCubemapLayeredGrad",
                                              "surfCubemapread",
                                              "surfCubemapwrite",
                                              "surfCubemapLayeredread",
                                              "surfCubemapLayeredwrite"};

/// What CUDA 12 has dropped and is simulated, by include/cudasim/texture_references.hpp.
constexpr std::string_view reference_calls[] = {"cudaBindTexture", "cudaBindTexture2D",
                                                "cudaBindTextureToArray", "cudaUnbindTexture"};

/// What CUDA 12 has dropped and is not simulated.
constexpr std::string_view other_reference_calls[] = {"cudaBindSurfaceToArray", "cudaGetTextureReference",
                                                      "cudaGetSurfaceReference",
                                                      "cudaGetTextureAlignmentOffset"};

template <std::size_t n>
bool is_one_of(const Token& token, const std::string_view (&names)[n]) {
  return std::find(std::begin(names), std::end(names), token.text) != std::end(names);
}

/// `texture<float, 2> t;` in a file: of that file only, as nvcc made it.
void place_reference(const Run& run, std::size_t i) {
  run.edits.include("cudasim/texture_references.hpp");
  const bool begins = i == 0 || run.at(i - 1, ";") || run.at(i - 1, "}");
  run.edits.replace(run.tokens[i].offset, run.tokens[i].end(),
                    begins ? "static ::cudasim::texture" : "::cudasim::texture");
}

/// `float tex2D(…)`, `class texture`, `scene.tex2D(…)`: names of the user.
bool is_declared_or_member(const Run& run, std::size_t i) {
  if (i == 0) return false;
  const Token& before = run.tokens[i - 1];
  const bool type_before =
      before.is_identifier() && !is_keyword(before) && !before.is("static") && !before.is("extern");
  const bool list_before = before.is(">") && opening_angle(run.tokens, i - 1).has_value();
  return type_before || list_before || before.is(".") || before.is("->") || before.is("::");
}

}  // namespace

void translate_textures(const Run& run) {
  std::vector<std::string_view> own;
  for (std::size_t i = 0; i + 1 < run.tokens.size(); ++i) {
    const Token& token = run.tokens[i];
    const bool called = run.at(i + 1, "(") || run.at(i + 1, "<");
    const bool declared =
        (token.is("texture") || token.is("surface")) && run.scope(i) == Scope::file && run.at(i + 1, "<");
    const bool other_call = called && is_one_of(token, other_reference_calls);
    const bool call = called && is_one_of(token, reference_calls);
    const bool other_fetch = called && is_one_of(token, other_fetches);
    if (!declared && !call && !other_call && !other_fetch) continue;
    const bool known = std::find(own.begin(), own.end(), token.text) != own.end();
    if (is_declared_or_member(run, i)) {
      own.push_back(token.text);
    } else if (known) {
      continue;
    } else if (call) {
      run.edits.include("cudasim/texture_references.hpp");
    } else if (declared && token.is("texture")) {
      place_reference(run, i);
    } else if (other_fetch) {
      run.fail(i, "mipmaps, cubemaps and gathers of textures and surfaces are not simulated: '" +
                      std::string(token.text) + "'");
    } else {
      run.fail(i,
               "CUDA 12 has dropped texture and surface references: make an object with "
               "cudaCreateTextureObject or cudaCreateSurfaceObject and pass it to the kernel: '" +
                   std::string(token.text) + "'");
    }
  }
}

}  // namespace cudasim::translate
