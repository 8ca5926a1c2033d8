// Messages to the user, on standard error. Usable in signal handlers: nothing here allocates memory.
#pragma once

#include <cstdarg>

namespace cudasim {

/// Prints "cudasim: " and the text. The second time, it also says that the text repeats; after that it prints nothing.
void report(const char* format, ...) __attribute__((format(printf, 1, 2)));
void report(const char* format, std::va_list arguments);

/// The same, with the kernel, block and thread that the calling OS thread runs.
void report_here(const char* format, ...) __attribute__((format(printf, 1, 2)));
void report_here(const char* format, std::va_list arguments);

/// Prints a line as it is.
void print_line(const char* text);

}  // namespace cudasim
