#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// What reads Markdown pages line by line: the weaver, and the site's menu.
namespace tutorial::driver::site {

std::vector<std::string> lines_of(const std::string& text);

/// The words of a mark that is alone on its line: "snippet: FILE NAME" of `<!-- snippet: FILE NAME -->`.
std::optional<std::string> mark_of(const std::string& line);

/// Whether a folder of the root is a chapter's: "ch08_transpose".
bool is_chapter(const std::filesystem::path& folder);

}  // namespace tutorial::driver::site
