#pragma once

#include <string>

#include "manifest.hpp"

namespace driver {

/// Every chapter with its question, and below it every program and every exercise with what it teaches, a line each.
std::string list_text(const Manifest& manifest);

/// The same as `[{chapter, name, source, teaches, kind}]`; kind is "chapter", "program" or "exercise".
std::string list_json(const Manifest& manifest);

/// The same as the README has it: a heading a chapter, a table row a program; no exercises.
std::string list_markdown(const Manifest& manifest);

}  // namespace driver
