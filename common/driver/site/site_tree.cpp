#include "driver/site/site_tree.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "driver/site/page_text.hpp"
#include "driver/site/site_paths.hpp"
#include "support/files.hpp"
#include "support/text.hpp"

namespace tutorial::driver::site {
namespace fs = std::filesystem;
namespace {

constexpr const char* start_page = "docs/pages/start.md";
constexpr const char* exercises_page = "docs/pages/exercises.md";
constexpr const char* chinese_start_page = "docs/zh/README.md";

bool is_chinese(const fs::path& page) { return page.generic_string().starts_with("docs/zh/"); }

std::string title_of(const fs::path& root, const fs::path& page) {
  const std::vector<std::string> lines = lines_of(read_text(root / page));
  const auto heading =
      std::find_if(lines.begin(), lines.end(), [](auto& line) { return line.starts_with("# "); });
  return heading == lines.end() ? page.generic_string() : heading->substr(2);
}

bool has(const Node& node, const std::string& page) {
  return std::any_of(node.below.begin(), node.below.end(), [&](const Node& each) {
    return each.page == page || (each.page.empty() && has(each, page));
  });
}

/// The pages in a chapter's or a part's own folder and in the folders there, in the order in which its page links to them, what is past the
/// core last; exercises not among them.
std::vector<fs::path> pages_in_folder(const fs::path& root, const fs::path& page) {
  std::vector<fs::path> pages;
  const fs::path own = page.parent_path();
  for (const auto& entry : fs::directory_iterator(root / own)) {
    const fs::path file = own / entry.path().filename();
    const std::string name = file.filename().string();
    if (file.extension() == ".md" && name != "README.md") pages.push_back(file);
    if (name != "exercises" && name != "tests" && fs::exists(entry.path() / "README.md"))
      pages.push_back(file / "README.md");
  }
  const std::string text = read_text(root / page);
  const auto place = [&](const fs::path& below) {
    const fs::path there = below.lexically_relative(own);
    const std::string name = there.begin()->string();
    return std::tuple(name == "further", text.find("](" + name), name);
  };
  std::sort(pages.begin(), pages.end(), [&](auto& a, auto& b) { return place(a) < place(b); });
  return pages;
}

class Reader {
 public:
  explicit Reader(const fs::path& root) : root_(root) {}

  /// The Chinese pages in the lists that were read.
  const std::vector<fs::path>& chinese() const { return chinese_; }

  Node node_of(const fs::path& page, const std::string& title) {
    Node node{page_name(page), title, true, {}};
    add_subpages(node, page);
    const bool of_chapter = page.has_parent_path() && is_chapter(*page.begin());
    if (of_chapter && page.filename() == "README.md") {
      for (const fs::path& below : pages_in_folder(root_, page))
        if (!has(node, page_name(below))) node.below.push_back(node_of(below, title_of(root_, below)));
      add_exercises(node, page.parent_path() / "exercises");
    }
    return node;
  }

 private:
  /// What a page has in its block `subpages`: a line that ends in a colon begins a group.
  void add_subpages(Node& node, const fs::path& page) {
    bool inside = false;
    Node* into = &node;
    for (const std::string& line : lines_of(read_text(root_ / page))) {
      const std::string text = text::trimmed(line);
      if (mark_of(line) == "subpages: begin") inside = true;
      if (mark_of(line) == "subpages: end") inside = false;
      if (!inside) continue;
      const std::size_t middle = text.find("](");
      if (text.ends_with(':')) {
        node.below.push_back({"", text.substr(0, text.size() - 1), true, {}});
        into = &node.below.back();
      } else if (text.starts_with("- [") && middle != std::string::npos) {
        const fs::path below =
            linked_file(page, text.substr(middle + 2, text.find(')', middle) - middle - 2));
        if (is_chinese(below))
          chinese_.push_back(below);
        else
          into->below.push_back(node_of(below, text.substr(3, middle - 3)));
      }
    }
    std::erase_if(node.below, [](const Node& each) { return each.page.empty() && each.below.empty(); });
  }

  void add_exercises(Node& node, const fs::path& folder) {
    if (!fs::is_directory(root_ / folder)) return;
    for (const auto& entry : fs::directory_iterator(root_ / folder)) {
      const fs::path page = folder / entry.path().filename() / "README.md";
      if (fs::exists(root_ / page)) node.below.push_back({page_name(page), title_of(root_, page), false, {}});
    }
  }

