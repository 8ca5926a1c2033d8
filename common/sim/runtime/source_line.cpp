#include "sim/runtime/source_line.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#if defined(CUDASIM_HAVE_BACKTRACE)
#include <backtrace.h>
#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>

namespace {

using Visit = int (*)(dl_phdr_info*, std::size_t, void*);

/// Set while libbacktrace reads the list of loaded objects.
thread_local bool without_the_system = false;

struct Visitor {
  Visit visit;
  void* data;
};

int visit_users(dl_phdr_info* object, std::size_t bytes, void* data) {
  const bool of_the_system =
      std::strncmp(object->dlpi_name, "/lib", 4) == 0 || std::strncmp(object->dlpi_name, "/usr/lib", 8) == 0;
  const Visitor& visitor = *static_cast<Visitor*>(data);
  return of_the_system ? 0 : visitor.visit(object, bytes, visitor.data);
}

/// A statically linked program is the only loaded object.
int visit_program(Visit visit, void* data) {
  dl_phdr_info program{};
  program.dlpi_name = "";
  program.dlpi_phdr = reinterpret_cast<const ElfW(Phdr)*>(getauxval(AT_PHDR));
  program.dlpi_phnum = static_cast<ElfW(Half)>(getauxval(AT_PHNUM));
  for (int i = 0; i < program.dlpi_phnum; ++i)
    if (program.dlpi_phdr[i].p_type == PT_PHDR)
      program.dlpi_addr = getauxval(AT_PHDR) - program.dlpi_phdr[i].p_vaddr;
  return visit(&program, sizeof program, data);
}

}  // namespace

// Replaces a function for the code linked into the program, mainly libbacktrace; all others still call the system's. If the debug
// information of libc is installed, as debuggers recommend, libbacktrace would decompress it: that takes longer than a short program.
extern "C" __attribute__((visibility("hidden"))) int dl_iterate_phdr(Visit visit, void* data) {
  static const auto all = reinterpret_cast<int (*)(Visit, void*)>(dlsym(RTLD_NEXT, "dl_iterate_phdr"));
  if (all == nullptr) return visit_program(visit, data);
  Visitor visitor{visit, data};
  return without_the_system ? all(visit_users, &visitor) : all(visit, data);
}
#endif

namespace cudasim {

bool debug_information_is_wanted = true;

bool is_users_file(const char* file) {
  // A compiler cache may give sources relative to the build folder: then this file has such a name too.
  static constexpr char own[] = CUDASIM_SOURCE_DIR "/";
  static constexpr std::size_t as_compiled = sizeof(__FILE__) - sizeof("runtime/source_line.cpp");
  return std::strncmp(file, own, sizeof own - 1) != 0 && std::strncmp(file, __FILE__, as_compiled) != 0 &&
         std::strncmp(file, "/usr/", 5) != 0;
}

#if defined(CUDASIM_HAVE_BACKTRACE)
namespace {

backtrace_state* read_debug_information() {
  const auto no_matter = [](void*, const char*, int) {};
  backtrace_state* const state = backtrace_create_state(nullptr, 1, no_matter, nullptr);
  without_the_system = true;
  backtrace_syminfo(  // the first query reads it
      state, 0, [](void*, std::uintptr_t, const char*, std::uintptr_t, std::uintptr_t) {}, no_matter,
      nullptr);
  without_the_system = false;
  return state;
}

}  // namespace

backtrace_state* debug_information() {
  static backtrace_state* const state = read_debug_information();
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

/// A unity build puts each source into a namespace with this prefix, which is not the user's.
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
