#pragma once

#include <optional>
#include <vector>

#include "sim/translate/token.hpp"

namespace cudasim::translate {

/// Indices into the tokens of one run (a file's code, or one macro's body); nothing if there is no partner.
using Index = std::optional<std::size_t>;

/// The bracket that closes the `(`, `[` or `{` at `open`.
Index closing(Tokens tokens, std::size_t open);

/// The bracket that opens the `)`, `]` or `}` at `close`.
Index opening(Tokens tokens, std::size_t close);

/// The `>` that closes the template list opened at `open`, if the `<` there can open one.
Index closing_angle(Tokens tokens, std::size_t open);

/// The `<` that opens the template list closed by the `>` at `close`.
Index opening_angle(Tokens tokens, std::size_t close);

/// [begin, end) ranges between the commas at the top level of the bracket pair (open, close); commas in
/// template lists do not count. Empty brackets have no items.
struct Range {
  std::size_t begin;
  std::size_t end;
  bool empty() const { return begin == end; }
};
std::vector<Range> items(Tokens tokens, std::size_t open, std::size_t close);

/// Where an object such as `s[i].inner` begins, whose last token is before `end`; nothing if evaluating it twice could matter.
Index object_begin(Tokens tokens, std::size_t end);

bool is_opening(const Token& token);
bool is_closing(const Token& token);

/// True for words that cannot be the name of a variable, function or type.
bool is_keyword(const Token& token);

}  // namespace cudasim::translate
