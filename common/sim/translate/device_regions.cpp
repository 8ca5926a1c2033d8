#include "sim/translate/device_regions.hpp"

#include <algorithm>

#include "sim/translate/condition.hpp"

namespace cudasim::translate {
namespace {

struct Conditional {
  const Directive* begin;
  std::size_t branch_end;  ///< Index of the code token behind the first branch.
  bool other_branch = false;
};

bool compares_architecture(Tokens condition) {
  for (std::size_t i = 0; i < condition.size(); ++i) {
    const bool asked = (i > 0 && condition[i - 1].is("defined")) || (i > 1 && condition[i - 2].is("defined"));
    if (condition[i].is("__CUDA_ARCH__") && !asked) return true;
  }
  return false;
}

bool is_device_region(const Conditional& region, Tokens code, std::size_t end) {
  const Tokens condition = Tokens(region.begin->tokens).subspan(1);
  if (!region.begin->tokens.front().is("if") || !compares_architecture(condition)) return false;
  if (condition_value(condition) != 0 || condition_value(condition, assumed_architecture) == 0) return false;
  const std::size_t branch_end = region.other_branch ? region.branch_end : end;
  if (branch_end != end) return false;
  const Tokens branch = code.subspan(region.begin->code_index, branch_end - region.begin->code_index);
  return std::none_of(branch.begin(), branch.end(), [](const Token& token) {
    return token.is("asm") || token.is("__asm__") || token.is("__asm");
  });
}

}  // namespace

std::set<std::size_t> device_regions(const Source& everything) {
  std::set<std::size_t> found;
  std::vector<Conditional> open;
  for (const Directive& directive : everything.directives) {
    const std::string_view name = directive.tokens.front().text;
    if (name.starts_with("if")) open.push_back({&directive, 0});
    if (open.empty()) continue;
    if (name.starts_with("el") && !open.back().other_branch) {
      open.back().branch_end = directive.code_index;
      open.back().other_branch = true;
    }
    if (name != "endif") continue;
    if (is_device_region(open.back(), everything.code, directive.code_index))
      found.insert(open.back().begin->tokens.front().offset);
    open.pop_back();
  }
  return found;
}

}  // namespace cudasim::translate
