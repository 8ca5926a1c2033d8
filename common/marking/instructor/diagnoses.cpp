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

std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return one_line(text);
}

}  // namespace

std::string without_numbers(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const bool is_inside = at > 0 && is_of_name(text[at - 1]);
    const bool is_signed = text[at] == '-' && at + 1 < text.size() && is_digit(text[at + 1]);
    if (is_inside || !(is_digit(text[at]) || is_signed)) {
      out += text[at++];
    } else {
      out += "…";
      at = end_of_number(text, at + (is_signed ? 1 : 0));
    }
  }
  return out;
}

std::vector<Diagnosis> diagnoses_of(const std::vector<const Result*>& results) {
  std::vector<Diagnosis> all;
  std::map<std::pair<Part, std::string>, std::size_t> place;
  for (const Result* result : results) {
    if (!result->mark) continue;
    for (const PartMark& part : result->mark->parts) {
      if (!part.reached || part.full()) continue;
      for (const Finding& finding : part.findings) {
        const std::string text = on_one_line(without_numbers(finding.text));
        const auto [at, is_new] = place.emplace(std::pair(part.part, text), all.size());
        if (is_new)
          all.push_back(
              {.part = part.part, .text = text, .example = on_one_line(finding_text(finding)), .found = {}});
        std::vector<const Result*>& found = all[at->second].found;
        if (found.empty() || found.back() != result) found.push_back(result);
      }
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Diagnosis& a, const Diagnosis& b) {
    return a.found.size() != b.found.size() ? a.found.size() > b.found.size() : a.part < b.part;
  });
  return all;
}

}  // namespace tutorial::instructor
