#include "sim/simcc/user_symbols.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <sstream>
#include <string_view>

namespace cudasim::simcc {
namespace {

/// Functions that a program may replace globally. nm marks a variable of such a name as a variable: its type is not T.
bool is_allocation(std::string_view name) {
  static constexpr std::array<std::string_view, 9> names = {"malloc",         "calloc",   "realloc",
                                                            "free",           "memalign", "aligned_alloc",
                                                            "posix_memalign", "valloc",   "reallocarray"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Symbols read_symbols(const std::string& listing) {
  Symbols symbols;
  std::istringstream lines(listing);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, type;
    // Mangled C++ names are unambiguous; main belongs to the program.
    if (!(words >> name >> type) || type.size() != 1 || name.starts_with("_Z") || name == "main") continue;
    if (type == "U" || type == "w" || type == "v") {
      symbols.undefined.insert(name);
    } else if (type != "W" && type != "V" && !(type == "T" && is_allocation(name))) {
      symbols.defined.insert(name);
    }
  }
  return symbols;
}

std::set<std::string> clashing_names(const Symbols& program, const Symbols& simulator) {
  std::set<std::string> names;
  std::set_intersection(program.defined.begin(), program.defined.end(), simulator.undefined.begin(),
                        simulator.undefined.end(), std::inserter(names, names.end()));
  return names;
}

}  // namespace cudasim::simcc
