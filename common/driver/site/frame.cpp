#include "driver/site/frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <regex>
#include <utility>
#include <vector>

#include "driver/site/highlight.hpp"
#include "driver/site/html.hpp"
#include "support/files.hpp"
#include "support/text.hpp"
#include "support/xml.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver::site {
namespace fs = std::filesystem;
namespace {

/// The words of the frame.
struct Words {
  const char* language;
  const char* site;
  const char* skip;
  const char* pages;
  const char* way;
  const char* on_page;
  const char* neighbours;
  const char* before;
  const char* after;
  const char* of;
  const char* made_with;
  const char* report;
};

constexpr Words english_words = {"en",
                                 "CUDA by Chapter",
                                 "Skip to the text",
                                 "Pages",
                                 "Where this page is",
                                 "On this page",
                                 "The pages before and after",
                                 "Previous",
                                 "Next",
                                 "of",
                                 "Made with",
                                 "Report an error on this page"};
constexpr Words chinese_words = {"zh-Hans",  "CUDA 逐章学", "跳到正文",   "页面",
                                 "本页位置", "本页内容",    "前后页",     "上一页",
                                 "下一页",   "／",          "制作工具：", "报告本页的错误"};

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  const std::size_t to = from == std::string::npos ? from : text.find(end, from + begin.size());
  return to == std::string::npos ? "" : text.substr(from + begin.size(), to - from - begin.size());
}

/// The words of HTML, on one line.
std::string words_of(const std::string& html) {
  std::string words;
  html::each_token(html, [&](const html::Token& token) { words += token.text; });
  return text::trimmed(std::regex_replace(words, std::regex("[ \n\t]+"), " "));
}

std::string link(const std::string& page, const std::string& title, xml::Attributes more = {}) {
  more.insert(more.begin(), {"href", page + ".html"});
  return xml::element("a", more, xml::escaped(title));
}

std::string item(const std::string& content) { return "<li>" + content + "</li>\n"; }

/// Calls `use` with each piece of the text from `begin` up to and with `end`, and puts in its place what that returns.
template <class Use>
std::string each_replaced(const std::string& text, const std::string& begin, const std::string& end,
                          Use use) {
  std::string result;
  std::size_t at = 0;
  for (std::size_t found = 0; (found = text.find(begin, at)) != std::string::npos;) {
    const std::size_t stop = text.find(end, found + begin.size());
    if (stop == std::string::npos) break;
    result += text.substr(at, found - at) + use(text.substr(found, stop + end.size() - found));
    at = stop + end.size();
  }
  return result + text.substr(at);
}

struct Heading {
  int level;
  std::string anchor;
  std::string text;
};

/// Doxygen 1.9.4 writes the tags of code in a heading as text.
std::string with_code(std::string heading) {
  for (const auto& [letters, tag] : {std::pair("&lt;tt&gt;", "<code>"), std::pair("&lt;/tt&gt;", "</code>")})
    for (std::size_t at = 0; (at = heading.find(letters, at)) != std::string::npos;)
      heading.replace(at, std::string(letters).size(), tag);
  return heading;
}

/// Moves the headings so that they begin at level 2, and returns those that a link can lead to.
std::vector<Heading> order_headings(std::string& contents) {
  contents = each_replaced(contents, "<h", "</h", with_code);
  static const std::regex tag("<(/?)h([1-6])([ >])");
  int top = 6;
  for (std::sregex_iterator each(contents.begin(), contents.end(), tag), end; each != end; ++each)
    top = std::min(top, std::stoi((*each)[2]));
  std::vector<Heading> headings;
  std::string moved;
  std::size_t at = 0;
  int before = 1;
  for (std::sregex_iterator each(contents.begin(), contents.end(), tag), end; each != end; ++each) {
    const std::smatch& match = *each;
    const bool closes = match[1].length() > 0;
    // One level below the heading before it at most.
    const int level = closes ? before : std::min(std::stoi(match[2]) - top + 2, before + 1);
    before = level;
    const auto place = static_cast<std::size_t>(match.position());
    moved += contents.substr(at, place - at) + fmt::format("<{}h{}{}", match[1].str(), level, match[3].str());
    at = place + static_cast<std::size_t>(match.length());
    if (closes) continue;
    const std::string inside = contents.substr(place, contents.find("</h", place) - place);
    headings.push_back({level, between(inside, "id=\"", "\""), words_of(inside)});
  }
  contents = moved + contents.substr(at);
  std::erase_if(headings, [](const Heading& each) {
    return each.anchor.empty() || each.text.empty() || each.level > 3;
  });
  return headings;
}

