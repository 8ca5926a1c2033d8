#include "tests/lens/mutation/runs.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "support/files.hpp"
#include "support/process.hpp"
#include "support/text.hpp"

namespace mutation {
namespace {

using nlohmann::json;

std::string hazard_text(const json& hazard) {
  const auto line = [&](const char* place) {
    const json found = hazard.value(place, json::object());
    return found.is_object() ? found.value("line", 0) : 0;
  };
  return fmt::format("{} {}:{}", hazard.value("kind", "?"), line("first"), line("second"));
}

}  // namespace

std::vector<Program> programs_from(const std::filesystem::path& file) {
  std::vector<Program> programs;
  try {
    for (const json& entry : json::parse(tutorial::read_text(file))) {
      programs.push_back({.name = entry.at("name"),
                          .root = entry.at("root").get<std::string>(),
                          .source = entry.at("source").get<std::string>(),
                          .headers = entry.at("headers").get<std::vector<std::filesystem::path>>(),
                          .runs = entry.at("runs"),
                          .directory = entry.at("directory").get<std::string>(),
                          .binary = entry.at("binary").get<std::string>()});
      for (std::string& words : programs.back().runs)
        words = tutorial::text::trimmed(words);  // CMake's lists hold no ""
    }
  } catch (const json::exception& error) {
    throw std::runtime_error(fmt::format("{}: {}", file.string(), error.what()));
  }
  return programs;
}

Outcome run(const Program& program, const std::string& arguments, int seed, const std::string& without,
            const std::filesystem::path& folder, long limit) {
  const std::filesystem::path report_file = folder / "report.json";
  std::filesystem::remove(report_file);
  setenv("CUDASIM_SEED", std::to_string(seed).c_str(), 1);
  setenv("LENS_JSON", report_file.c_str(), 1);
  setenv("CUDASIM_WITHOUT", without.c_str(), 1);
  setenv("CUDASIM_TIMEOUT", std::to_string(limit).c_str(), 1);

  std::vector<std::string> command = {program.binary};
  std::istringstream words(arguments);
  for (std::string word; words >> word;) command.push_back(word);
  std::filesystem::current_path(program.directory);
  const auto begin = std::chrono::steady_clock::now();
  const tutorial::Exit exit =
      tutorial::run_process(command, {.out = folder / "out.txt", .err = folder / "err.txt"});
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;

  const json report = json::parse(tutorial::read_text(report_file), nullptr, false);
  if (!report.is_object())
    throw std::runtime_error(fmt::format("{} {}: no report of the lens ({})\n{}", program.name, arguments,
                                         exit.text(), tutorial::read_text(folder / "err.txt")));
  Outcome outcome{exit.code, {}, took.count()};
  for (const json& hazard : report.at("hazards")) outcome.hazards.push_back(hazard_text(hazard));
  return outcome;
}

}  // namespace mutation
