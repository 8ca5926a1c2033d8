#include "marking/instructor/similarity_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "marking/instructor/html_page.hpp"

namespace tutorial::instructor {
namespace {

using xml::element;

constexpr std::size_t most_pages = 100;  // of an exercise
constexpr const char* hint = "A hint where to look, not a verdict: read both before you think anything.";

/// A file with the shared lines marked; `side` makes the names of places unique.
std::string column(const Compared& file, const std::vector<Lines>& shared, char side) {
  std::istringstream lines(file.source);
  std::string html;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const bool is_shared = std::any_of(shared.begin(), shared.end(), [&](const Lines& each) {
      return each.first <= number && number <= each.last;
    });
    html +=
        element("span", {{"id", fmt::format("{}{}", side, number)}, {"class", is_shared ? "shared" : "own"}},
                fmt::format("{:>4}  ", number) + html_text(line)) +
        "\n";
  }
  return element("div", {}, element("h2", {}, html_text(file.name)) + element("pre", {}, html));
}

std::string links(const std::vector<Lines>& lines, char side) {
  std::string html;
  for (const Lines& each : lines)
    html += (html.empty() ? "" : ", ") + element("a", {{"href", fmt::format("#{}{}", side, each.first)}},
                                                 fmt::format("{}-{}", each.first, each.last));
  return html;
}

std::string page_of(const std::string& exercise, const Compared& a, const Compared& b, const Pair& pair) {
  const std::string passages = html_table({"whose", "shared lines"},
                                          html_row("td", {html_text(a.name), links(pair.a_lines, 'a')}) +
                                              html_row("td", {html_text(b.name), links(pair.b_lines, 'b')}));
  const std::string sides =
      element("div", {{"class", "sides"}}, column(a, pair.a_lines, 'a') + column(b, pair.b_lines, 'b'));
  return html_page(
      fmt::format("{}: {:.0f}% alike", exercise, 100 * pair.share),
      element("p", {},
              fmt::format("{} {}", hint, element("a", {{"href", "../similarity.html"}}, "All pairs."))) +
          "\n" + passages + sides + "\n");
}

}  // namespace

void add_pairs(Similarity& similarity, const std::string& exercise, const std::vector<Compared>& files,
               const std::vector<Pair>& pairs, double least) {
  if (!similarity.text.empty()) similarity.text += "\n";
  similarity.text += similarity_text(exercise, files, pairs, least);
  std::string rows;
  for (std::size_t i = 0; i < std::min(pairs.size(), most_pages); ++i) {
    const Compared &a = files[pairs[i].a], &b = files[pairs[i].b];
    const std::string page = fmt::format("{}/{}-{:03}.html", similarity_folder, exercise, i + 1);
    similarity.pages[page] = page_of(exercise, a, b, pairs[i]);
    rows += html_row("td", {element("a", {{"href", page}}, fmt::format("{:.0f}%", 100 * pairs[i].share)),
                            html_text(a.name), html_text(b.name)});
  }
  similarity.index += element("h2", {}, html_text(exercise)) + "\n";
  if (pairs.empty()) similarity.index += element("p", {}, "No pair.") + "\n";
  if (!pairs.empty()) similarity.index += html_table({"alike", "one", "other"}, rows);
  if (pairs.size() > most_pages)
    similarity.index +=
        element("p", {}, fmt::format("And {} more pairs, in similarity.txt.", pairs.size() - most_pages)) +
        "\n";
}

std::string similarity_index(const Similarity& similarity) {
  return html_page("Passages that submissions share", element("p", {}, hint) + "\n" + similarity.index);
}

}  // namespace tutorial::instructor
