#include "learner/course.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "did_you_mean.hpp"
#include "errors.hpp"
#include "files.hpp"
#include "starter.hpp"

namespace tutorial::learner {
namespace fs = std::filesystem;
namespace {

bool leads_to(const std::string& word, const fs::path& wanted) {
  std::error_code none;
  return fs::equivalent(word, wanted, none);
}

std::string source_of(const marking::Exercise& exercise, std::string (*side)(std::string_view)) {
  const fs::path file = exercise.folder / "exercise.cu";
  const std::string source = driver::read_text(file);
  if (source.empty()) throw driver::Failure(driver::exit_wrong, fmt::format("cannot read {}", file.string()));
  try {
    return side(source);
  } catch (const std::runtime_error& error) {
    throw driver::Failure(driver::exit_wrong, fmt::format("{}: {}", file.string(), error.what()));
  }
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of('\n');
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \n") + 1 - begin);
}

}  // namespace

std::vector<std::string> Course::names() const {
  std::vector<std::string> all;
  for (const marking::Exercise& exercise : exercises) all.push_back(exercise.name);
  return all;
}

const marking::Exercise& Course::find(const std::string& word, const fs::path& folder) const {
  for (const marking::Exercise& exercise : exercises) {
    const std::string file = exercise.name + ".cu";
    if (word == exercise.name || word == file || leads_to(word, folder / file) ||
        leads_to(word, exercise.folder))
      return exercise;
  }
  std::string stem = fs::path(word).filename().string();
  if (stem.ends_with(".cu")) stem.resize(stem.size() - 3);
  throw driver::UsageError(fmt::format("there is no exercise '{}'.{} ./tutorial exercise list shows all.",
                                       word, did_you_mean(stem, names())));
}

std::string starter(const marking::Exercise& exercise) { return source_of(exercise, marking::starter_of); }

std::string solution(const marking::Exercise& exercise) { return source_of(exercise, marking::solution_of); }

std::vector<std::string> hints(const marking::Exercise& exercise) {
  std::vector<std::string> found;
  bool inside = false;
  std::istringstream lines(driver::read_text(exercise.folder / "hints.md"));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ") || line.starts_with("# ")) {
      inside = line.starts_with("## Hint ");
      if (inside) found.emplace_back();
    } else if (inside) {
      found.back() += line + "\n";
    }
  }
  std::transform(found.begin(), found.end(), found.begin(), trimmed);
  return found;
}

}  // namespace tutorial::learner
