// Settings from the environment.
#pragma once

#include <cstdlib>

namespace cudasim {

/// The variable's value, or the fallback if it is not set or not a number.
inline long setting(const char* name, long fallback) {
  const char* text = std::getenv(name);
  if (text == nullptr) return fallback;
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  return end != text && *end == '\0' ? value : fallback;
}

}  // namespace cudasim
