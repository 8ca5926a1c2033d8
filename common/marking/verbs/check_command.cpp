#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "marking/contract.hpp"
#include "marking/mark.hpp"
#include "marking/sandbox/sandbox.hpp"
#include "marking/verbs/subcommands.hpp"
#include "support/output_file.hpp"

namespace tutorial::marking {
namespace {

struct Arguments {
  std::string exercise;
  std::string file;
  std::string json;
  std::string contract;
  double seconds = 0;
  MarkOptions options;
};

/// 0: full points, 3: right, but not safe, 1: anything else.
int exit_code_of(const Mark& mark) {
  const PartMark* lost = mark.first_lost();
  if (lost == nullptr) return 0;
  return lost->part == Part::safe ? 3 : 1;
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* check = app.add_subcommand("check", "Marks one file");
  check->add_option("exercise", arguments->exercise, "The exercise's name")->required();
  check->add_option("file", arguments->file, "The submission")->required()->check(CLI::ExistingFile);
  check->add_option("--compiler", arguments->options.compiler, "Host compiler instead of the build's");
  check->add_option("--seed", arguments->options.seed, "Seed of the inputs");
  arguments->seconds = std::chrono::duration<double>(arguments->options.time_limit).count();
  check->add_option("--time-limit", arguments->seconds, "Seconds that the run of all cases may take")
      ->check(CLI::Range(0.1, 3600.0));
  check->add_flag("--gpu", arguments->options.on_gpu,
                  "Also on the GPU, timed beside the solution. Not confined: for files of your own");
  check->add_flag("--nvcc", arguments->options.by_nvcc, "It must compile with nvcc, too, as for grade");
  check->add_flag("--predict", arguments->options.predict,
                  "Predicts the time on a GPU, and the starter's, if the exercise is about speed");
  check->add_option("--json", arguments->json, "Writes the score to this file; - is standard output");
  check->add_option("--contract", arguments->contract,
                    "JSON: points and contracts in place of the exercises' own");
  check->callback([arguments, &exit_code] {
    arguments->options.time_limit =
        std::chrono::round<std::chrono::milliseconds>(std::chrono::duration<double>(arguments->seconds));
    warn_of_missing_confinement();
    std::vector<Exercise> exercises = all_exercises();
    if (!arguments->contract.empty()) apply_contracts(exercises, arguments->contract);
    const Mark result =
        mark(find_exercise(exercises, arguments->exercise), arguments->file, arguments->options);
    if (!arguments->json.empty())
      OutputFile(arguments->json)
          .write(to_json(result).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    if (arguments->json != "-") write_standard_output(report(result));
    exit_code = exit_code_of(result);
  });
}

}  // namespace tutorial::marking
