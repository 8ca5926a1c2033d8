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
  Range head;        ///< From behind what stands before it to its name.
  Range parameters;  ///< Between the brackets.
  Range body;        ///< Between the braces; empty for a declaration.
  Space space;
  bool is_member;
  bool understood;  ///< No word of its head may be a macro that says where it runs.

  bool on_device() const { return space == Space::device || space == Space::global; }
};

std::vector<Function> functions_of(const Run& run);
/// `operator()` of classes; their bodies are not told.
std::vector<Function> call_operators_of(const Run& run);

/// Types that the file declares.
std::set<std::string_view> own_types(const Run& run);

/// True for words that say nothing but a type, or how something is stored: keywords, CUDA's and the C library's types, and `own`.
bool is_type_word(const Token& token, const std::set<std::string_view>& own);

/// True if one of the tokens is `word`.
bool contains(const Run& run, Range range, std::string_view word);

}  // namespace cudasim::translate
