// From program counters to the user's source, by libbacktrace. Without that library nothing is found.
#pragma once

#include <cstddef>
#include <cstdint>

struct backtrace_state;

namespace cudasim {

/// False in runs of which only the answer counts: reading debug information takes longer than a short program. Nothing has a name or a
/// line then.
extern bool debug_information_is_wanted;

/// The debug information of the program, read at its first use and only once: that takes longer than a small kernel.
/// Only where CUDASIM_HAVE_BACKTRACE is defined.
backtrace_state* debug_information();

/// Writes ", at file:line" for the innermost place in the user's own source on the way to the call, seen from
/// a signal handler; an empty text if there is none.
void describe_source_line(char* text, std::size_t bytes);

/// True unless it is one of the simulator's own files, which lie beside this one, or the system's.
bool is_users_file(const char* file);

struct ProgramVariable {
  std::uintptr_t begin = 0;
  std::uintptr_t bytes = 0;  ///< 0: none is known
};
/// The variable or function of the program that holds the address.
ProgramVariable variable_around(const void* address);

/// Demangled name of the function at the address, or null. Valid until the next call.
const char* function_name(const void* address);

}  // namespace cudasim
