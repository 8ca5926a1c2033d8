// Finds the user's source line of a program counter, by libbacktrace. Without that library it finds nothing.
#pragma once

#include <cstddef>
#include <cstdint>

struct backtrace_state;

namespace cudasim {

/// False in runs that only need the answer: reading debug information takes longer than a short program. Nothing has a name or a
/// line then.
extern bool debug_information_is_wanted;

/// The debug information of the program, read at its first use and only once: that takes longer than a small kernel.
/// Only where CUDASIM_HAVE_BACKTRACE is defined.
backtrace_state* debug_information();

/// Writes ", at file:line" for the innermost place in the user's own source on the way to the call; usable in
/// a signal handler. Writes an empty text if there is none.
void describe_source_line(char* text, std::size_t bytes);

/// True unless it is a file of the simulator, in the same folder as this one, or of the system.
bool is_users_file(const char* file);

struct ProgramVariable {
  std::uintptr_t begin = 0;
  std::uintptr_t bytes = 0;  ///< 0: unknown.
};
/// The variable or function of the program that contains the address.
ProgramVariable variable_around(const void* address);

/// Demangled name of the function at the address, or null. Valid until the next call.
const char* function_name(const void* address);

}  // namespace cudasim
