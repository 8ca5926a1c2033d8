#pragma once

#include <filesystem>
#include <string>

#include "manifest.hpp"

namespace driver {

/// A chapter's ladder tables as Markdown, from a results folder: ladders.json as `run --json` writes it, and about.json, which
/// says on what and when it was measured. Nothing is run.
///
/// @throws Failure where a file is missing or malformed, or holds no row of one of the chapter's programs
std::string tables_markdown(const Manifest& manifest, const Chapter& chapter, const std::filesystem::path& results);

}  // namespace driver
