#include "driver/site/search_index.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "driver/site/html.hpp"
#include "driver/site/site_pages.hpp"
#include "driver/site/site_tree.hpp"
#include "support/files.hpp"

namespace tutorial::driver::site {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t excerpt_length = 150;
constexpr std::size_t longest_number = 3;  // of a number in digits: an exit code, a compute capability

// How much a word counts in a title, in the title above another section, and in a heading; in a text it counts up to 1 + saturation.
constexpr double title_weight = 6;
constexpr double title_elsewhere_weight = 1.5;
constexpr double heading_weight = 4;
constexpr double saturation = 1.2;

constexpr auto unindexed = std::to_array<std::string_view>(
    {"a",    "an",  "and",  "are",  "as",  "at",  "be",   "by",   "can", "do",   "does", "for",
     "from", "has", "he",   "how",  "i",   "if",  "in",   "is",   "it",  "its",  "my",   "no",
     "not",  "of",  "on",   "one",  "or",  "so",  "than", "that", "the", "then", "this", "to",
     "was",  "we",  "what", "when", "who", "why", "will", "with", "you", "your"});

/// The character that begins here, and how many bytes it has.
std::pair<char32_t, std::size_t> character_at(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return static_cast<unsigned char>(at + i < text.size() ? text[at + i] : 0);
  };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  char32_t character = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) character = character << 6U | (byte(i) & 0x3FU);
  return {character, length};
}

bool is_han(char32_t c) { return (c >= 0x3400 && c < 0x4DC0) || (c >= 0x4E00 && c < 0xA000); }

bool is_letter(char32_t c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '_' ||
         (c >= 0xC0 && c < 0x250 && c != 0xD7 && c != 0xF7) || (c >= 0x370 && c < 0x400);
}

void add_word(std::vector<std::string>& words, std::string word) {
  word.erase(0, std::min(word.find_first_not_of('_'), word.size()));
  if (word.empty() || std::find(unindexed.begin(), unindexed.end(), word) != unindexed.end()) return;
  const bool number = word.find_first_not_of("0123456789") == std::string::npos;
  if (number && word.size() > longest_number) return;
  words.push_back(word);
  if (word.find('_') == std::string::npos) return;
  for (std::size_t at = 0; at < word.size();) {
    const std::size_t end = std::min(word.find('_', at), word.size());
    if (end > at) add_word(words, word.substr(at, end - at));
    at = end + 1;
  }
}

void add_han(std::vector<std::string>& words, const std::vector<std::string>& characters) {
  if (characters.size() == 1) words.push_back(characters.front());
  for (std::size_t i = 0; i + 1 < characters.size(); ++i) words.push_back(characters[i] + characters[i + 1]);
}

struct Section {
  std::size_t page = 0;
  std::string title = {};
  std::string anchor = {};
  std::string heading = {};
  std::string text = {};
  bool first = true;  ///< of its page
  double rank = 1;
};

std::string attribute(const html::Token& token, const std::string& name) {
  const auto found = token.attributes.find(name);
  return found == token.attributes.end() ? "" : found->second;
}

/// White space as a browser shows it.
void append_words(std::string& text, const std::string& more) {
  for (const char c : more) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space)
      text += c;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
}

bool is_heading(const std::string& tag) {
  return tag.size() == 2 && tag[0] == 'h' && tag[1] >= '1' && tag[1] <= '4';
}

/// Pages that are looked up by a name or a number, not read: Doxygen's of the headers, and the counters of all programs.
bool is_reference(const std::string& name) {
  static constexpr auto beginnings =
      std::to_array<std::string_view>({"class", "struct", "namespace", "functions", "globals", "hierarchy",
                                       "annotated", "files.html", "source_"});
  return name.ends_with("_8hpp.html") || name.ends_with("_agreement.html") ||
         std::any_of(beginnings.begin(), beginnings.end(),
                     [&](auto& beginning) { return name.starts_with(beginning); });
}

/// How much a page counts: those of the menu before exercises, these before the reference and sources.
double rank_of(const Tree& tree, const std::string& page) {
  for (const Node* start : {&tree.english, &tree.chinese}) {
    const std::vector<const Node*> way = way_to(*start, page);
    if (!way.empty()) return way.back()->listed ? 3 : 1.5;
  }
  return 0.5;
}

/// A page's sections; the text above its first heading is one, too.
std::vector<Section> sections_of(const std::string& name, const std::string& page) {
  const bool headings_only = is_reference(name);
  std::vector<Section> sections(1);
  std::string title;
  bool contents = false;
  bool in_title = false;
  bool in_heading = false;
  html::each_token(page, [&](const html::Token& token) {
    Section& section = sections.back();
    if (token.tag == "h1") in_title = true;
    if (token.tag == "/h1") in_title = false;
    if (token.tag == "div" && attribute(token, "class") == "contents") contents = true;
    if (attribute(token, "id") == "neighbours" || token.tag == "/main") contents = false;
    if (token.tag.empty()) {
      if (in_title)
        append_words(title, token.text);
      else if (contents && in_heading)
        append_words(section.heading, token.text);
      else if (contents && !headings_only)
        append_words(section.text, token.text);
      return;
    }
    if (!contents) return;
    if (is_heading(token.tag)) {
      sections.push_back({.first = false});
      in_heading = true;
    } else if (in_heading && token.tag == "a" && !attribute(token, "id").empty()) {
      section.anchor = attribute(token, "id");
    } else if (token.tag.starts_with('/') && is_heading(token.tag.substr(1))) {
      in_heading = false;
    } else if (!section.text.empty() && section.text.back() != ' ') {
      section.text += ' ';  // tags that end a word: cells, items, paragraphs
    }
  });
  if (title.empty()) sections.clear();
  for (Section& section : sections) section.title = title;
  return sections;
}

