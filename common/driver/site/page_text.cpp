#include "driver/site/page_text.hpp"

#include <sstream>

#include "support/text.hpp"

namespace tutorial::driver::site {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::optional<std::string> mark_of(const std::string& line) {
  const std::string mark = text::trimmed(line);
  if (!mark.starts_with("<!--") || !mark.ends_with("-->") || mark.size() < 7) return std::nullopt;
  return text::trimmed(mark.substr(4, mark.size() - 7));
}

bool is_chapter(const std::filesystem::path& folder) {
  const std::string name = folder.string();
  return name.starts_with("ch") && name.find('_') == 4;
}

}  // namespace tutorial::driver::site
