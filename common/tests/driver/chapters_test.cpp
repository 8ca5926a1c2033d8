// The tree's own chapters: their numbers are the reading order, and a core can be climbed in one sitting.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "tests/driver/example.hpp"

namespace driver = tutorial::driver;

namespace {

constexpr std::size_t longest_core = 8;

/// "ch08_transpose: 4 is missing": one for each folder whose numbers are not 1, 2, 3 …
std::vector<std::string> gaps(const driver::Manifest& manifest) {
  std::map<std::string, std::vector<int>> numbers;
  for (const driver::Program& program : manifest.programs)
    numbers[program.folder()].push_back(program.number);
  std::vector<std::string> found;
  for (auto& [folder, list] : numbers) {
    std::sort(list.begin(), list.end());
    for (std::size_t i = 0; i < list.size(); ++i) {
      const int wanted = static_cast<int>(i) + 1;
      if (list[i] == wanted) continue;
      found.push_back(fmt::format("{}: {} {}", folder, list[i] < wanted ? list[i] : wanted,
                                  list[i] < wanted ? "is there twice" : "is missing"));
      break;
    }
  }
  return found;
}

/// One for each ladder whose core is longer than a sitting. The CPU's rung and the ceiling are no steps of it.
std::vector<std::string> too_long(const driver::Manifest& manifest) {
  std::map<std::string, std::size_t> rungs;
  for (const driver::Program& program : manifest.programs)
    if (!program.further && (program.role == driver::Role::rung || program.role == driver::Role::naive))
      ++rungs[program.chapter + ", " + program.ladder];
  std::vector<std::string> found;
  for (const auto& [ladder, count] : rungs)
    if (count > longest_core) found.push_back(fmt::format("{}: {} rungs", ladder, count));
  return found;
}

/// One for each numbered source in a chapter that no CMakeLists.txt declares.
std::vector<std::string> undeclared(const driver::Manifest& manifest) {
  namespace fs = std::filesystem;
  std::vector<std::string> found;
  for (const driver::Chapter& chapter : manifest.chapters) {
    auto entry = fs::recursive_directory_iterator(manifest.source_dir / chapter.name);
    for (; entry != fs::end(entry); ++entry) {
      const std::string name = entry->path().filename().string();
      if (name == "exercises" || name == "tests") entry.disable_recursion_pending();
      const std::string extension = entry->path().extension().string();
      if (name.empty() || name[0] < '0' || name[0] > '9' || (extension != ".cu" && extension != ".cpp"))
        continue;
      if (name.starts_with("00_"))
        continue;  // complete programs without our headers: shell.whole_programs builds and runs them
      const std::string source = fs::relative(entry->path(), manifest.source_dir).string();
      const auto same = [&](const driver::Program& program) { return program.source == source; };
      if (std::none_of(manifest.programs.begin(), manifest.programs.end(), same)) found.push_back(source);
    }
  }
  return found;
}

/// One for each rung of a ladder whose head does not say in a few words what it changes.
std::vector<std::string> without_step(const driver::Manifest& manifest) {
  std::vector<std::string> found;
  for (const driver::Program& program : manifest.programs) {
    if (program.role == driver::Role::demo) continue;
    const auto blanks = std::count(program.step.begin(), program.step.end(), ' ');
    if (program.step.empty() || blanks > 3 || program.step.size() > 25) found.push_back(program.source);
  }
  return found;
}

std::string text(const std::vector<std::string>& lines) { return fmt::format("{}", fmt::join(lines, "\n")); }

}  // namespace

TEST_CASE("a missing or duplicate chapter number is reported") {
  driver::Manifest manifest = example::with_parts();
  CHECK(text(gaps(manifest)) == "");
  manifest.programs[1].number = 1;
  manifest.programs.back().number = 2;
  CHECK(text(gaps(manifest)) == "ch06_reduction/sum: 1 is there twice\nch08_transpose/further: 1 is missing");
}

TEST_CASE("a core that is too long is noticed, what is past it is not") {
  driver::Manifest manifest = example::with_parts();
  for (int i = 0; i < 9; ++i)
    manifest.programs.push_back(example::rung("ch06_reduction", "sum", i >= 5, 5 + i, "more"));
  CHECK(text(too_long(manifest)) == "");
  manifest.programs.push_back(example::rung("ch06_reduction", "sum", false, 20, "more"));
  CHECK(text(too_long(manifest)) == "ch06_reduction, sum: 9 rungs");
}

TEST_CASE("in each folder of the chapters the numbers are the order, without gaps") {
  CHECK(text(gaps(driver::read_manifest(TUTORIAL_MANIFEST))) == "");
}

TEST_CASE("no core has more rungs than a sitting takes") {
  CHECK(text(too_long(driver::read_manifest(TUTORIAL_MANIFEST))) == "");
}

TEST_CASE("every numbered source of the chapters is a program that is built and tested") {
  driver::Manifest manifest = driver::read_manifest(TUTORIAL_MANIFEST);
  CHECK(text(undeclared(manifest)) == "");
  const std::string source = manifest.programs.front().source;
  manifest.programs.erase(manifest.programs.begin());
  CHECK(text(undeclared(manifest)) == source);
}

TEST_CASE("every rung says in at most four words what it changes") {
  driver::Manifest manifest = driver::read_manifest(TUTORIAL_MANIFEST);
  CHECK(text(without_step(manifest)) == "");
  manifest.programs.front().step = "";
  const std::string source = manifest.programs.front().source;
  CHECK(text(without_step(manifest)) == source);
  manifest.programs.front().step = "one more word than allowed";
  CHECK(text(without_step(manifest)) == source);
}

TEST_CASE("every ladder's order, and the ladder that it continues, can be found") {
  const driver::Manifest manifest = driver::read_manifest(TUTORIAL_MANIFEST);
  for (const driver::Chapter& chapter : manifest.chapters)
    CHECK_NOTHROW(driver::ladders_of(manifest, chapter.name, driver::any_backend));
}
