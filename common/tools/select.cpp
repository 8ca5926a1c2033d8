#include "select.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "errors.hpp"

namespace driver {
namespace {

/// 8 for "8", "08", "ch8", "ch08"; -1 for all that is no chapter's number.
int chapter_number(std::string word) {
  if (word.rfind("ch", 0) == 0) word.erase(0, 2);
  const bool digits = !word.empty() && word.size() <= 3 &&
                      std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c); });
  return digits ? std::stoi(word) : -1;
}

bool means(const std::string& word, const Chapter& chapter) {
  const int number = chapter_number(word);
  return word == chapter.name ||
         (number >= 0 && number == chapter_number(chapter.name.substr(0, chapter.name.find('_'))));
}

bool means(const std::string& word, const Program& program) {
  return word == program.name || word == program.source || word == program.chapter + "/" + program.name;
}

}  // namespace

int edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<int>> cost(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = static_cast<int>(i + j);
        continue;
      }
      cost[i][j] =
          std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& names) {
  std::vector<std::pair<int, std::string>> candidates;
  for (const std::string& name : names) {
    const bool part = word.size() >= 3 && name.find(word) != std::string::npos;
    const int distance = part ? 0 : edit_distance(word, name);
    if (distance <= std::max(2, static_cast<int>(name.size()) / 4)) candidates.emplace_back(distance, name);
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](auto& a, auto& b) { return a.first < b.first; });
  std::vector<std::string> near;
  for (const auto& [distance, name] : candidates) {
    if (near.size() < 3) near.push_back(name);
  }
  return near.empty() ? "" : fmt::format(" Did you mean {}?", fmt::join(near, " or "));
}

Selection select(const Manifest& manifest, const std::string& given) {
  Selection selection;
  std::string word = given;
  if (word.rfind("./", 0) == 0) word.erase(0, 2);
  if (!word.empty() && word.back() == '/') word.pop_back();  // a shell completes a chapter's folder so

  for (const Chapter& chapter : manifest.chapters) {
    if (given.empty() || means(word, chapter)) selection.chapters.push_back(&chapter);
  }
  if (!selection.chapters.empty()) return selection;
  for (const Program& program : manifest.programs) {
    if (means(word, program)) {
      selection.program = &program;
      return selection;
    }
  }
  std::vector<std::string> names;
  for (const Chapter& chapter : manifest.chapters) names.push_back(chapter.name);
  for (const Program& program : manifest.programs) names.push_back(program.name);
  throw UsageError(fmt::format("there is no chapter or program '{}'.{} ./tutorial list shows all.", given,
                               did_you_mean(word, names)));
}

}  // namespace driver
