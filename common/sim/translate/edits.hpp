#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cudasim::translate {

/// Two edits overlap: the text was not understood.
struct Overlap {
  std::size_t offset;
};

/// The start of an error that the compiler reports.
constexpr std::string_view refusal_mark = "cudasim: ";

/// Replacements in a text, collected in any order and applied at once. They must not overlap.
class Edits {
 public:
  /// Puts `text` before the character at `offset`.
  void insert(std::size_t offset, std::string text) { replace(offset, offset, std::move(text)); }

  /// Replaces [begin, end) by `text`. Line ends in the range are kept, so that no line moves.
  void replace(std::size_t begin, std::size_t end, std::string text);

  /// Makes the compiler report the error if it compiles the text at `offset`.
  void refuse(std::size_t offset, std::string_view message);

  void append(const Edits& others) {
    edits_.insert(edits_.end(), others.edits_.begin(), others.edits_.end());
  }
  bool empty() const { return edits_.empty(); }
  /// The text needs this header of the simulator.
  void include(const std::string& header) { headers_.insert(header); }
  const std::set<std::string>& headers() const { return headers_; }
  /// @throws Overlap
  std::string apply(std::string_view source) const;

 private:
  struct Edit {
    std::size_t begin;
    std::size_t end;
    std::string text;
    bool may_move = false;  ///< After a replacement of that text.
  };
  std::vector<Edit> edits_;
  std::set<std::string> headers_;
};

}  // namespace cudasim::translate
