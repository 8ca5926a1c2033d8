#include "marking/instructor/similarity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

#include "marking/instructor/canonical.hpp"
#include "support/table.hpp"

namespace tutorial::instructor {
namespace {

struct Run {
  std::uint64_t hash;
  Lines lines;
};

/// FNV-1a with a last mix: neighbouring runs must not have neighbouring hashes, or winnowing picks badly.
std::uint64_t hash_of(const Token* first, std::size_t count) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const Token* token = first; token != first + count; ++token) {
    for (const char c : token->text + " ") hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccdU;
  return hash ^ hash >> 33;
}

/// Canonical tokens are not all in the order of their lines.
Lines lines_of(const Token* first, std::size_t count) {
  const auto [least, most] = std::minmax_element(
      first, first + count, [](const Token& a, const Token& b) { return a.line < b.line; });
  return {least->line, most->line};
}

std::vector<Run> runs_of(std::string_view source) {
  const std::vector<Token> tokens = canonical_tokens(source);
  std::vector<Run> runs;
  for (std::size_t i = 0; i + run_tokens <= tokens.size(); ++i)
    runs.push_back({hash_of(&tokens[i], run_tokens), lines_of(&tokens[i], run_tokens)});
  return runs;
}

std::vector<Lines> merged(std::vector<Lines> lines) {
  std::sort(lines.begin(), lines.end(), [](const Lines& a, const Lines& b) { return a.first < b.first; });
  std::vector<Lines> result;
  for (const Lines& each : lines) {
    if (!result.empty() && each.first <= result.back().last + 1) {
      result.back().last = std::max(result.back().last, each.last);
    } else {
      result.push_back(each);
    }
  }
  return result;
}

std::string lines_text(const std::vector<Lines>& lines) {
  std::string text;
  for (const Lines& each : lines) {
    text += text.empty() ? "" : ", ";
    text +=
        each.first == each.last ? fmt::format("{}", each.first) : fmt::format("{}-{}", each.first, each.last);
  }
  return text;
}

/// The fingerprints of each file that are its own: not in the starter, and not in most files.
std::vector<Fingerprints> own_fingerprints(const std::vector<Compared>& files, std::string_view starter) {
  constexpr std::size_t everybody = 10;
  std::set<std::uint64_t> given;
  for (const Run& run : runs_of(starter)) given.insert(run.hash);
  std::vector<Fingerprints> own;
  std::map<std::uint64_t, std::size_t> holders;
  for (const Compared& file : files) {
    own.push_back(fingerprints(file.source));
    std::erase_if(own.back(), [&](const auto& each) { return given.count(each.first) > 0; });
    for (const auto& [hash, lines] : own.back()) ++holders[hash];
  }
  for (Fingerprints& each : own)
    std::erase_if(each, [&](const auto& one) { return holders[one.first] > everybody; });
  return own;
}

}  // namespace

Fingerprints fingerprints(std::string_view source) {
  const std::vector<Run> runs = runs_of(source);
  constexpr std::size_t window = shared_tokens - run_tokens + 1;
  Fingerprints result;
  // The least hash of each window, the rightmost of equal ones. A file shorter than a window is one window.
  const std::size_t windows = runs.empty() ? 0 : runs.size() < window ? 1 : runs.size() - window + 1;
  for (std::size_t start = 0; start < windows; ++start) {
    const std::size_t end = std::min(start + window, runs.size());
    std::size_t least = start;
    for (std::size_t i = start; i < end; ++i)
      if (runs[i].hash <= runs[least].hash) least = i;
    result.emplace(runs[least].hash, runs[least].lines);
  }
  return result;
}

std::vector<Pair> similar_pairs(const std::vector<Compared>& files, std::string_view starter, double least) {
  constexpr std::size_t fewest = 4;
  const std::vector<Fingerprints> own = own_fingerprints(files, starter);
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < files.size(); ++a) {
    for (std::size_t b = a + 1; b < files.size(); ++b) {
      const std::size_t smaller = std::min(own[a].size(), own[b].size());
      if (smaller < fewest) continue;
      Pair pair{.a = a, .b = b, .share = 0, .a_lines = {}, .b_lines = {}};
      for (const auto& [hash, lines] : own[a]) {
        const auto same = own[b].find(hash);
        if (same == own[b].end()) continue;
        pair.a_lines.push_back(lines);
        pair.b_lines.push_back(same->second);
      }
      pair.share = static_cast<double>(pair.a_lines.size()) / static_cast<double>(smaller);
      if (pair.share < least) continue;
      pair.a_lines = merged(std::move(pair.a_lines));
      pair.b_lines = merged(std::move(pair.b_lines));
      pairs.push_back(std::move(pair));
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.share > b.share; });
  return pairs;
}

std::string similarity_text(const std::string& exercise, const std::vector<Compared>& files,
                            const std::vector<Pair>& pairs, double least) {
  std::string text =
      fmt::format("{}: {} of {} submissions share at least {:.0f}% of their passages.\n", exercise,
                  pairs.empty()       ? "no pair"
                  : pairs.size() == 1 ? "1 pair"
                                      : fmt::format("{} pairs", pairs.size()),
                  files.size(), 100 * least);
  if (pairs.empty()) return text;
  text +=
      "This is a hint where to look, not a verdict: read both before you think anything. A short exercise "
      "has few ways to be\n"
      "solved; names, literals, comments, layout and the kind of loop are not compared, nor what the starter "
      "has or more "
      "than ten wrote alike.\n\n";
  std::vector<Column> table = {{.title = "alike", .right = true},
                               {.title = "one"},
                               {.title = "lines"},
                               {.title = "other"},
                               {.title = "lines"}};
  for (const Pair& pair : pairs) {
    table[0].cells.push_back(fmt::format("{:.0f}%", 100 * pair.share));
    table[1].cells.push_back(files[pair.a].name);
    table[2].cells.push_back(lines_text(pair.a_lines));
    table[3].cells.push_back(files[pair.b].name);
    table[4].cells.push_back(lines_text(pair.b_lines));
  }
  return text + aligned_table(table);
}

}  // namespace tutorial::instructor
