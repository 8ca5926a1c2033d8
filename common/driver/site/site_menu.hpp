#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tutorial::driver::site {

/// The part of Doxygen's layout file that makes the menu; make-site.sh puts it into Doxygen's own. Its entries are the lists of pages that
/// docs/pages/start.md and the pages it names have in a block `subpages`; below a chapter its parts, and below each what is past its core.
std::string menu(const std::filesystem::path& root, const std::vector<std::filesystem::path>& sources);

}  // namespace tutorial::driver::site
