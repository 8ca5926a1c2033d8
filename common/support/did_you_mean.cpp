#include "support/did_you_mean.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "support/text.hpp"

namespace tutorial {

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
    const int letters = static_cast<int>(name.size() - std::min(name.find_first_not_of('-'), name.size()));
    if (distance <= std::max(letters > 3 ? 2 : 1, letters / 4)) candidates.emplace_back(distance, name);
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](auto& a, auto& b) { return a.first < b.first; });
  std::vector<std::string> near;
  for (const auto& [distance, name] : candidates) {
    if (near.size() < 3) near.push_back(name);
  }
  return near.empty() ? "" : fmt::format(" Did you mean {}?", fmt::join(near, " or "));
}

std::string unexpected(const std::vector<std::string>& words, const std::vector<std::string>& options) {
  const auto begins_as_option = [](const std::string& word) { return word.size() > 1 && word[0] == '-'; };
  const auto option = std::find_if(words.begin(), words.end(), begins_as_option);
  if (option != words.end())
    return fmt::format("there is no option {}.{}", text::escaped(*option), did_you_mean(*option, options));
  return fmt::format("{} is one word too many.", text::quoted(words.empty() ? "" : words.front()));
}

}  // namespace tutorial
