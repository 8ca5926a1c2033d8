#include "support/files.hpp"

#include <fstream>
#include <iterator>

namespace tutorial {
namespace fs = std::filesystem;

std::string read_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string first_lines(const std::string& text, int count) {
  std::size_t end = 0;
  while (end < text.size() && (text[end] != '\n' || --count > 0)) ++end;
  return text.substr(0, end < text.size() ? end + 1 : end);
}

std::string last_lines(const std::string& text, int count) {
  std::size_t at = text.size();
  if (at > 0 && text[at - 1] == '\n') --at;
  while (at > 0 && (text[at - 1] != '\n' || --count > 0)) --at;
  return text.substr(at);
}

}  // namespace tutorial
