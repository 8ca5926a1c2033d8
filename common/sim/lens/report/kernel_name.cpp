#include "sim/lens/report/kernel_name.hpp"

#include <mutex>
#include <unordered_map>

#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/source_line.hpp"

namespace cudasim::lens {
namespace {

constexpr int most_looks = 16;

struct Name {
  std::string text;
  int looks_left = most_looks;
};

// By the launch's own code, which is another for each kernel and each instantiation.
struct Names {
  std::mutex mutex;  // function_name keeps its answer in one place
  std::unordered_map<void (*)(void*), Name> of_launch;
};

Names& names() {
  static auto* made = new Names;
  return *made;
}

void erase_all(std::string& text, const std::string& part) {
  for (std::size_t at; (at = text.find(part)) != text.npos;) text.erase(at, part.size());
}

/// `void ns::scale<float>(float*, int)` without the text before and after the name.
std::string without_signature(std::string symbol) {
  erase_all(symbol, "(anonymous namespace)::");
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < symbol.size(); ++i) {
    const char c = symbol[i];
    if (c == '<') ++depth;
    if (c == '>') --depth;
    if (depth == 0 && c == ' ') begin = i + 1;
    if (depth == 0 && c == '(') return symbol.substr(begin, i - begin);
  }
  return symbol.substr(begin);
}

/// The identifier alone: no scope, no template arguments.
std::string identifier(const std::string& name) {
  std::string plain;
  int depth = 0;
  for (const char c : name) {
    if (c == '<') ++depth;
    if (depth == 0 && c != ' ' && c != '(' && c != ')' && c != '&' && c != '*') plain += c;
    if (c == '>') --depth;
  }
  const std::size_t scope = plain.rfind("::");
  return scope == plain.npos ? plain : plain.substr(scope + 2);
}

std::string function_at(const void* address) {
  const char* symbol = address != nullptr ? function_name(address) : nullptr;
  return symbol != nullptr ? without_signature(symbol) : "";
}

/// The text stays unless the function is an instantiation, or has another name because the text is a variable.
void name_by_function(Name& name, const std::string& function) {
  if (function.back() == '>' || identifier(name.text) != identifier(function)) name.text = function;
  name.looks_left = 0;
}

Name first_name(const char* text, const void* address) {
  Name name;
  name.text = text != nullptr ? text : "(unknown)";
  const std::string function = function_at(address);
  if (!function.empty()) name_by_function(name, function);
  return name;
}

// The lock is held.
Name& name_of(const Launch& launch) {
  const auto [entry, is_new] = names().of_launch.try_emplace(launch.call.invoke);
  if (is_new || launch.call.address != nullptr)
    entry->second = first_name(launch.call.name, launch.call.address);
  return entry->second;
}

}  // namespace

std::string kernel_name(const Launch& launch) {
  const std::lock_guard<std::mutex> lock(names().mutex);
  return name_of(launch).text;
}

bool name_is_open(const Launch& launch) {
  const std::lock_guard<std::mutex> lock(names().mutex);
  return name_of(launch).looks_left > 0;
}

void note_function(const Launch& launch, const void* pc) {
  const std::lock_guard<std::mutex> lock(names().mutex);
  Name& name = name_of(launch);
  if (name.looks_left == 0) return;
  --name.looks_left;
  const std::string function = function_at(pc);
  if (identifier(name.text) == identifier(function)) name_by_function(name, function);
}

}  // namespace cudasim::lens
