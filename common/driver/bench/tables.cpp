#include "driver/bench/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <vector>

#include "driver/data/ladder.hpp"
#include "driver/data/results_file.hpp"
#include "driver/run/run_report.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

/// The rows of one program at its default sizes, as if it had just run; for one that is newer than the results, a line that says so.
Result recorded(const Program& program, const Results& results) {
  Result result;
  result.program = &program;
  for (const Row& row : results.rows) {
    if (row.program == program.name && row.arguments.empty()) result.rows.push_back(row);
  }
  if (result.rows.empty()) result.failure = "not measured yet";
  return result;
}

std::string about_text(const Results& results, const nlohmann::ordered_json& about) {
  const auto field = [&](const char* name) {
    const auto found = about.find(name);
    if (found == about.end() || !found->is_string())
      throw Failure(exit_wrong, fmt::format("{}: nothing says its \"{}\"", results.file.string(), name));
    return found->get<std::string>();
  };
  return fmt::format(
      "Measured on one {} (driver {}, CUDA {}) on {}, by `{}`: medians; speedup is over the fastest variant "
      "of the previous step.\n",
      field("device"), field("driver"), field("cuda"), field("date"), field("command"));
}

/// Where the table of these programs is older than the others, a line that says so.
std::string older_text(const std::vector<const Program*>& programs, const Results& results) {
  const bool older = std::any_of(programs.begin(), programs.end(), [&](const Program* program) {
    return results.older_programs.contains(program->name);
  });
  return older ? "\nThe next table is older. " + about_text(results, results.older_about) : "";
}

}  // namespace

std::string tables_markdown(const Manifest& manifest, const Selection& selection,
                            const std::filesystem::path& folder, const std::vector<std::string>& names) {
  const Results results = read_results(folder);
  if (results.rows.empty()) throw Failure(exit_wrong, results.file.string() + " has no rows");
  std::vector<std::unique_ptr<Result>> keep;
  const auto of = [&](const std::vector<const Program*>& programs) {
    std::vector<const Result*> found;
    for (const Program* program : programs) {
      keep.push_back(std::make_unique<Result>(recorded(*program, results)));
      found.push_back(keep.back().get());
    }
    return found;
  };

  std::set<std::string> left(names.begin(), names.end());
  const auto wanted = [&](const std::string& name) { return names.empty() || left.erase(name) > 0; };
  std::string text = about_text(results, results.about);
  const Chapter& chapter = *selection.chapters.front();
  const auto selected = [&](const Program& program) { return selection.has(program); };
  const std::vector<Group> groups = groups_of(manifest, chapter.name, any_backend, selected);
  for (const Group& group : groups) {
    for (const Ladder& ladder : group.ladders) {
      const auto references = of(ladder.references);
      const std::vector<Line> lines = climb(references, of(ladder.programs));
      if (wanted(ladder.name)) text += older_text(ladder.programs, results) + "\n" + ladder_markdown(lines);
      for (const Program* program : ladder.programs)
        if (left.erase(program->name) > 0)
          text += older_text({program}, results) + "\n" + ladder_markdown(lines, program->name);
    }
    for (const Program* demo : group.demos)
      if (wanted(demo->name))
        text += older_text({demo}, results) + "\n" + ladder_markdown(climb({}, of({demo})));
  }
  if (!left.empty())
    throw UsageError(fmt::format("{} has no ladder, step or demo '{}'", chapter.name, *left.begin()));
  return text;
}

}  // namespace tutorial::driver
