#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tutorial::driver {

/// What is wrong with the pages of a built site, one line each: links, anchors and images that lead nowhere within it, images without a
/// text in their place, names that two elements of a page share.
std::vector<std::string> site_faults(const std::filesystem::path& html);

/// The names of the pages of a built site, in order.
/// @throws Failure if there are none
std::vector<std::filesystem::path> pages_of(const std::filesystem::path& html);

struct SiteOptions {
  std::string html;      ///< the folder of the pages
  bool check = false;    ///< print its faults; exit code 1 if there are any
  bool index = false;    ///< write search-index.js and search-index-zh.js
  bool frame = false;    ///< the pages are as Doxygen has written them: frame them
  std::string revision;  ///< of the tree, shown on each page
};

int site_command(const std::filesystem::path& root, const SiteOptions& options);

}  // namespace tutorial::driver
