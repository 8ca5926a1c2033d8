#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "manifest.hpp"

namespace driver {

/// A chapter's ladder tables as Markdown, from a results folder: bench.json as `bench` writes it, of which those at the default sizes
/// count; else ladders.json as `run --json` writes it, and about.json, which says on what and when it was measured. Nothing is run.
///
/// @param names  ladders, and programs that stand beside the ladders; empty: all of the chapter
/// A program without rows there has a line that says so.
/// @throws Failure where a file is missing or malformed; UsageError for an unknown name
std::string tables_markdown(const Manifest& manifest, const Chapter& chapter,
                            const std::filesystem::path& folder, const std::vector<std::string>& names);

}  // namespace driver
