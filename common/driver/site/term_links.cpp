#include "driver/site/term_links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "driver/site/page_text.hpp"
#include "driver/site/site_paths.hpp"
#include "support/files.hpp"
#include "support/text.hpp"

namespace tutorial::driver::site {
namespace fs = std::filesystem;
namespace {

const fs::path glossary_page = "docs/pages/glossary.md";

/// In an entry whose word has other meanings too: pages link to it where they mean it.
constexpr const char* by_hand = "<!-- linked only by hand -->";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool is_abbreviation(const std::string& words) {
  return std::all_of(words.begin(), words.end(), [](char c) { return lower(c) != c || !is_word(c); });
}

/// Abbreviations as they are written; other terms may start with a capital.
bool begins_with(const std::string& line, std::size_t at, const std::string& words) {
  if (line.compare(at, words.size(), words) == 0) return true;
  return !is_abbreviation(words) && at + words.size() <= line.size() && lower(line[at]) == lower(words[0]) &&
         line.compare(at + 1, words.size() - 1, words, 1) == 0;
}

/// What ends the piece of Markdown that begins here, if that is not text: code, a link, an HTML tag. Else empty.
std::string end_of_markup(const std::string& line, std::size_t at) {
  if (line[at] == '`') return std::string(std::min(line.size(), line.find_first_not_of('`', at)) - at, '`');
  if (line[at] == '<') return ">";
  return line[at] == '[' ? "](" : "";
}

/// Behind the end that is looked for from `at` on; npos where the line has none.
std::size_t behind(const std::string& line, const std::string& end, std::size_t at) {
  std::size_t found = line.find(end, at);
  if (end != "](") return found == std::string::npos ? found : found + end.size();
  if (found != std::string::npos) found = line.find(')', found);
  return found == std::string::npos ? found : found + 1;
}

}  // namespace

std::vector<Term> glossary_terms(const std::string& glossary) {
  std::vector<Term> terms;
  for (const std::string& line : lines_of(glossary)) {
    if (line == by_hand && !terms.empty())
      std::erase_if(terms, [last = terms.back().anchor](const Term& each) { return each.anchor == last; });
    if (!line.starts_with("### ")) continue;
    const std::string heading = text::trimmed(line.substr(4));
    std::string words;
    for (const char c : heading + ",") {
      if (c != ',' && c != '(' && c != ')') {
        words += c;
        continue;
      }
      words = text::trimmed(words);
      if (!words.empty()) terms.push_back({words, slug(heading)});
      words.clear();
    }
  }
  std::stable_sort(terms.begin(), terms.end(),
                   [](const Term& a, const Term& b) { return a.words.size() > b.words.size(); });
  return terms;
}

TermLinks::TermLinks(const fs::path& root, const fs::path& page) {
  if (page != glossary_page && !page.generic_string().starts_with("docs/zh/"))
    terms_ = glossary_terms(read_text(root / glossary_page));
}

/// The term that starts at this position of the line, which from now on is used; `length` is its length there.
const Term* TermLinks::take_term(const std::string& line, std::size_t at, std::size_t& length) {
  for (auto term = terms_.begin(); term != terms_.end(); ++term) {
    if (!begins_with(line, at, term->words)) continue;
    for (const char* ending : {"", "s", "es"}) {
      length = term->words.size() + std::string(ending).size();
      if (line.compare(at + term->words.size(), length - term->words.size(), ending) != 0) continue;
      if (at + length < line.size() && is_word(line[at + length])) continue;
      found_ = *term;
      // An entry of several words is one term: the first of them leads there.
      std::erase_if(terms_, [this](const Term& each) { return each.anchor == found_.anchor; });
      return &found_;
    }
  }
  return nullptr;
}

std::string TermLinks::linked(const std::string& line, const fs::path& page) {
  const std::size_t first = line.find_first_not_of(' ');
  const std::string begun = std::exchange(open_, "");
  if (terms_.empty() || first == std::string::npos || line[first] == '|' || line.starts_with("    "))
    return line;
  // A link, or code, may have begun on the line before.
  std::size_t at = begun.empty() ? 0 : behind(line, begun, 0);
  if (at == std::string::npos || line.find('[') < line.find("](")) at = 0;
  const std::string glossary = glossary_page.lexically_relative(page.parent_path()).generic_string();
  std::string result = line.substr(0, at);
  while (at < line.size()) {
    if (const std::string end = end_of_markup(line, at); !end.empty()) {
      const std::size_t next = behind(line, end, at + end.size());
      if (next == std::string::npos) {
        open_ = end;
        return result + line.substr(at);
      }
      result += line.substr(at, next - at);
      at = next;
      continue;
    }
    const bool begins_word = is_word(line[at]) && (at == 0 || !is_word(line[at - 1]));
    std::size_t length = 0;
    if (const Term* term = begins_word ? take_term(line, at, length) : nullptr) {
      result += fmt::format("[{}]({}#{})", line.substr(at, length), glossary, term->anchor);
      at += length;
    } else {
      result += line[at++];
    }
  }
  return result;
}

}  // namespace tutorial::driver::site
