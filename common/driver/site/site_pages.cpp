#include "driver/site/site_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "driver/site/frame.hpp"
#include "driver/site/html.hpp"
#include "driver/site/search_index.hpp"
#include "support/files.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace fs = std::filesystem;
namespace {

/// What a page offers to links, and what it links to.
struct Page {
  std::set<std::string> anchors;
  std::vector<std::string> twice;    ///< anchors that more than one element has
  std::vector<std::string> targets;  ///< of links, images, scripts, style sheets
  std::vector<std::string> untold;   ///< images without a text
};

std::string attribute(const html::Token& token, const std::string& name) {
  const auto found = token.attributes.find(name);
  return found == token.attributes.end() ? "" : found->second;
}

Page read_page(const fs::path& file) {
  Page page;
  html::each_token(read_text(file), [&](const html::Token& token) {
    const std::string id = attribute(token, "id");
    const std::string name = token.tag == "a" ? attribute(token, "name") : "";
    if (!id.empty() && !page.anchors.insert(id).second) page.twice.push_back(id);
    if (!name.empty() && name != id) page.anchors.insert(name);
    for (const char* link : {"href", "src", "srcset"}) {
      const auto found = token.attributes.find(link);
      if (found != token.attributes.end()) page.targets.push_back(found->second);
    }
    if (token.tag == "img" && !token.attributes.contains("alt"))
      page.untold.push_back(attribute(token, "src"));
  });
  return page;
}

bool is_outside(const std::string& target) {
  return target.find(':') != std::string::npos || target.starts_with("//");
}

/// Newer Doxygens link to a page by its own name, and their indices of names to missing characters: both lead to the page.
bool leads_to_the_page(const std::string& file, const std::string& place) {
  return file == place + ".html" || place.starts_with("index_");
}

}  // namespace

std::vector<fs::path> pages_of(const fs::path& html) {
  std::vector<fs::path> pages;
  for (const auto& entry : fs::directory_iterator(html))
    if (entry.path().extension() == ".html") pages.push_back(entry.path().filename());
  std::sort(pages.begin(), pages.end());
  if (pages.empty()) throw Failure(exit_usage, fmt::format("there are no pages in {}", html.string()));
  return pages;
}

std::vector<std::string> site_faults(const fs::path& html) {
  std::map<std::string, Page> pages;
  for (const fs::path& file : pages_of(html)) pages.emplace(file.string(), read_page(html / file));
  std::vector<std::string> faults;
  for (const auto& [name, page] : pages) {
    for (const std::string& image : page.untold)
      faults.push_back(fmt::format("{}: {} has no text in its place", name, image));
    for (const std::string& id : page.twice)
      faults.push_back(fmt::format("{}: two elements are named {}", name, id));
    for (const std::string& target : page.targets) {
      if (is_outside(target)) continue;
      const std::size_t hash = target.find('#');
      const std::string file = hash == 0 ? name : target.substr(0, std::min(hash, target.find('?')));
      const std::string place = hash == std::string::npos ? "" : target.substr(hash + 1);
      const auto known = pages.find(file);
      if (!fs::is_regular_file(html / file))
        faults.push_back(fmt::format("{}: there is no {}", name, target));
      else if (!place.empty() && known != pages.end() && !known->second.anchors.contains(place) &&
               !leads_to_the_page(file, place))
        faults.push_back(fmt::format("{}: there is no place {}", name, target));
    }
  }
  return faults;
}

int site_command(const fs::path& root, const SiteOptions& options) {
  if (options.frame) site::frame_site(root, options.html, options.revision);
  for (const bool chinese : {false, true}) {
    if (!options.index) break;
    const fs::path file = fs::path(options.html) / (chinese ? "search-index-zh.js" : "search-index.js");
    std::ofstream out(file, std::ios::binary);
    out << site::search_index(root, options.html, chinese);
    if (!out.flush()) throw Failure(exit_wrong, fmt::format("cannot write {}", file.string()));
  }
  if (!options.check) return exit_right;
  const std::vector<std::string> faults = site_faults(options.html);
  for (const std::string& fault : faults) fmt::print("{}\n", fault);
  return faults.empty() ? exit_right : exit_wrong;
}

}  // namespace tutorial::driver
