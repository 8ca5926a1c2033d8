#pragma once

#include <filesystem>
#include <string>

#include "driver/site/site_tree.hpp"

namespace tutorial::driver::site {

/// A page of the site, from one that Doxygen has written: its title and contents in a frame with the menu, the way to the page, its contents,
/// and the pages before and after. Headings begin at level 1 without a gap, wide tables scroll in a box of their own, and code is
/// colored again (highlight.hpp). All of it is there without a script.
/// @param name      of the page, without ".html"
/// @param revision  of the tree, for the footer; may be empty
/// @throws Failure for a page without title or contents
std::string framed(const Tree& tree, const std::string& name, const std::string& doxygen,
                   const std::string& revision = "");

/// Frames every page in a folder that Doxygen has filled, and takes out what of Doxygen's no page shows: its scripts, styles and menus.
void frame_site(const std::filesystem::path& root, const std::filesystem::path& html,
                const std::string& revision);

}  // namespace tutorial::driver::site
