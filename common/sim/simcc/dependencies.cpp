#include "sim/simcc/dependencies.hpp"

#include <algorithm>

#include "sim/translate/file_translator.hpp"

namespace cudasim::simcc {
namespace fs = std::filesystem;
namespace {

/// The words after the colon; an escaped blank belongs to its word.
std::vector<std::string> prerequisites(const std::string& rule) {
  std::vector<std::string> words(1);
  for (std::size_t i = std::min(rule.find(": ") + 1, rule.size()); i < rule.size(); ++i) {
    const bool escape = rule[i] == '\\' && i + 1 < rule.size();
    if (escape && (rule[i + 1] == ' ' || rule[i + 1] == '#')) {
      words.back() += rule[++i];
    } else if (rule[i] == '$' && i + 1 < rule.size() && rule[i + 1] == '$') {
      words.back() += rule[++i];
    } else if (rule[i] == ' ' || rule[i] == '\n' || (escape && rule[i + 1] == '\n')) {
      words.emplace_back();
    } else {
      words.back() += rule[i];
    }
  }
  std::erase(words, "");
  return words;
}

}  // namespace

std::vector<fs::path> original_dependencies(const std::string& rule, const fs::path& input,
                                            const std::map<fs::path, fs::path>& originals) {
  std::vector<fs::path> files = {input};
  for (const std::string& word : prerequisites(rule)) {
    const auto original = originals.find(fs::path(word).lexically_normal());
    const fs::path& file = original == originals.end() ? fs::path(word) : original->second;
    if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
  }
  return files;
}

std::string dependency_rule(const std::string& target, const std::vector<fs::path>& files, bool phony) {
  std::string text = translate::make_rule(target, files);
  if (!phony) return text;
  for (auto file = files.begin() + 1; file != files.end(); ++file)
    text += translate::make_rule(file->string(), {});
  return text;
}

}  // namespace cudasim::simcc
