#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cudasim::translate {

/// Two edits want the same characters: the text was not understood.
struct Overlap {
  std::size_t offset;
};

/// What an error begins with that the compiler is to say.
constexpr std::string_view refusal_mark = "cudasim: ";

/// Replacements in a text, collected in any order and applied at once. They must not overlap.
class Edits {
 public:
  /// Puts `text` before the character at `offset`.
  void insert(std::size_t offset, std::string text) { replace(offset, offset, std::move(text)); }

  /// Puts `text` in the place of [begin, end). Line ends in the range are kept, so that no line moves.
  void replace(std::size_t begin, std::size_t end, std::string text);

  /// Has the compiler say the error, if it ever compiles what stands at `offset`.
  void refuse(std::size_t offset, std::string_view message);

  void append(const Edits& others) {
    edits_.insert(edits_.end(), others.edits_.begin(), others.edits_.end());
  }
  bool empty() const { return edits_.empty(); }
  /// The text needs this header of the simulator's.
  void include(const std::string& header) { headers_.insert(header); }
  const std::set<std::string>& headers() const { return headers_; }
  /// @throws Overlap
  std::string apply(std::string_view source) const;

 private:
  struct Edit {
    std::size_t begin;
    std::size_t end;
    std::string text;
    bool may_move = false;  ///< Behind a replacement of what stands there.
  };
  std::vector<Edit> edits_;
  std::set<std::string> headers_;
};

}  // namespace cudasim::translate
