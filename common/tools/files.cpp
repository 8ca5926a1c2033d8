#include "files.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "errors.hpp"

namespace driver {
namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "tutorial-XXXXXX").string();
  if (!mkdtemp(name.data()))
    throw Failure(exit_wrong, fmt::format("cannot make {}: {}", name, std::strerror(errno)));
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

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

}  // namespace driver
