#include "driver/data/select.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>

#include "support/did_you_mean.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
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
  return word == chapter.name || (number >= 0 && number == chapter_number(short_name(chapter.name)));
}

/// "a/b" for {"a", "b"}.
std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, "/")); }

std::vector<std::string> split(const std::string& word) {
  std::vector<std::string> words;
  std::istringstream in(word);
  for (std::string part; std::getline(in, part, '/');)
    if (!part.empty() && part != ".")
      words.push_back(part);  // ./ch06_reduction/sum/, as a shell completes it
  return words;
}

/// The same words preceded by the full name of the chapter: sum means ch06_reduction/sum if no other chapter has a part of this name.
std::vector<std::string> from_the_root(const Manifest& manifest, std::vector<std::string> words) {
  if (words.empty()) return words;
  for (const Chapter& chapter : manifest.chapters) {
    if (!means(words.front(), chapter)) continue;
    words.front() = chapter.name;
    return words;
  }
  const auto is_meant = [&](const Part& part) { return part.name == words.front(); };
  const auto part = std::find_if(manifest.parts.begin(), manifest.parts.end(), is_meant);
  if (part != manifest.parts.end() && std::none_of(std::next(part), manifest.parts.end(), is_meant))
    words.insert(words.begin(), part->chapter);
  return words;
}

/// A chapter, a part, or what is past the core of one; without chapters if it is none of these.
Selection folder_of(const Manifest& manifest, std::vector<std::string> words) {
  Selection selection;
  if (words.empty()) return selection;
  if (words.size() > 1 && words.back() == "further") {
    selection.further = true;
    words.pop_back();
  }
  const bool part =
      words.size() == 2 && std::any_of(manifest.parts.begin(), manifest.parts.end(), [&](const Part& known) {
        return known.chapter == words[0] && known.name == words[1];
      });
  if (part) selection.part = words[1];
  if (words.size() > 1 && !part) return {};
  for (const Chapter& chapter : manifest.chapters)
    if (chapter.name == words.front()) selection.chapters.push_back(&chapter);
  const auto& programs = manifest.programs;
  if (selection.further &&
      std::none_of(programs.begin(), programs.end(), [&](auto& program) { return selection.has(program); }))
    return {};
  return selection;
}

const Program* program_of(const Manifest& manifest, const std::string& word, const std::string& path) {
  for (const Program& program : manifest.programs)
    if (word == program.name || path == program.source || path == program.chapter + "/" + program.name ||
        path == program.folder() + "/" + program.name)
      return &program;
  return nullptr;
}

}  // namespace

bool Selection::has(const Program& other) const {
  if (program) return program == &other;
  const bool chapter = std::any_of(chapters.begin(), chapters.end(),
                                   [&](const Chapter* known) { return known->name == other.chapter; });
  return chapter && (part.empty() || part == other.part) && (!further || other.further);
}

Selection select(const Manifest& manifest, const std::string& given) {
  Selection selection;
  if (given.empty()) {
    for (const Chapter& chapter : manifest.chapters) selection.chapters.push_back(&chapter);
    return selection;
  }
  const std::vector<std::string> words = split(given);
  const std::vector<std::string> path = from_the_root(manifest, words);
  // A program and its part may have one name: alone it is the program's, ch06/dot the part's.
  if (words.size() > 1) selection = folder_of(manifest, path);
  if (!selection.chapters.empty()) return selection;
  selection.program = program_of(manifest, joined(words), joined(path));
  if (selection.program) return selection;
  selection = folder_of(manifest, path);
  if (!selection.chapters.empty()) return selection;

  std::vector<std::string> names;
  for (const Chapter& chapter : manifest.chapters) names.push_back(chapter.name);
  for (const Part& part : manifest.parts) names.push_back(part.name);
  for (const Program& program : manifest.programs) names.push_back(program.name);
  throw UsageError(fmt::format("there is no chapter, part or program '{}'.{} ./tutorial list shows all.",
                               given, tutorial::did_you_mean(words.empty() ? given : words.back(), names)));
}

Selection select_folder(const Manifest& manifest, const std::string& word, const std::string& wants) {
  Selection selection = folder_of(manifest, from_the_root(manifest, split(word)));
  if (selection.chapters.empty()) selection = select(manifest, word);
  if (selection.program)
    throw UsageError(fmt::format("{} a chapter or a part, not the program {}", wants, word));
  return selection;
}

}  // namespace tutorial::driver
