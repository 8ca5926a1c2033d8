// Matrix instructions are in regions that the simulator does not compile: inline PTX, with an alternative for devices without tensor
// cores. A mark in the alternative tells the lens that a device runs something else there.
//
//   #if __CUDA_ARCH__ >= 800                    #if __CUDA_ARCH__ >= 800
//     asm("mma.sync… ");                          asm("mma.sync… ");
//   #else                                  ->   #else
//     sum = …;                                    ::cudasim::matrix_instruction(); sum = …;
//   #endif                                      #endif
#include <algorithm>

#include "sim/translate/lexer.hpp"
#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

bool names_matrix_instruction(const Token& token) {
  if (token.kind == TokenKind::string) return string_body(token).find("mma.") != std::string_view::npos;
  return token.is("mma_sync");
}

/// Whether the mark can come before the token: a statement of device code begins or ends there.
bool takes_mark(const Run& run, std::size_t i) {
  const auto on_device = [&](std::size_t token) {
    return run.scope(token) == Scope::device_function || run.scope(token) == Scope::both_function;
  };
  if (i == 0 || i >= run.tokens.size() || run.at(i, "else") || run.at(i, "while")) return false;
  if (!on_device(i) && !(run.at(i, "}") && on_device(i - 1))) return false;
  return run.at(i - 1, ";") || run.at(i - 1, "{") || run.at(i - 1, "}");
}

}  // namespace

void mark_matrix_instructions(const Run& run) {
  if (run.text.find("mma") == std::string_view::npos) return;
  Lexer lexer(run.text);
  std::size_t marked = 0;
  while (const auto token = lexer.next()) {
    if (token->in_directive || !names_matrix_instruction(*token)) continue;
    const auto next = std::lower_bound(run.tokens.begin(), run.tokens.end(), token->offset,
                                       [](const Token& each, std::size_t at) { return each.offset < at; });
    const auto i = static_cast<std::size_t>(next - run.tokens.begin());
    const bool is_compiled = next != run.tokens.end() && next->offset == token->offset;
    if (is_compiled || i == marked || !takes_mark(run, i)) continue;
    run.edits.insert(next->offset, "::cudasim::matrix_instruction(); ");
    marked = i;
  }
}

}  // namespace cudasim::translate
