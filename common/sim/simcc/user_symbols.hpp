#pragma once

#include <set>
#include <string>

namespace cudasim::simcc {

/// The external names that nm lists in the form of `-P`, in C's spelling; weak definitions are left out.
struct Symbols {
  std::set<std::string> defined;
  std::set<std::string> undefined;
};

Symbols read_symbols(const std::string& listing);

/// The names that a program's objects define and the simulator takes from a library. The linker would give it the program's:
/// `int stat;` in a program takes the place of stat(). A program may replace malloc and its relatives for all code.
std::set<std::string> clashing_names(const Symbols& program, const Symbols& simulator);

}  // namespace cudasim::simcc
