#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {

/// Where a function may be called, as its head says.
enum class Space { host, device, global, both };

/// A function, declared or defined in a file or a class.
struct Function {
  std::string_view name;
  std::size_t name_at;
  Range head;        ///< The head up to the name.
  Range parameters;  ///< Between the brackets.
  Range body;        ///< Between the braces; empty for a declaration.
  Space space;
  bool is_member;
  bool understood;  ///< No word of its head can be a macro that sets its side.

  bool on_device() const { return space == Space::device || space == Space::global; }
};

std::vector<Function> functions_of(const Run& run);
/// `operator()` of classes, without their bodies.
std::vector<Function> call_operators_of(const Run& run);

/// Types that the file declares.
std::set<std::string_view> own_types(const Run& run);

/// Names of types in the lists of templates.
std::set<std::string_view> template_types(const Run& run);

/// True for words that only name a type or a storage class: keywords, types of CUDA and of the C library, and `own`.
bool is_type_word(const Token& token, const std::set<std::string_view>& own);

/// True if one of the tokens is `word`.
bool contains(const Run& run, Range range, std::string_view word);

}  // namespace cudasim::translate
