#pragma once

#include <cstddef>
#include <string>

#include "driver/data/manifest.hpp"

namespace tutorial::driver {

/// Every chapter with its question, and below it every part, program and exercise with what it teaches, a line each.
/// @param word  what to list: a chapter, a part, what is further; empty: everything
/// @param columns  width of a line; a longer line continues in the column of the text after the name
std::string list_text(const Manifest& manifest, const std::string& word = "",
                      std::size_t columns = std::string::npos);

/// The same as `[{chapter, name, source, teaches, kind, part, further}]`; kind is "chapter", "part", "program" or "exercise".
std::string list_json(const Manifest& manifest, const std::string& word = "");

/// The same as in the README: one heading per chapter and part, one table row per program; no exercises.
std::string list_markdown(const Manifest& manifest, const std::string& word = "");

}  // namespace tutorial::driver
