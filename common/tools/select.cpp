#include "select.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "did_you_mean.hpp"
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
                               tutorial::did_you_mean(word, names)));
}

}  // namespace driver
