#include "sim/runtime/source_line.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#if defined(CUDASIM_HAVE_BACKTRACE)
#include <backtrace.h>
#include <cxxabi.h>
#endif

namespace cudasim {

bool debug_information_is_wanted = true;

bool is_users_file(const char* file) {
  // A compiler cache may name sources by their way from the build folder: then this file has such a name too.
  static constexpr char own[] = CUDASIM_SOURCE_DIR "/";
  static constexpr std::size_t as_compiled = sizeof(__FILE__) - sizeof("runtime/source_line.cpp");
  return std::strncmp(file, own, sizeof own - 1) != 0 && std::strncmp(file, __FILE__, as_compiled) != 0 &&
         std::strncmp(file, "/usr/", 5) != 0;
}

#if defined(CUDASIM_HAVE_BACKTRACE)
backtrace_state* debug_information() {
  static backtrace_state* const state = backtrace_create_state(
      nullptr, 1, [](void*, const char*, int) {}, nullptr);
  return state;
}

namespace {

struct Text {
  char* begin;
  std::size_t bytes;
};

int note_users_line(void* data, std::uintptr_t, const char* file, int line, const char*) {
  if (file == nullptr || line == 0 || !is_users_file(file)) return 0;
  const Text& text = *static_cast<Text*>(data);
  std::snprintf(text.begin, text.bytes, ", at %s:%d", file, line);
  return 1;
}

/// A build that compiles several sources as one puts each into a namespace that begins so: it is not the user's.
void leave_out_together(char* name) {
  while (char* const begin = std::strstr(name, "cudasim_together_")) {
    const char* const end = std::strstr(begin, "::");
    if (end == nullptr) return;
    std::memmove(begin, end + 2, std::strlen(end + 2) + 1);
  }
}

}  // namespace

void describe_source_line(char* text, std::size_t bytes) {
  text[0] = '\0';
  Text found{text, bytes};
  backtrace_full(
      debug_information(), 0, note_users_line, [](void*, const char*, int) {}, &found);
}

const char* function_name(const void* address) {
  if (!debug_information_is_wanted) return nullptr;
  static char* demangled = nullptr;
  const char* symbol = nullptr;
  backtrace_syminfo(
      debug_information(), reinterpret_cast<std::uintptr_t>(address),
      [](void* data, std::uintptr_t, const char* name, std::uintptr_t, std::uintptr_t) {
        *static_cast<const char**>(data) = name;
      },
      [](void*, const char*, int) {}, &symbol);
  if (symbol == nullptr) return nullptr;
  std::free(demangled);
  demangled = abi::__cxa_demangle(symbol, nullptr, nullptr, nullptr);
  if (demangled == nullptr) return symbol;
  leave_out_together(demangled);
  return demangled;
}

ProgramVariable variable_around(const void* address) {
  ProgramVariable found;
  if (!debug_information_is_wanted) return found;
  backtrace_syminfo(
      debug_information(), reinterpret_cast<std::uintptr_t>(address),
      [](void* data, std::uintptr_t, const char*, std::uintptr_t begin, std::uintptr_t bytes) {
        *static_cast<ProgramVariable*>(data) = {begin, bytes};
      },
      [](void*, const char*, int) {}, &found);
  return found;
}
#else
void describe_source_line(char* text, std::size_t) { text[0] = '\0'; }
const char* function_name(const void*) { return nullptr; }
ProgramVariable variable_around(const void*) { return {}; }
#endif

}  // namespace cudasim