std::string on_this_page(const std::vector<Heading>& headings, const Words& words) {
  if (headings.size() < 2) return "";
  std::string list;
  for (const Heading& heading : headings)
    list += fmt::format("<li class=\"level{}\"><a href=\"#{}\">{}</a></li>\n", heading.level, heading.anchor,
                        xml::escaped(heading.text));
  return fmt::format(
      "<details id=\"on-this-page\" open=\"open\"><summary>{0}</summary>\n<nav "
      "aria-label=\"{0}\"><ul>\n{1}</ul></nav></details>\n",
      words.on_page, list);
}

std::size_t count_of(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size()) ++count;
  return count;
}

/// Whether a line of output is a sentence, which may be folded on a narrow screen: long, and without columns.
bool may_fold(const std::string& line) {
  constexpr std::size_t most = 80;
  std::string text;
  html::each_token(line, [&](const html::Token& token) { text += token.text; });
  const std::size_t first = text.find_first_not_of(' ');
  return text.size() > most && text.find("   ", first) == std::string::npos;
}

/// Names each line of a listing, so that a link can lead to it: code-3-12 is the twelfth line of the page's third listing. Lines of a whole source
/// have names already.
std::string with_line_names(const std::string& listing, int number) {
  if (listing.find("class=\"lineno\"") != std::string::npos) return listing;
  const bool code = listing.find("<span") != std::string::npos;
  int count = 0;
  const std::string tag = "<div class=\"line";
  return each_replaced(listing, tag + "\"", "</div>", [&](const std::string& line) {
    return fmt::format("{}{}\" id=\"code-{}-{}\"{}", tag, !code && may_fold(line) ? " folds" : "", number,
                       ++count, line.substr(tag.size() + 1));
  });
}

