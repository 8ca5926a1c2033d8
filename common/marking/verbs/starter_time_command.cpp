// For authors: what the starter of an exercise would take on a GPU, as exercise.json has it under "predicted".
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "marking/mark.hpp"
#include "marking/predicted.hpp"
#include "marking/verbs/subcommands.hpp"
#include "sim/translate/file_translator.hpp"
#include "support/starter.hpp"
#include "support/temporary_folder.hpp"

namespace tutorial::marking {
namespace {

struct StarterTimeArguments {
  std::string exercise;
  std::string gpu = "h200";
  bool solution = false;
};

int print_time(const StarterTimeArguments& arguments) {
  const Exercise& exercise = find_exercise(arguments.exercise);
  const std::string source = cudasim::translate::read_file(exercise.folder / "exercise.cu");
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "exercise.cu";
  cudasim::translate::write_file(file, arguments.solution ? solution_of(source) : starter_of(source));
  const Predicted predicted = predict_source(exercise, file, arguments.gpu, MarkOptions{}.time_limit);
  if (!predicted.seconds) throw ExerciseError("no prediction: " + predicted.why_not);
  const nlohmann::ordered_json json = {{"gpu", arguments.gpu},
                                       {"size", predicted.size},
                                       {arguments.solution ? "solution_s" : "starter_s", *predicted.seconds}};
  fmt::print("{}\n", json.dump());
  return 0;
}

}  // namespace

void add_starter_time(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<StarterTimeArguments>();
  CLI::App* time =
      app.add_subcommand("starter-time", "For authors: what an exercise's starter would take on a GPU");
  time->add_option("exercise", arguments->exercise, "The exercise's name")->required();
  time->add_option("--gpu", arguments->gpu, "A file of common/predict/gpus");
  time->add_flag("--solution", arguments->solution, "The solution in place of the starter");
  time->callback([arguments, &exit_code] { exit_code = print_time(*arguments); });
}

}  // namespace tutorial::marking
