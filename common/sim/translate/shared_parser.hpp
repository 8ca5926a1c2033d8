#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/translate/brackets.hpp"
#include "sim/translate/token_run.hpp"

namespace cudasim::translate {

/// `*name[3][4]`, as indices into the run's tokens.
struct SharedDeclarator {
  Range whole;
  Range name;
  std::optional<Range> bounds;       ///< From the first `[` to the last `]`.
  std::optional<Range> first_bound;  ///< The text in the first pair of brackets.
};

/// A declaration with `__shared__` in it.
struct SharedDeclaration {
  Range specifiers;
  std::vector<Range>
      removed;  ///< Words to drop from the output: `__shared__`, `static`, `extern`, alignment.
  bool external = false;
  std::string alignment;  ///< The argument of `__align__` or `alignas`, or empty.
  std::vector<SharedDeclarator> declarators;
  std::size_t end = 0;  ///< Of the last declarator; normally the `;`.
};

/// Reads the declaration around the `__shared__` (or a macro for it) at `keyword`. Nothing after an error,
/// which is added to `run`; nothing for a function parameter, which only loses the word.
std::optional<SharedDeclaration> parse_shared(const Run& run, std::size_t keyword);

}  // namespace cudasim::translate
