#pragma once

#include <string>
#include <string_view>

#include "sim/translate/translate.hpp"

/// What a text becomes; the errors, if there are any.
inline std::string translated(std::string_view source) {
  const auto result = cudasim::translate::translate(source);
  if (result.errors.empty()) return result.text;
  std::string errors;
  for (const auto& error : result.errors) errors += std::to_string(error.line) + ": " + error.text + "\n";
  return "ERROR " + errors;
}

/// A text in a kernel, and what becomes of it there.
inline std::string in_kernel(std::string_view body) {
  const std::string before = "__global__ void k() {";
  const std::string text = translated(before + std::string(body) + "}");
  return text.starts_with(before) ? text.substr(before.size(), text.size() - before.size() - 1) : text;
}

/// The first error of a text, with its line; empty if there is none.
inline std::string first_error(std::string_view source) {
  const auto errors = cudasim::translate::translate(source).errors;
  return errors.empty() ? "" : std::to_string(errors.front().line) + ": " + errors.front().text;
}

/// The same for nvcc's default, without -rdc=true.
inline std::string error_without_rdc(std::string_view source) {
  cudasim::translate::SharedMacros macros;
  cudasim::translate::Surroundings surroundings;
  surroundings.dialect.relocatable_device_code = false;
  const auto errors = cudasim::translate::translate(source, surroundings, macros).errors;
  return errors.empty() ? "" : std::to_string(errors.front().line) + ": " + errors.front().text;
}

inline bool unchanged(std::string_view source) { return translated(source) == source; }
