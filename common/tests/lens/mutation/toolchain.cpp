#include "toolchain.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "files.hpp"
#include "process.hpp"

namespace mutation {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

void require_success(const Words& command, const std::filesystem::path& log) {
  const driver::Exit exit = driver::run_process(command, {.out = log.string() + ".out", .err = log});
  if (exit.code != 0)
    throw std::runtime_error(
        fmt::format("{}: {}\n{}", command[0], exit.text(), driver::first_lines(driver::read_text(log), 20)));
}

std::string hazard_text(const json& hazard) {
  const auto line = [&](const char* place) {
    const json found = hazard.value(place, json::object());
    return found.is_object() ? found.value("line", 0) : 0;
  };
  return fmt::format("{} {}:{}", hazard.value("kind", "?"), line("first"), line("second"));
}

}  // namespace

Toolchain::Toolchain(const std::filesystem::path& file) {
  try {
    const json settings = json::parse(driver::read_text(file));
    settings.at("translate").get_to(translate_);
    settings.at("compile").get_to(compile_);
    settings.at("link").get_to(link_);
    settings.at("libraries").get_to(libraries_);
    for (const json& entry : settings.at("programs"))
      programs_.push_back({.name = entry.at("name"),
                           .root = entry.at("root").get<std::string>(),
                           .source = entry.at("source").get<std::string>(),
                           .headers = entry.at("headers").get<std::vector<std::filesystem::path>>(),
                           .options = entry.at("options"),
                           .runs = entry.at("runs"),
                           .binary = entry.at("binary").get<std::string>()});
  } catch (const json::exception& error) {
    throw std::runtime_error(fmt::format("{}: {}", file.string(), error.what()));
  }
}

std::filesystem::path Toolchain::build(const Program& program, const std::filesystem::path& file,
                                       const std::string& text, const std::filesystem::path& folder) const {
  const std::filesystem::path input = folder / program.source;
  const std::filesystem::path translated = folder / "translated.cpp";
  const std::filesystem::path object = folder / "program.o";
  const std::filesystem::path binary = folder / (program.name + ".lens");

  // A copy of the chapter's code, so that quoted headers are found beside the files that include them.
  std::vector<std::filesystem::path> files = program.headers;
  files.push_back(program.source);
  for (const std::filesystem::path& name : files) {
    std::filesystem::create_directories((folder / name).parent_path());
    std::ofstream(folder / name) << (name == file ? text : driver::read_text(program.root / name));
  }

  Words options = {"-I" + input.parent_path().string(), "-I" + folder.string()};
  options.insert(options.end(), program.options.begin(), program.options.end());
  const auto with = [](Words command, const Words& more) {
    command.insert(command.end(), more.begin(), more.end());
    return command;
  };
  require_success(with(with(translate_, {input, "-o", translated}), options), folder / "translate.txt");
  require_success(with(with(compile_, options), {"-c", translated, "-o", object}), folder / "compile.txt");
  require_success(with(with(link_, {object, "-o", binary}), libraries_), folder / "link.txt");
  return binary;
}

Outcome run(const std::filesystem::path& binary, const std::string& arguments, int seed,
            const std::filesystem::path& folder) {
  const std::filesystem::path report_file = folder / "report.json";
  std::filesystem::remove(report_file);
  setenv("CUDASIM_SEED", std::to_string(seed).c_str(), 1);
  setenv("LENS_JSON", report_file.c_str(), 1);
  setenv("CUDASIM_TIMEOUT", "20", 1);  // seconds: without its barrier a kernel may wait for ever

  Words command = {binary};
  std::istringstream words(arguments);
  for (std::string word; words >> word;) command.push_back(word);
  const driver::Exit exit =
      driver::run_process(command, {.out = folder / "out.txt", .err = folder / "err.txt"});

  const json report = json::parse(driver::read_text(report_file), nullptr, false);
  if (!report.is_object())
    throw std::runtime_error(fmt::format("{} {}: no report of the lens ({})\n{}", binary.filename().string(),
                                         arguments, exit.text(), driver::read_text(folder / "err.txt")));
  Outcome outcome{exit.code, {}};
  for (const json& hazard : report.at("hazards")) outcome.hazards.push_back(hazard_text(hazard));
  return outcome;
}

}  // namespace mutation
