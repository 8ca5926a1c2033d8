// From program counters to the user's source, by the debug information of the program.
#pragma once

#include <string>
#include <vector>

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
/// The same for the function that holds it, at the call of the code that was inlined into it.
SourceLine outer_source_line(const void* pc);

/// The return addresses on the running thread's stack, the innermost first; empty without libbacktrace.
std::vector<const void*> return_addresses();
/// Where something was asked for by `pc`, or if that has no line, as in a library without debug information, by its callers: the first
/// that lies in a source file, else the first that has a line. From now on that address has the line of the function that holds it.
const void* told_place(const void* pc, const std::vector<const void*>& callers);

/// True if some inlined frame of it lies in Thrust or CUB.
bool in_library(const void* pc);

/// True if it is part of the definition of a __shared__ variable. Without debug information, always true.
bool in_shared_declaration(const void* pc);

/// True if it is in the launch's own code, which calls the kernel.
bool in_launch(const void* pc);

}  // namespace cudasim::lens
