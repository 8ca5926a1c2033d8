#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "driver/data/manifest.hpp"
#include "driver/data/select.hpp"

namespace tutorial::driver {

/// The ladder tables of a chapter or a part, what is past the core last, as Markdown, from a results folder: bench.json as `bench` writes it, of which those at the default sizes
/// count; else ladders.json as `run --json` writes it, and about.json, which says on what and when it was measured. Nothing is run.
///
/// @param names  ladders, single steps of them, and programs beside the ladders; empty: all that is selected
/// A program without rows there has a line that says so.
/// @throws Failure where a file is missing or malformed; UsageError for an unknown name
std::string tables_markdown(const Manifest& manifest, const Selection& selection,
                            const std::filesystem::path& folder, const std::vector<std::string>& names);

}  // namespace tutorial::driver
