// nvcc takes a member template of a class that depends on a parameter without the word `template`; g++ then reads a comparison.
//
//   cast<T, U>::convert<8>(to, from); -> cast<T, U>::template convert<8>(to, from);
#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

/// From `<` on: names and numbers with commas between them, and then a call. Nobody compares so.
bool are_arguments_of_call(const Run& run, std::size_t i) {
  for (++i; i < run.tokens.size() && !run.at(i, ">"); ++i) {
    const Token& token = run.tokens[i];
    if (!token.is_identifier() && !token.is(",") && !token.is("::") && token.kind != TokenKind::number)
      return false;
  }
  return run.at(i + 1, "(");
}

}  // namespace

void name_member_templates(const Run& run) {
  for (std::size_t i = 0; i + 3 < run.tokens.size(); ++i) {
    const bool in_function = run.scope(i) != Scope::file && run.scope(i) != Scope::type;
    if (!in_function || !run.at(i, ">") || !run.at(i + 1, "::")) continue;
    if (run.tokens[i + 2].is_identifier() && run.at(i + 3, "<") && are_arguments_of_call(run, i + 3))
      run.edits.insert(run.tokens[i + 2].offset, "template ");
  }
}

}  // namespace cudasim::translate
