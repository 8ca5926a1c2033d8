#include "marking/instructor/diagnoses.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "marking/instructor/plain_text.hpp"

namespace tutorial::instructor {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Behind the number that begins at `at`: 12, 0x7f, 1,024, -3.5e-7.
std::size_t end_of_number(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size()) {
    const char c = text[end];
    const bool has_more = end + 1 < text.size() && is_digit(text[end + 1]);
    const bool is_exponent =
        (c == '-' || c == '+') && has_more && end > at && (text[end - 1] == 'e' || text[end - 1] == 'E');
    if (!is_of_name(c) && !((c == '.' || c == ',') && has_more) && !is_exponent) break;
    ++end;
  }
  return end;
}

/// A finding's words, and its numbers between them: one less than there are words.
struct Numbered {
  std::vector<std::string> words;
  std::vector<std::string> numbers;

  /// `numbers` in place of its own.
  std::string text(const std::vector<std::string>& shown) const {
    std::string text = words.front();
    for (std::size_t i = 0; i < shown.size(); ++i) text += shown[i] + words[i + 1];
    return text;
  }
};

Numbered numbered(std::string_view text) {
  Numbered all{{""}, {}};
  for (std::size_t at = 0; at < text.size();) {
    const bool is_inside = at > 0 && is_of_name(text[at - 1]);
    const bool is_signed = text[at] == '-' && at + 1 < text.size() && is_digit(text[at + 1]);
    if (is_inside || !(is_digit(text[at]) || is_signed)) {
      all.words.back() += text[at++];
    } else {
      const std::size_t end = end_of_number(text, at + (is_signed ? 1 : 0));
      all.numbers.emplace_back(text.substr(at, end - at));
      all.words.emplace_back();
      at = end;
    }
  }
  return all;
}

constexpr const char* any_number = "…";

std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return one_line(text);
}

}  // namespace

std::string without_numbers(std::string_view text) {
  const Numbered all = numbered(text);
  return all.text(std::vector<std::string>(all.numbers.size(), any_number));
}

std::vector<Diagnosis> diagnoses_of(const std::vector<const Result*>& results) {
  std::vector<Diagnosis> all;
  std::vector<Numbered> shown;  // beside them: numbers that differ are left out
  std::map<std::pair<Part, std::string>, std::size_t> place;
  for (const Result* result : results) {
    if (!result->mark) continue;
    for (const PartMark& part : result->mark->parts) {
      if (!part.reached || part.full()) continue;
      for (const Finding& finding : part.findings) {
        const std::string line = on_one_line(finding.text);
        const Numbered own = numbered(line);
        const auto [at, is_new] = place.emplace(std::pair(part.part, without_numbers(line)), all.size());
        if (is_new) {
          all.push_back(
              {.part = part.part, .text = "", .example = on_one_line(finding_text(finding)), .found = {}});
          shown.push_back(own);
        }
        std::vector<std::string>& numbers = shown[at->second].numbers;
        for (std::size_t i = 0; i < numbers.size(); ++i)
          if (numbers[i] != own.numbers[i]) numbers[i] = any_number;
        std::vector<const Result*>& found = all[at->second].found;
        if (found.empty() || found.back() != result) found.push_back(result);
      }
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) all[i].text = shown[i].text(shown[i].numbers);
  std::stable_sort(all.begin(), all.end(), [](const Diagnosis& a, const Diagnosis& b) {
    return a.found.size() != b.found.size() ? a.found.size() > b.found.size() : a.part < b.part;
  });
  return all;
}

}  // namespace tutorial::instructor
