#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Which page stands where in the site.
namespace tutorial::driver::site {

/// A page, or a group of pages that is no page itself.
struct Node {
  std::string page;         ///< its name; empty for a group
  std::string title;        ///< as the menu shows it
  bool listed = true;       ///< an exercise is not in the menu, but has its place below its part
  std::vector<Node> below;  ///< in the order of reading
};

/// The pages in two languages, each from its start page down, and who translates whom.
struct Tree {
  struct Pair {
    std::string english;
    std::string chinese;
  };

  Node english;
  Node chinese;
  std::vector<Pair> translations;
  std::vector<std::vector<std::string>> stops;  ///< of the reading order, each with its pages
  std::vector<std::string> exercises;           ///< pages, in the order in which they are solved
};

/// The lists of pages that docs/pages/start.md and the pages it names have in a block `subpages`; below a chapter and a part also what else
/// is in its folder, in the order in which its page links to it, further pages last; then its exercises. The Chinese pages are listed
/// as in start.md, and name the pages that they translate in their first lines.
Tree tree_of(const std::filesystem::path& root);

/// From the start page to the page of that name; empty where the tree does not have it.
std::vector<const Node*> way_to(const Node& start, const std::string& page);

/// The listed pages one after the other: the start page, the stops of the reading order, then further reading as the menu has it.
std::vector<const Node*> in_reading_order(const Node& start,
                                          const std::vector<std::vector<std::string>>& stops = {});

}  // namespace tutorial::driver::site
