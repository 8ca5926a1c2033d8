#include "sim/runtime/terminal_columns.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace cudasim {

std::size_t columns_of(int descriptor) {
  constexpr long most = 100, least = 40;
  const char* told = std::getenv("COLUMNS");
  long columns = told == nullptr ? 0 : std::strtol(told, nullptr, 10);
  winsize size = {};
  if (columns <= 0 && isatty(descriptor) == 0) return most;
  if (columns <= 0 && ioctl(descriptor, TIOCGWINSZ, &size) == 0) columns = size.ws_col;
  return static_cast<std::size_t>(columns <= 0 ? most : std::clamp(columns, least, most));
}

std::string folded(const std::string& text, std::size_t columns, const std::string& indent) {
  std::istringstream words(text);
  std::string word, line = indent, result;
  while (words >> word) {
    if (line.size() > indent.size() && line.size() + 1 + word.size() > columns) {
      result += line + "\n";
      line = indent;
    }
    line += (line.size() > indent.size() ? " " : "") + word;
  }
  return result + line + "\n";
}

}  // namespace cudasim