  const fs::path& root_;
  std::vector<fs::path> chinese_;
};

/// For each line of a page's block that begins with a number or a cell: the pages that it links to.
std::vector<std::vector<std::string>> linked_in_block(const fs::path& root, const fs::path& page,
                                                      const std::string& block) {
  std::vector<std::vector<std::string>> lines;
  bool inside = false;
  for (const std::string& line : lines_of(read_text(root / page))) {
    if (const auto mark = mark_of(line)) inside = mark == block + ": begin";
    if (!inside || line.empty() || (line[0] != '|' && (line[0] < '0' || line[0] > '9'))) continue;
    std::vector<std::string> pages;
    for (std::size_t at = 0; (at = line.find("](", at)) != std::string::npos; at += 2) {
      const fs::path file = linked_file(page, line.substr(at + 2, line.find(')', at) - at - 2));
      if (file.extension() == ".md") pages.push_back(page_name(file));
    }
    if (!pages.empty()) lines.push_back(pages);
  }
  return lines;
}

/// The pages that a translation names in its first lines, its own original first.
std::vector<fs::path> originals_of(const fs::path& root, const fs::path& page) {
  const std::string mark = "translates: ";
  std::vector<fs::path> originals;
  for (const std::string& line : lines_of(read_text(root / page))) {
    const auto said = mark_of(line);
    if (!said || !said->starts_with(mark)) break;
    originals.push_back(linked_file(page, said->substr(mark.size(), said->find(',') - mark.size())));
  }
  return originals;
}

/// All of the folder's pages but the first one: as they were linked to, then the others.
std::vector<fs::path> chinese_pages(const fs::path& root, const std::vector<fs::path>& linked) {
  std::vector<fs::path> pages;
  for (const auto& entry : fs::directory_iterator((root / chinese_start_page).parent_path()))
    if (entry.path().extension() == ".md") pages.push_back(fs::relative(entry.path(), root));
  std::erase(pages, fs::path(chinese_start_page));
  const auto place = [&](const fs::path& page) {
    return std::pair(std::find(linked.begin(), linked.end(), page) - linked.begin(), page);
  };
  std::sort(pages.begin(), pages.end(), [&](auto& a, auto& b) { return place(a) < place(b); });
  return pages;
}

}  // namespace

Tree tree_of(const fs::path& root) {
  Tree tree;
  Reader reader(root);
  tree.english = reader.node_of(start_page, title_of(root, start_page));
  // What Doxygen makes of the headers, and the list of sources.
  tree.english.below.push_back({"",
                                "Source code",
                                true,
                                {{"sources", "Sources", true, {}},
                                 {"annotated", "Classes of the headers", true, {}},
                                 {"namespacemembers", "Functions of the headers", true, {}},
                                 {"files", "Headers", true, {}},
                                 {"globals", "Macros of the headers", true, {}}}});
  tree.stops = linked_in_block(root, start_page, "order");
  for (const std::vector<std::string>& row : linked_in_block(root, exercises_page, "all exercises"))
    tree.exercises.push_back(row.front());
  if (!fs::exists(root / chinese_start_page)) return tree;
  tree.chinese = {page_name(chinese_start_page), title_of(root, chinese_start_page), true, {}};
  const auto add_translations = [&](const fs::path& page) {
    for (const fs::path& original : originals_of(root, page))
      tree.translations.push_back({page_name(original), page_name(page)});
  };
  add_translations(chinese_start_page);
  for (const fs::path& page : chinese_pages(root, reader.chinese())) {
    tree.chinese.below.push_back({page_name(page), title_of(root, page), true, {}});
    add_translations(page);
  }
  return tree;
}

std::vector<const Node*> way_to(const Node& start, const std::string& page) {
  if (start.page == page) return {&start};
  for (const Node& below : start.below) {
    std::vector<const Node*> way = way_to(below, page);
    if (way.empty()) continue;
    way.insert(way.begin(), &start);
    return way;
  }
  return {};
}

std::vector<const Node*> in_reading_order(const Node& start,
                                          const std::vector<std::vector<std::string>>& stops) {
  std::vector<const Node*> pages;
  if (!start.listed) return pages;
  if (!start.page.empty()) pages.push_back(&start);
  for (const std::vector<std::string>& stop : stops)
    for (const std::string& page : stop) {
      const std::vector<const Node*> way = way_to(start, page);
      if (!way.empty()) pages.push_back(way.back());
    }
  for (const Node& below : start.below)
    for (const Node* more : in_reading_order(below))
      if (std::find(pages.begin(), pages.end(), more) == pages.end()) pages.push_back(more);
  return pages;
}

}  // namespace tutorial::driver::site
