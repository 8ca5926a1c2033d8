#include "kernel_name.hpp"

#include <map>
#include <mutex>

#include "launch.hpp"
#include "source_line.hpp"

namespace cudasim::lens {
namespace {

/// `void ns::scale<float>(float*, int)` without what stands before and behind the name.
std::string without_signature(const std::string& demangled) {
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < demangled.size(); ++i) {
    const char c = demangled[i];
    if (demangled.compare(i, 21, "(anonymous namespace)") == 0) {
      i += 20;
      continue;
    }
    if (c == '<') ++depth;
    if (c == '>') --depth;
    if (depth == 0 && c == ' ') begin = i + 1;
    if (depth == 0 && c == '(') return demangled.substr(begin, i - begin);
  }
  return demangled.substr(begin);
}

/// The identifier alone: no scope, no template arguments.
std::string identifier(const std::string& name) {
  std::string plain;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (depth == 0 && name[i] != ' ' && name[i] != '(' && name[i] != ')') plain += name[i];
    if (name[i] == '>') --depth;
  }
  const std::size_t scope = plain.rfind("::");
  return scope == plain.npos ? plain : plain.substr(scope + 2);
}

std::string make_name(const char* text, const void* address) {
  static std::mutex mutex;  // function_name keeps its answer in one place
  const std::lock_guard<std::mutex> lock(mutex);
  const char* symbol = address != nullptr ? function_name(address) : nullptr;
  const std::string function = symbol != nullptr ? without_signature(symbol) : "";
  if (text == nullptr) return function.empty() ? "(unknown)" : function;
  return function.empty() || identifier(text) == identifier(function) ? text : function;
}

}  // namespace

std::string kernel_name(const Launch& launch) {
  static std::mutex mutex;
  static auto* known = new std::map<std::pair<const char*, const void*>, std::string>;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto [entry, is_new] = known->try_emplace({launch.call.name, launch.call.address});
  if (is_new) entry->second = make_name(launch.call.name, launch.call.address);
  return entry->second;
}

}  // namespace cudasim::lens
