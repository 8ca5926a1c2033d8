#include "tables.hpp"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "errors.hpp"
#include "files.hpp"
#include "ladder.hpp"
#include "report.hpp"

namespace driver {
namespace {

/// The rows of one program, as if it had just run.
Result recorded(const Program& program, const std::vector<Row>& rows, const std::filesystem::path& file) {
  Result result;
  result.program = &program;
  for (const Row& row : rows) {
    if (row.json.at("program") == program.name) result.rows.push_back(row);
  }
  if (result.rows.empty())
    throw Failure(exit_wrong, fmt::format("{} has no row of {}", file.string(), program.name));
  return result;
}

std::string about_text(const std::filesystem::path& file) {
  const auto about = nlohmann::json::parse(read_text(file), nullptr, false);
  if (about.is_discarded()) throw Failure(exit_wrong, file.string() + " is missing or no JSON");
  const auto field = [&](const char* name) {
    if (!about.contains(name) || !about[name].is_string())
      throw Failure(exit_wrong, fmt::format("{} has no \"{}\"", file.string(), name));
    return about[name].get<std::string>();
  };
  return fmt::format(
      "Measured on one {} (driver {}, CUDA {}) on {}, by `{}`. Times are medians; the spread is half of the interquartile range.\n",
      field("device"), field("driver"), field("cuda"), field("date"), field("command"));
}

}  // namespace

std::string tables_markdown(const Manifest& manifest, const Chapter& chapter, const std::filesystem::path& results) {
  const std::filesystem::path file = results / "ladders.json";
  const std::vector<Row> rows = read_rows(file);
  std::vector<std::unique_ptr<Result>> keep;
  const auto of = [&](const std::vector<const Program*>& programs) {
    std::vector<const Result*> found;
    for (const Program* program : programs) {
      keep.push_back(std::make_unique<Result>(recorded(*program, rows, file)));
      found.push_back(keep.back().get());
    }
    return found;
  };

  // Which programs make up a ladder does not depend on the back end that this build has.
  const std::string& backend = manifest.backends.front();
  std::string text = about_text(results / "about.json");
  for (const Ladder& ladder : ladders_of(manifest, chapter.name, backend)) {
    const auto references = of(ladder.references);
    text += "\n" + ladder_markdown(climb(references, of(ladder.programs)));
  }
  if (const auto demos = demos_of(manifest, chapter.name, backend); !demos.empty())
    text += "\n" + ladder_markdown(climb({}, of(demos)));
  return text;
}

}  // namespace driver
