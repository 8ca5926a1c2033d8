#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/translate/brackets.hpp"
#include "sim/translate/token.hpp"

namespace cudasim::translate {

/// The text between a directive and the next one of its group.
struct Branch {
  const Directive* directive;
  Range code;                                ///< Of the tokens of all regions.
  std::vector<const Directive*> directives;  ///< Nested groups.
};

/// `#if` … `#elif` … `#else` … `#endif`.
struct ConditionalGroup {
  std::vector<Branch> branches;
  const Directive* end = nullptr;

  bool asks_for_architecture() const;
  /// The branches that may be compiled with this `__CUDA_ARCH__` (0: not defined); the index past the last one means none.
  std::set<std::size_t> possible(long long architecture) const;
};

/// In the order of their `#if`s.
std::vector<ConditionalGroup> conditional_groups(const Source& everything);

/// The macros that the branch defines or undefines.
std::set<std::string_view> macros_of(const Branch& branch);

/// Whether declarations are for the device only (functions and variables), or for anything else.
enum class Content { nothing, device, other };
Content content_of(Tokens code, const Branch& branch);

/// The names of a branch that only defines constants or enumerators; empty for any other.
std::set<std::string_view> constants_of(Tokens code, const Branch& branch);

/// True if the branch has inline PTX, which the simulator does not run.
bool has_assembly(Tokens code, const Branch& branch);

/// Why a branch cannot be the body of an `if`; empty if it can. `behind`: the first token after the group.
std::string no_statements(Tokens code, const Branch& branch, std::size_t behind);

}  // namespace cudasim::translate
