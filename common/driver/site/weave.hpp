#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tutorial::driver::site {

/// A Markdown page as Doxygen reads it, made of one as GitHub shows it:
///
/// - the first heading names the page, and every other heading gets a label, so that links to it lead there;
/// - links lead to pages of the site, to the pages of sources, or to copied files;
/// - an SVG is a figure with what its <desc> says below it; NAME-narrow.svg, where there is one, is for phones;
/// - `<!-- snippet: FILE NAME -->` becomes the code between the two lines of FILE that hold the comment `[NAME]`, with its place;
/// - `<!-- block: PAGE NAME -->` becomes the content of the block NAME of another page, whose links start from there;
/// - in a block `<!-- subpages: begin -->` … `<!-- subpages: end -->` the pages of links become subpages;
/// - all other such marks are taken out.
///
/// @param page relative to the root
/// @throws Failure for a mark or a link that leads nowhere
std::string woven_page(const std::filesystem::path& root, const std::filesystem::path& page);

/// Writes into a folder what Doxygen reads: pages/*.markdown, the pages woven, one for each source (those of the chapters, and what the given
/// pages link to) and the list of them; files/…, what pages link to and is no source.
void write_sources(const std::filesystem::path& root, const std::vector<std::filesystem::path>& pages,
                   const std::filesystem::path& folder);

}  // namespace tutorial::driver::site

namespace tutorial::driver {

/// What `weave` is asked for.
struct WeaveOptions {
  std::vector<std::string> pages;
  std::string sources;  ///< the folder that gets the sources' pages; empty: print the woven pages
};

int weave(const std::filesystem::path& root, const WeaveOptions& options);

}  // namespace tutorial::driver
