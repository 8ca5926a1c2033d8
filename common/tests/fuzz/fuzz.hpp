// What libFuzzer calls, and replay.cpp where there is none. Each reader has its own; it ends normally whatever the bytes are, and only the
// exceptions by which a reader refuses its input are caught there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}