/// Doxygen's contents as we show them.
std::string own_contents(const std::string& doxygen, const std::string& name) {
  const std::string begin = "<div class=\"contents\">";
  const std::string end = "</div><!-- contents -->";
  const std::size_t from = doxygen.find(begin);
  const std::size_t to = doxygen.find(end, from == std::string::npos ? 0 : from);
  if (from == std::string::npos || to == std::string::npos)
    throw Failure(exit_wrong, name + ".html: Doxygen has written no contents");
  std::string contents = doxygen.substr(from, to - from) + "</div>";
  // On the start page what closes there was opened before.
  for (std::size_t more = count_of(contents, "</div>"); more > count_of(contents, "<div"); --more)
    contents.erase(contents.rfind("</div>"), 6);
  // What folds and unfolds lists by Doxygen's scripts: without them they are unfolded.
  contents = std::regex_replace(contents, std::regex(R"(<span[^>]* onclick="[^"]*"[^>]*>[^<]*</span>)"), "");
  contents = std::regex_replace(contents, std::regex(R"(<div class="levels">.*?</div>)"), "");
  contents = std::regex_replace(
      contents, std::regex(R"( (align|valign|width|nowrap|border|cellspacing|cellpadding)="[^"]*")"), "");
  for (const char* kind : {"markdownTable", "doxtable", "memberdecls", "directory"})
    contents =
        each_replaced(contents, fmt::format("<table class=\"{}\"", kind), "</table>",
                      [](const std::string& table) { return "<div class=\"table\">" + table + "</div>"; });
  const std::string fragment = "<div class=\"fragment\">";
  int listing = 0;
  return each_replaced(contents, fragment, "</div><!-- fragment -->", [&](const std::string& all) {
    return fragment + with_line_names(highlighted(all.substr(fragment.size())), ++listing);
  });
}

/// What of the tree a reader of this page wants to see: the pages of the first level, and the branch that the page is in.
std::string menu_of(const std::vector<Node>& nodes, const std::vector<const Node*>& way) {
  std::string menu;
  for (const Node& node : nodes) {
    if (!node.listed) continue;
    const bool on_way = std::find(way.begin(), way.end(), &node) != way.end();
    if (node.page.empty()) {
      menu +=
          item(fmt::format("<p>{}</p>\n<ul>\n{}</ul>\n", xml::escaped(node.title), menu_of(node.below, way)));
      continue;
    }
    std::string entry = way.back() == &node ? link(node.page, node.title, {{"aria-current", "page"}})
                                            : link(node.page, node.title);
    const std::string below = on_way ? menu_of(node.below, way) : "";
    if (!below.empty()) entry += "\n<ul>\n" + below + "</ul>\n";
    menu += item(entry);
  }
  return menu;
}

std::string crumbs(const std::vector<const Node*>& way, const std::string& title, bool known,
                   const Words& words) {
  std::string list;
  for (const Node* node : way) {
    if (known && node == way.back()) break;
    list += item(node->page.empty() ? xml::escaped(node->title) : link(node->page, node->title));
  }
  if (list.empty()) return "";
  list += item(fmt::format("<span aria-current=\"page\">{}</span>", xml::escaped(title)));
  return fmt::format("<nav id=\"way\" aria-label=\"{}\"><ol>\n{}</ol></nav>\n", words.way, list);
}

/// "3 of 5", for a page of the reading order; else empty.
std::string place_in_order(const Tree& tree, const std::string& page, const Words& words) {
  for (std::size_t i = 0; i < tree.stops.size(); ++i)
    if (std::find(tree.stops[i].begin(), tree.stops[i].end(), page) != tree.stops[i].end())
      return fmt::format(" <small>{} {} {}</small>", i + 1, words.of, tree.stops.size());
  return "";
}

/// The pages before and after: of exercises the other exercises, of all others those of the reading order and then further reading.
std::string neighbours(const Tree& tree, const Node& start, const std::string& name, const Words& words) {
  std::vector<const Node*> pages =
      in_reading_order(start, &start == &tree.english ? tree.stops : std::vector<std::vector<std::string>>{});
  if (std::find(tree.exercises.begin(), tree.exercises.end(), name) != tree.exercises.end()) {
    pages.clear();
    for (const std::string& exercise : tree.exercises)
      if (const std::vector<const Node*> way = way_to(start, exercise); !way.empty())
        pages.push_back(way.back());
  }
  const auto here =
      std::find_if(pages.begin(), pages.end(), [&](const Node* each) { return each->page == name; });
  if (here == pages.end()) return "";
  std::string links;
  const auto neighbour = [&](const Node& node, const char* kind, const char* word) {
    links += fmt::format("<a rel=\"{}\" href=\"{}.html\"><span>{}{}</span> {}</a>\n", kind, node.page, word,
                         place_in_order(tree, node.page, words), xml::escaped(node.title));
  };
  if (here != pages.begin()) neighbour(**(here - 1), "prev", words.before);
  if (here + 1 != pages.end()) neighbour(**(here + 1), "next", words.after);
  return fmt::format("<nav id=\"neighbours\" aria-label=\"{}\">\n{}</nav>\n", words.neighbours, links);
}

/// The link to the same page in the other language, or to where that language begins.
std::string other_language(const Tree& tree, const std::string& name, bool chinese) {
  if (tree.chinese.page.empty()) return "";
  const auto pair = std::find_if(tree.translations.begin(), tree.translations.end(), [&](const auto& each) {
    return (chinese ? each.chinese : each.english) == name;
  });
  std::string other = chinese ? tree.english.page : tree.chinese.page;
  if (pair != tree.translations.end()) other = chinese ? pair->english : pair->chinese;
  return chinese ? link(other, "English", {{"lang", "en"}, {"hreflang", "en"}})
                 : link(other, "中文", {{"lang", "zh-Hans"}, {"hreflang", "zh-Hans"}});
}

/// The first paragraph, as what finds pages shows it.
std::string description_of(const std::string& contents) {
  std::string text = words_of(between(contents, "<p", "</p>").insert(0, "<p"));
  constexpr std::size_t most = 160;
  if (text.size() <= most) return text;
  const std::size_t end = text.rfind(' ', most);
  std::size_t cut = end == std::string::npos ? most : end;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;  // no partial character
  return text.substr(0, cut) + " …";
}

/// The page of the tree below which a page stands that is not in it.
std::string parent_of(const std::string& name) {
  if (name.starts_with("source_")) return "sources";
  for (const char* kind : {"class", "struct", "union", "namespace"})
    if (name.starts_with(kind)) return "annotated";
  return name.ends_with("_8hpp") || name.starts_with("dir_") ? "files" : "";
}

}  // namespace

std::string framed(const Tree& tree, const std::string& name, const std::string& doxygen,
                   const std::string& revision) {
  const bool chinese = !way_to(tree.chinese, name).empty();
  const Words& words = chinese ? chinese_words : english_words;
  const Node& start = chinese ? tree.chinese : tree.english;
  std::vector<const Node*> way = way_to(start, name);
  const bool known = !way.empty();
  if (!known) way = way_to(start, parent_of(name));
  if (way.empty()) way = {&start};

  std::string title = words_of(with_code(between(doxygen, "<div class=\"title\">", "</div>")));
  if (title.empty()) title = words_of(between(doxygen, "<title>", "</title>"));
  if (title.empty()) throw Failure(exit_wrong, name + ".html: Doxygen has written no title");
  std::string contents = own_contents(doxygen, name);
  const std::string description = description_of(contents);
  const std::vector<Heading> headings = order_headings(contents);

  std::string page =
      fmt::format("<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\"/>\n", words.language);
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n";
  page += fmt::format("<title>{}</title>\n",
                      xml::escaped(name == start.page ? words.site : title + " · " + words.site));
  page += xml::element("meta",
                       {{"name", "description"}, {"content", description.empty() ? title : description}}) +
          "\n";
  page +=
      "<link rel=\"icon\" type=\"image/svg+xml\" href=\"favicon.svg\"/>\n<link rel=\"stylesheet\" "
      "href=\"site.css\"/>\n";
  page +=
      "<script>try { document.documentElement.dataset.theme = localStorage.getItem('theme') || ''; } catch "
      "{}</script>\n";
  page += "<script src=\"site.js\" defer=\"defer\"></script>\n</head>\n<body>\n";
  page += fmt::format("<a id=\"skip\" href=\"#content\">{}</a>\n<header id=\"head\">\n", words.skip);
  page += link(start.page, words.site, {{"id", "home"}}) + "\n";
  page += fmt::format("<div id=\"search\" role=\"search\"></div>\n<a id=\"to-menu\" href=\"#menu\">{}</a>\n",
                      words.pages);
  page += other_language(tree, name, chinese) +
          "\n</header>\n<div id=\"columns\">\n<main id=\"content\" tabindex=\"-1\"" +
          (known && way.back() == &start ? " class=\"start\"" : "") + ">\n";
  page += crumbs(way, title, known, words) + fmt::format("<h1>{}</h1>\n", xml::escaped(title));
  page +=
      on_this_page(headings, words) + contents + "\n" + neighbours(tree, start, name, words) + "</main>\n";
  page += fmt::format(
      "<nav id=\"menu\" aria-label=\"{0}\">\n<ul>\n{1}{2}</ul>\n</nav>\n</div>\n", words.pages,
      item(way.back() == &start && known ? link(start.page, start.title, {{"aria-current", "page"}})
                                         : link(start.page, start.title)),
      menu_of(start.below, way));
  return page + fmt::format(
                    "<footer>{}<a href=\"errata.html\">{}</a>. {} <a "
                    "href=\"https://www.doxygen.org/\">Doxygen</a>.</footer>\n"
                    "</body>\n</html>\n",
                    revision.empty() ? "" : xml::escaped(revision) + ". ", words.report, words.made_with);
}

void frame_site(const fs::path& root, const fs::path& html, const std::string& revision) {
  const Tree tree = tree_of(root);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(html))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::string pages;
  for (const fs::path& file : files) {
    if (file.extension() != ".html" || file.filename() == "doxygen_crawl.html") {
      continue;
    }
    const std::string text = framed(tree, file.stem().string(), read_text(file), revision);
    std::ofstream out(file, std::ios::binary);
    out << text;
    if (!out.flush()) throw Failure(exit_wrong, fmt::format("cannot write {}", file.string()));
    pages += text;
  }
  for (const fs::path& file : files) {
    const bool page = file.extension() == ".html" && file.filename() != "doxygen_crawl.html";
    const std::string name = fmt::format("\"{}\"", file.filename().string());
    if (!page && pages.find(name) == std::string::npos) fs::remove(file);
  }
}

}  // namespace tutorial::driver::site
