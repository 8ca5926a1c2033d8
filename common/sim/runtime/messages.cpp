#include "sim/runtime/messages.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "cudasim/builtins.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/launch_progress.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {
namespace {

constexpr std::size_t text_bytes = 8192;

}  // namespace

void print_line(const char* text) {
  erase_progress();
  char line[text_bytes + 16];
  const int length = std::snprintf(line, sizeof line, "%s\n", text);
  if (write(STDERR_FILENO, line, static_cast<std::size_t>(length)) < 0)
    return;  // there is no place left to report to
}

void report(const char* format, std::va_list arguments) {
  static char last[text_bytes];
  static int repeats = 0;
  char text[text_bytes];
  const int prefix = std::snprintf(text, sizeof text, "cudasim: ");
  std::vsnprintf(text + prefix, sizeof text - static_cast<std::size_t>(prefix), format, arguments);
  if (std::strcmp(text, last) != 0) {
    std::memcpy(last, text, sizeof last);
    repeats = 0;
    print_line(text);
  } else if (++repeats == 1) {
    print_line("cudasim: the same again (further repeats are not shown)");
  }
}

void report(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  report(format, arguments);
  va_end(arguments);
}

void report_here(const char* format, std::va_list arguments) {
  char text[text_bytes];
  std::vsnprintf(text, sizeof text, format, arguments);
  const uint3 block = this_worker->block->index, thread = this_worker->running().index;
  report("kernel %s, block (%u,%u,%u), thread (%u,%u,%u):\n  %s", this_worker->launch->name(), block.x,
         block.y, block.z, thread.x, thread.y, thread.z, text);
}

void report_here(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  report_here(format, arguments);
  va_end(arguments);
}

}  // namespace cudasim