std::string excerpt(const std::string& text) {
  if (text.size() <= excerpt_length) return text;
  std::size_t end = text.rfind(' ', excerpt_length);
  if (end == std::string::npos || end < excerpt_length / 2) end = excerpt_length;
  while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // no half character
  return text.substr(0, end) + " …";
}

/// How often each word of a text occurs.
std::map<std::string, double> counted(const std::string& text) {
  std::map<std::string, double> counts;
  for (const std::string& word : search_words(text)) ++counts[word];
  return counts;
}

/// What each word counts in each section (BM25, with titles and headings on top).
std::map<std::string, std::map<std::size_t, double>> weights_of(const std::vector<Section>& sections) {
  std::map<std::string, std::map<std::size_t, double>> weights;
  std::vector<std::map<std::string, double>> texts;
  std::vector<double> lengths;
  double all_lengths = 0;
  for (const Section& section : sections) {
    texts.push_back(counted(section.text));
    double length = 0;
    for (const auto& [word, count] : texts.back()) length += count;
    lengths.push_back(length);
    all_lengths += length;
  }
  const double usual_length =
      std::max(all_lengths / std::max<double>(1, static_cast<double>(sections.size())), 1.0);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const Section& section = sections[i];
    for (const auto& [word, count] : texts[i])
      weights[word][i] +=
          count * (saturation + 1) / (count + saturation * (0.25 + 0.75 * lengths[i] / usual_length));
    for (const auto& [word, count] : counted(section.title))
      weights[word][i] += section.first ? title_weight : title_elsewhere_weight;
    for (const auto& [word, count] : counted(section.heading)) weights[word][i] += heading_weight;
  }
  for (auto& [word, places] : weights) {
    const auto with = static_cast<double>(places.size());
    const double rare = std::log(1 + (static_cast<double>(sections.size()) - with + 0.5) / (with + 0.5));
    for (auto& [section, weight] : places) weight *= rare * sections[section].rank;
  }
  return weights;
}

std::string base_36(std::size_t number) {
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdefghijklmnopqrstuvwxyz"[number % 36]);
    number /= 36;
  } while (number > 0);
  return digits;
}

std::string postings_of(const std::map<std::size_t, double>& places) {
  std::string postings;
  std::size_t before = 0;
  for (const auto& [section, weight] : places) {
    const double level = std::clamp(std::round(4 * std::log2(1 + weight)), 1.0, 25.0);
    postings += base_36(section - before) + static_cast<char>('A' + static_cast<int>(level));
    before = section;
  }
  return postings;
}

}  // namespace

std::vector<std::string> search_words(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  std::vector<std::string> han;
  const auto end_word = [&] {
    add_word(words, std::exchange(word, ""));
    add_han(words, std::exchange(han, {}));
  };
  for (std::size_t at = 0; at < text.size();) {
    auto [c, length] = character_at(text, at);
    const std::string bytes = text.substr(at, length);
    at += length;
    if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
    if (is_han(c)) {
      if (!word.empty()) end_word();
      han.push_back(bytes);
    } else if (is_letter(c)) {
      if (!han.empty()) end_word();
      word += c < 0x80 ? std::string(1, static_cast<char>(c)) : bytes;
    } else {
      end_word();
    }
  }
  end_word();
  return words;
}

std::string search_index(const fs::path& root, const fs::path& html, bool chinese) {
  using nlohmann::json;
  const Tree tree = tree_of(root);
  json pages = json::array();
  json places = json::array();
  std::vector<Section> sections;
  for (const fs::path& file : pages_of(html)) {
    const std::string name = file.string();
    if (name.ends_with("-members.html") || name.starts_with("dir_") || name == "pages.html") continue;
    if (chinese != name.starts_with("zh")) continue;
    for (Section& section : sections_of(name, read_text(html / file))) {
      if (section.first) pages.push_back({name, section.title});
      section.page = pages.size() - 1;
      section.rank = rank_of(tree, file.stem().string());
      places.push_back({section.page, section.anchor, section.heading, excerpt(section.text)});
      sections.push_back(std::move(section));
    }
  }
  std::string words;
  std::string postings;
  for (const auto& [word, where] : weights_of(sections)) {
    words += (words.empty() ? "" : " ") + word;
    postings += (postings.empty() ? "" : " ") + postings_of(where);
  }
  const json index = {{"pages", pages}, {"sections", places}, {"words", words}, {"postings", postings}};
  return "const searchIndex = " + index.dump() + ";\n";
}

}  // namespace tutorial::driver::site
