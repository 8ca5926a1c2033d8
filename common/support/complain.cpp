#include "support/complain.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <sstream>

#include "support/layout.hpp"

namespace tutorial {

void complain(const std::string& what) {
  const bool folds = isatty(STDERR_FILENO) != 0;
  std::istringstream lines("tutorial: " + what);
  for (std::string line; std::getline(lines, line);)
    for (const std::string& piece : folds ? wrapped(line, Style::of(stderr).columns) : std::vector{line})
      fmt::print(stderr, "{}\n", piece);
}

}  // namespace tutorial
