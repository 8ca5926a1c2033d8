#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace tutorial {

/// How text is laid out.
struct Style {
  std::size_t columns = 118;
  bool colour = false;

  /// The columns of a ladder's table and of the sentences around it.
  std::size_t room() const { return std::min<std::size_t>(columns, 95); }

  /// Of a stream: a terminal has its own width, and colour unless NO_COLOR is set.
  static Style of(std::FILE* stream);
};

enum class Ink { plain, dim, bold, good, bad };

/// The text in colour, if the style has any.
std::string inked(const std::string& text, Ink ink, const Style& style);

/// The text, its end replaced by "…" if it is wider than `width` columns.
std::string cut(const std::string& text, std::size_t width);

/// Cut between words into pieces of at most `width` columns; all but the first are indented a bit deeper than the text, or by `indent`.
std::vector<std::string> wrapped(const std::string& text, std::size_t width,
                                 std::optional<std::size_t> indent = {});

/// Lines with as many of the sentences each as fit into `width` columns. An empty sentence is skipped, a longer one is wrapped.
std::string filled(const std::vector<std::string>& sentences, std::size_t width);

}  // namespace tutorial
