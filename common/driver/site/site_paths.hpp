#pragma once

#include <filesystem>
#include <string>

/// Names of the docs site's pages. Paths are relative to the root of the tree, with no "." and "..".
namespace tutorial::driver::site {

/// The name of the page that a Markdown file makes: "ch08_transpose" of ch08_transpose/README.md, "memory" of docs/pages/memory.md,
/// "claims" of docs/claims/README.md; "index" of docs/pages/start.md and of the root's README.md.
std::string page_name(const std::filesystem::path& markdown);

/// The name of the page that shows a source file: "source_ch08_transpose_01_copy_cu".
std::string source_page_name(const std::filesystem::path& source);

/// Whether a file is shown on a page of its own, as a source; others are copied into the site as they are.
bool is_source(const std::filesystem::path& file);

/// GitHub's anchor of a heading, in characters that Doxygen accepts in a label: "the-rungs". Characters beyond ASCII become hexadecimal digits.
std::string slug(const std::string& heading);

/// The label of a heading on a page: unique in the site, as Doxygen requires.
std::string label(const std::string& page, const std::string& slug);

/// Where a link of a Markdown file leads to in the site: a page (text after a "?" is for its script), a source's page, a copied file,
/// or, for a folder, the list of its sources.
/// Addresses of other sites are left alone.
/// @throws Failure where there is no such file in the tree
std::string site_link(const std::filesystem::path& root, const std::filesystem::path& page,
                      const std::string& target);

/// The file of the tree that a link leads to, relative to the root; empty for other sites and for places of the page itself.
std::filesystem::path linked_file(const std::filesystem::path& page, const std::string& target);

}  // namespace tutorial::driver::site
