#pragma once

#include <set>
#include <string>

namespace cudasim::simcc {

/// The external names in nm's `-P` output, in C's spelling, without weak definitions.
struct Symbols {
  std::set<std::string> defined;
  std::set<std::string> undefined;
};

Symbols read_symbols(const std::string& listing);

/// The names that a program's objects define and that the simulator takes from a library. The linker would give it the program's:
/// `int stat;` in a program replaces stat(). A program may replace malloc and related functions for all code.
std::set<std::string> clashing_names(const Symbols& program, const Symbols& simulator);

}  // namespace cudasim::simcc
