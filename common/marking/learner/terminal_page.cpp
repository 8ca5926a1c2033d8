#include "marking/learner/terminal_page.hpp"

#include <algorithm>
#include <sstream>

#include "support/pattern.hpp"
#include "support/text.hpp"

namespace tutorial::learner {
namespace {

constexpr std::size_t widest = 100;

/// Joins the lines of a paragraph until it is complete, and folds it.
class Folder {
 public:
  explicit Folder(const Style& style) : style_(style), columns_(std::min(style.columns, widest)) {}

  void add(const std::string& line) {
    if (line.starts_with("```")) {
      finish();
      code_ = !code_;
    } else if (code_) {
      text_ += "    " + line + "\n";
    } else if (line.starts_with("#")) {
      finish();
      text_ += inked(text::trimmed(line.substr(line.find_first_not_of('#'))), Ink::bold, style_) + "\n";
    } else if (line.empty() || line.starts_with("|")) {
      finish();
      text_ += line + "\n";
    } else {
      if (line.starts_with("- ")) finish();
      paragraph_ += (paragraph_.empty() ? "" : " ") + text::trimmed(line);
    }
  }

  std::string text() {
    finish();
    return text_;
  }

 private:
  void finish() {
    if (paragraph_.empty()) return;
    static const Pattern link(R"(\[([^]]*)\]\([^)]*\))");
    const std::string words = link.keep_group(paragraph_);
    for (const std::string& piece : wrapped(words, columns_, words.starts_with("- ") ? 2 : 0))
      text_ += piece + "\n";
    paragraph_.clear();
  }

  const Style& style_;
  std::size_t columns_;
  std::string text_;
  std::string paragraph_;
  bool code_ = false;
};

}  // namespace

std::string terminal_page(const std::string& markdown, const Style& style) {
  Folder folder(style);
  std::istringstream lines(markdown);
  for (std::string line; std::getline(lines, line);) folder.add(line);
  return folder.text();
}

std::string task_of(const std::string& page) {
  const std::size_t begin = page.find("\n## Task\n");
  if (begin == std::string::npos) return "";
  const std::size_t end = std::min(page.find("\n## Try it", begin), page.find("\n## Afterwards", begin));
  return text::trimmed(page.substr(begin, end - begin));
}

}  // namespace tutorial::learner
