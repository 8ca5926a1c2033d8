#include "driver/bench/bench_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "driver/data/ladder.hpp"
#include "driver/data/select.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

void check_declared(const Manifest& manifest) {
  for (const BenchSizes& declared : manifest.bench) {
    const bool there =
        std::any_of(manifest.programs.begin(), manifest.programs.end(), [&](const Program& program) {
          if (program.chapter != declared.chapter) return false;
          return declared.program.empty() ? program.ladder == declared.ladder
                                          : program.name == declared.program;
        });
    if (there) continue;
    throw Failure(
        exit_wrong,
        fmt::format("{}/CMakeLists.txt: tutorial_bench names {}, which is not there", declared.chapter,
                    declared.program.empty() ? "the ladder " + declared.ladder : declared.program));
  }
}

/// The further runs of one program, in the order in which they are declared.
std::vector<BenchRun> declared_for(const Manifest& manifest, const Program& program) {
  std::vector<BenchRun> runs;
  const auto add = [&](const std::vector<std::string>& lists, bool step) {
    for (const std::string& arguments : lists) {
      const auto same = [&](const BenchRun& run) { return run.arguments == arguments; };
      if (std::none_of(runs.begin(), runs.end(), same)) runs.push_back({&program, arguments, step});
    }
  };
  for (const BenchSizes& declared : manifest.bench) {
    if (declared.chapter != program.chapter) continue;
    const bool of_ladder = declared.program.empty() && covers(declared.ladder, program.ladder) &&
                           program.role != Role::demo && program.role != Role::baseline;
    if (!of_ladder && declared.program != program.name) continue;
    add(declared.sizes, true);
    add(declared.others, false);
  }
  return runs;
}

/// The programs that a word selects: a chapter's, a part's, a ladder's, or one program. A ladder's name includes the ladders that continue it.
std::set<const Program*> meant_by(const Manifest& manifest, const std::string& word) {
  std::set<const Program*> programs;
  const auto add_where = [&](auto&& wanted) {
    for (const Program& program : manifest.programs)
      if (wanted(program)) programs.insert(&program);
  };
  const auto named = [&](const auto& known) { return known.name == word; };
  const bool folder = std::any_of(manifest.chapters.begin(), manifest.chapters.end(), named) ||
                      std::any_of(manifest.parts.begin(), manifest.parts.end(), named);
  if (!folder)
    add_where(
        [&](const Program& program) { return program.role != Role::demo && covers(word, program.ladder); });
  if (!programs.empty()) return programs;
  const Selection selection = folder ? select_folder(manifest, word, "") : select(manifest, word);
  add_where([&](const Program& program) { return selection.has(program); });
  return programs;
}

}  // namespace

std::vector<std::string> words_of(const std::string& arguments) {
  std::istringstream in(arguments);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::string BenchRun::text() const { return program->name + (arguments.empty() ? "" : " " + arguments); }

std::vector<BenchRun> bench_plan(const Manifest& manifest, const std::vector<std::string>& only,
                                 bool all_sizes, const std::string& backend) {
  check_declared(manifest);
  std::set<const Program*> wanted;
  for (const std::string& word : only) wanted.merge(meant_by(manifest, word));

  std::vector<BenchRun> plan;
  const auto add = [&](const std::vector<const Program*>& all) {
    std::vector<const Program*> programs;
    std::copy_if(all.begin(), all.end(), std::back_inserter(programs),
                 [&](const Program* program) { return only.empty() || wanted.count(program) > 0; });
    std::vector<std::vector<BenchRun>> rounds(1);
    for (const Program* program : programs) {
      rounds.front().push_back({program, "", true});
      if (!all_sizes) continue;
      for (const BenchRun& run : declared_for(manifest, *program)) {
        const auto same = [&](const auto& round) { return round.front().arguments == run.arguments; };
        auto round = std::find_if(rounds.begin(), rounds.end(), same);
        if (round == rounds.end()) round = rounds.insert(rounds.end(), std::vector<BenchRun>());
        round->push_back(run);
      }
    }
    for (const auto& round : rounds) plan.insert(plan.end(), round.begin(), round.end());
  };
  for (const Chapter& chapter : manifest.chapters) {
    for (const Ladder& ladder : ladders_of(manifest, chapter.name, backend)) add(ladder.programs);
    for (const Program* demo : demos_of(manifest, chapter.name, backend)) add({demo});
  }
  return plan;
}

std::string plan_text(const std::vector<BenchRun>& plan) {
  std::string text;
  std::string heading;
  for (const BenchRun& run : plan) {
    const std::string beside =
        run.program->role == Role::demo ? ", beside the ladders" : ", ladder " + run.program->ladder;
    if (const std::string here = run.program->chapter + beside; here != heading) {
      text += fmt::format("{}{}\n", heading.empty() ? "" : "\n", here);
      heading = here;
    }
    text += "  " + run.text() + "\n";
  }
  return text;
}

}  // namespace tutorial::driver
