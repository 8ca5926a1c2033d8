// From program counters to the user's source, by the debug information of the program.
#pragma once

#include <string>

namespace cudasim::lens {

struct SourceLine {
  std::string file;
  int line = 0;  ///< 0 if none is known

  bool operator==(const SourceLine&) const = default;
};

/// The file as it is found from the current folder: by its way from there if it lies in it.
std::string path_from_here(const std::string& file);

/// Of an access: the innermost inlined frame that lies in a file of the user's own. `pc` is a return address.
SourceLine source_line(const void* pc);
/// The same of the function that holds it, where what was inlined into that is called.
SourceLine outer_source_line(const void* pc);

/// True if some inlined frame of it lies in Thrust or CUB.
bool in_library(const void* pc);

/// True if it is what a __shared__ variable is made of. Without debug information, always.
bool in_shared_declaration(const void* pc);

/// True if it lies in what a launch does to call the kernel.
bool in_launch(const void* pc);

}  // namespace cudasim::lens
