#include "driver/data/results_file.hpp"

#include <fmt/format.h>

#include <fstream>

#include "support/nesting.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

namespace fs = std::filesystem;

nlohmann::ordered_json parsed(const fs::path& file) {
  std::ifstream in(file);
  if (!in) throw Failure(exit_wrong, fmt::format("cannot read {}", file.string()));
  try {
    return nlohmann::ordered_json::parse(in, refuse_deep<nlohmann::ordered_json>);
  } catch (const nlohmann::json::exception&) {
    throw Failure(exit_wrong, fmt::format("{} is no JSON", file.string()));
  } catch (const NestedTooDeep& error) {
    throw Failure(exit_wrong, fmt::format("{} holds no results: {}", file.string(), error.what()));
  }
}

/// What the older files of the folder have of programs that `bench` was stopped before.
void add_older(Results& results, const fs::path& folder) {
  std::set<std::string> run;
  for (const auto& each : results.runs) run.insert(each.at("program").get<std::string>());
  for (Row& row : rows_from(parsed(folder / "ladders.json"))) {
    if (run.contains(row.program)) continue;
    results.older_programs.insert(row.program);
    results.rows.push_back(std::move(row));
  }
  results.older_about = parsed(folder / "about.json");
}

}  // namespace

std::string Results::about_field(const std::string& name) const {
  const auto found = about.find(name);
  return found != about.end() && found->is_string() ? found->get<std::string>() : "";
}

Results read_results(const fs::path& path) {
  Results results;
  results.file = path;
  results.about = nlohmann::ordered_json::object();
  const bool folder = fs::is_directory(path);
  if (folder) results.file = path / (fs::exists(path / "bench.json") ? "bench.json" : "ladders.json");
  const nlohmann::ordered_json root = parsed(results.file);
  try {
    if (root.is_array()) {
      results.rows = rows_from(root);
      if (folder && fs::exists(path / "about.json")) results.about = parsed(path / "about.json");
      return results;
    }
    results.about = root.at("about");
    results.complete = root.at("complete");
    for (const auto& run : root.at("runs")) results.runs.push_back(run);
    results.rows = rows_from(root.at("rows"));
    if (folder && fs::exists(path / "ladders.json")) add_older(results, path);
  } catch (const nlohmann::json::exception& error) {
    throw Failure(exit_wrong, fmt::format("{} holds no results: {}", results.file.string(), error.what()));
  }
  return results;
}

}  // namespace tutorial::driver
