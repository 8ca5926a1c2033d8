#include "sim/lens/report/lines.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "sim/runtime/source_line.hpp"

#if defined(CUDASIM_HAVE_BACKTRACE)
#include <backtrace.h>
#endif

namespace cudasim::lens {
namespace {

struct LookedUp {
  SourceLine line;
  SourceLine outer;
  SourceLine of_class;  ///< where a class begins whose copying is what was found
  bool library = false;
  bool launch = false;
  bool shared = false;
  bool any = false;
};

#if defined(CUDASIM_HAVE_BACKTRACE)
/// A class's copy or move, as the compiler names it (Itanium C++ ABI): "_ZN4PairaSERKS_", "_ZN4PairIfEC2EOS0_". Most are the compiler's
/// own, at the line where the class begins: the line that copies is the one outside.
bool copies_class(const char* function) {
  if (function == nullptr) return false;
  std::string_view name = function;
  const std::size_t parameter = std::max(name.rfind("ERKS") + 1, name.rfind("EOS") + 1);
  if (parameter < 3 || !name.ends_with('_') || name.size() - parameter > 7) return false;
  const std::string_view before = name.substr(parameter - 3, 2);
  return before == "aS" || (before[0] == 'C' && before[1] >= '1' && before[1] <= '5');
}

int note_frame(void* data, std::uintptr_t, const char* file, int line, const char* function) {
  LookedUp& found = *static_cast<LookedUp*>(data);
  if (file == nullptr || line == 0) return 0;
  // clang is told to compile in "/": a file that simcc was given by its bare name is put together as "//" and that.
  const std::string name = std::strncmp(file, "//", 2) == 0 ? file + 2 : file;
  if (!std::exchange(found.any, true)) found.shared = name.ends_with("/cudasim/shared.hpp");
  found.library = found.library || name.find("/thrust/") != name.npos || name.find("/cub/") != name.npos;
  found.launch = found.launch || name.ends_with("/cudasim/launch.hpp");
  if (!is_users_file(file)) return 0;
  if (copies_class(function)) {
    found.of_class = {name, line};
    return 0;
  }
  found.outer = {name, line};
  if (found.line.line == 0) found.line = found.outer;
  return 0;
}

LookedUp look_up(const void* pc) {
  LookedUp found;
  if (!debug_information_is_wanted) return found;
  // A return address may belong to the next line: the byte before it is in the call.
  backtrace_pcinfo(
      debug_information(), reinterpret_cast<std::uintptr_t>(pc) - 1, note_frame,
      [](void*, const char*, int) {}, &found);
  if (found.line.line == 0) found.line = found.outer = found.of_class;
  return found;
}
#else
LookedUp look_up(const void*) { return {}; }
#endif

LookedUp find(const void* pc, bool tell_outer = false) {
  static std::mutex mutex;
  static auto* known = new std::unordered_map<const void*, LookedUp>;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto [entry, is_new] = known->try_emplace(pc);
  if (is_new) entry->second = look_up(pc);
  if (tell_outer) entry->second.line = entry->second.outer;
  return entry->second;
}

bool is_source(const std::string& file) {
  return file.ends_with(".cu") || file.ends_with(".cpp") || file.ends_with(".cc") || file.ends_with(".c");
}

}  // namespace

std::string path_from_here(const std::string& file) {
  char here[4096];
  if (getcwd(here, sizeof here - 1) == nullptr) return file;
  const std::string folder = std::strcmp(here, "/") == 0 ? here : std::string(here) + "/";
  return file.starts_with(folder) ? file.substr(folder.size()) : file;
}

SourceLine source_line(const void* pc) { return pc == nullptr ? SourceLine{} : find(pc).line; }

SourceLine outer_source_line(const void* pc) { return pc == nullptr ? SourceLine{} : find(pc).outer; }

std::vector<const void*> return_addresses() {
  std::vector<const void*> found;
#if defined(CUDASIM_HAVE_BACKTRACE)
  backtrace_simple(
      debug_information(), 1,
      [](void* data, std::uintptr_t pc) {
        constexpr std::size_t most = 24;
        auto& all = *static_cast<std::vector<const void*>*>(data);
        all.push_back(reinterpret_cast<const void*>(pc + 1));  // it is given within the call
        return static_cast<int>(all.size() == most);
      },
      [](void*, const char*, int) {}, &found);
#endif
  return found;
}

const void* told_place(const void* pc, const std::vector<const void*>& callers) {
  if (pc == nullptr || source_line(pc).line != 0) return pc;
  const auto behind = std::find(callers.begin(), callers.end(), pc);
  const auto first = behind == callers.end() ? callers.begin() : behind;
  const auto has_line = [](const void* each) { return outer_source_line(each).line != 0; };
  const auto in_source = [&](const void* each) { return is_source(outer_source_line(each).file); };
  auto found = std::find_if(first, callers.end(), in_source);
  if (found == callers.end()) found = std::find_if(first, callers.end(), has_line);
  if (found == callers.end()) return pc;
  find(*found, true);
  return *found;
}

bool in_library(const void* pc) { return pc != nullptr && find(pc).library; }

bool in_shared_declaration(const void* pc) {
#if defined(CUDASIM_HAVE_BACKTRACE)
  return pc != nullptr && find(pc).shared;
#else
  return pc != nullptr;  // who cannot tell must not say no
#endif
}

bool in_launch(const void* pc) { return pc != nullptr && find(pc).launch; }

}  // namespace cudasim::lens
