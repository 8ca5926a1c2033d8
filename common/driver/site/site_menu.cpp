#include "driver/site/site_menu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "driver/site/page_text.hpp"
#include "driver/site/site_paths.hpp"
#include "support/files.hpp"
#include "support/text.hpp"
#include "support/xml.hpp"

namespace tutorial::driver::site {
namespace fs = std::filesystem;
namespace {

std::string title_of(const fs::path& root, const fs::path& page) {
  const std::vector<std::string> lines = lines_of(read_text(root / page));
  const auto heading =
      std::find_if(lines.begin(), lines.end(), [](auto& line) { return line.starts_with("# "); });
  return heading == lines.end() ? page.generic_string() : heading->substr(2);
}

/// The pages of a chapter's or a part's own folders, in the order in which its page links to them: parts, and what is past the core, last.
std::vector<fs::path> pages_below(const fs::path& root, const fs::path& page) {
  std::vector<fs::path> pages;
  if (!page.has_parent_path() || !is_chapter(*page.begin()) || page.filename() != "README.md") return pages;
  const fs::path own = page.parent_path();
  if (own.parent_path().filename() == "exercises") return pages;
  for (const auto& entry : fs::directory_iterator(root / own)) {
    const std::string name = entry.path().filename().string();
    if (name != "exercises" && name != "tests" && fs::exists(entry.path() / "README.md"))
      pages.push_back(own / name / "README.md");
  }
  const std::string text = read_text(root / page);
  const auto place = [&](const fs::path& below) {
    const std::string name = below.parent_path().filename().string();
    return std::tuple(name == "further", text.find("](" + name), name);
  };
  std::sort(pages.begin(), pages.end(), [&](auto& a, auto& b) { return place(a) < place(b); });
  return pages;
}

/// The menu's entries for the pages that a page has in its `subpages` block, theirs below them: a line that ends in a colon begins a group.
/// A chapter's parts, and what is past a core, need no block.
std::string menu_of(const fs::path& root, const fs::path& page) {
  std::string menu;
  bool inside = false;
  bool in_group = false;
  const auto entry_of = [&](const fs::path& below, const std::string& title) {
    const std::string entries = menu_of(root, below);
    return fmt::format("<tab type=\"{}\" visible=\"yes\" url=\"@ref {}\" title=\"{}\">\n{}</tab>\n",
                       entries.empty() ? "user" : "usergroup", page_name(below), xml::escaped(title),
                       entries);
  };
  const auto end_group = [&] {
    if (std::exchange(in_group, false)) menu += "</tab>\n";
  };
  for (const std::string& line : lines_of(read_text(root / page))) {
    const std::string text = text::trimmed(line);
    if (mark_of(line) == "subpages: begin") inside = true;
    if (mark_of(line) == "subpages: end") inside = false;
    if (!inside) continue;
    const std::size_t middle = text.find("](");
    if (text.ends_with(':')) {
      end_group();
      in_group = true;
      menu += fmt::format("<tab type=\"usergroup\" visible=\"yes\" url=\"[none]\" title=\"{}\">\n",
                          xml::escaped(text.substr(0, text.size() - 1)));
    } else if (text.starts_with("- [") && middle != std::string::npos) {
      const fs::path below = linked_file(page, text.substr(middle + 2, text.find(')', middle) - middle - 2));
      menu += entry_of(below, text.substr(3, middle - 3));
    }
  }
  end_group();
  for (const fs::path& below : pages_below(root, page)) menu += entry_of(below, title_of(root, below));
  return menu;
}

/// The menu's entries for the sources, in a group for each folder of the root.
std::string menu_of_sources(const std::vector<fs::path>& sources) {
  std::string menu;
  fs::path folder = "none";
  for (const fs::path& file : sources) {
    const fs::path first = file.has_parent_path() ? *file.begin() : ".";
    if (first != folder) {
      menu += fmt::format("{}<tab type=\"usergroup\" visible=\"yes\" url=\"[none]\" title=\"{}\">\n",
                          folder == "none" ? "" : "</tab>\n", xml::escaped(first.generic_string()));
      folder = first;
    }
    menu += fmt::format("<tab type=\"user\" visible=\"yes\" url=\"@ref {}\" title=\"{}\"/>\n",
                        source_page_name(file), xml::escaped(file.filename().generic_string()));
  }
  return menu + (sources.empty() ? "" : "</tab>\n");
}

}  // namespace

std::string menu(const fs::path& root, const std::vector<fs::path>& sources) {
  return fmt::format(R"(<navindex>
<tab type="mainpage" visible="yes" title="Start here"/>
{}<tab type="usergroup" visible="yes" url="@ref sources" title="Sources">
{}</tab>
<tab type="classes" visible="yes" title="Classes of the headers">
<tab type="classlist" visible="yes" title="All" intro=""/>
<tab type="classmembers" visible="yes" title="Members" intro=""/>
</tab>
<tab type="namespaces" visible="yes" title="Functions of the headers">
<tab type="namespacelist" visible="no" title="" intro=""/>
<tab type="namespacemembers" visible="yes" title="All" intro=""/>
</tab>
<tab type="files" visible="yes" title="Headers">
<tab type="filelist" visible="yes" title="All" intro=""/>
<tab type="globals" visible="yes" title="Macros" intro=""/>
</tab>
</navindex>
)",
                     menu_of(root, "docs/pages/start.md"), menu_of_sources(sources));
}

}  // namespace tutorial::driver::site
