#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "driver/reported.hpp"
#include "marking/compile.hpp"
#include "marking/exercise.hpp"
#include "marking/instructor/grade.hpp"
#include "marking/instructor/gradescope.hpp"
#include "marking/instructor/handout.hpp"
#include "marking/instructor/plain_text.hpp"
#include "marking/sandbox/sandbox.hpp"
#include "marking/verbs/subcommands.hpp"
#include "support/child_process.hpp"
#include "support/complain.hpp"
#include "support/output_file.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::marking {
namespace {

namespace fs = std::filesystem;

struct GradeArguments {
  std::vector<std::string> folders;
  bool merge = false;
  bool unconfined = false;
  bool no_nvcc = false;
  bool predict = false;
  std::string shard;
  std::string output;
  std::string contract;
  std::uint64_t seed = 0;
  std::uint64_t seed_per_student = 0;
  instructor::GradeOptions options;
};

struct HandoutArguments {
  std::string folder;
  std::string roster;
  std::uint64_t seed_per_student = 0;
};

/// Submissions are not trusted: says what keeps them in here, and stops where that is not enough.
void check_confinement(bool unconfined) {
  const Confinement& here = confinement_here();
  for (const std::string& sentence : here.missing) fmt::print(stderr, "tutorial: {}\n", sentence);
  if (here.safe() || unconfined) return;
  throw Failure(exit_wrong,
                "this machine cannot keep a submission from doing harm, so nothing is graded. On a "
                "disposable machine, "
                "such as a throw-away container, --unconfined grades anyway");
}

/// Whether submissions are compiled with nvcc, too: if it is installed, it knows better than the simulator what it refuses.
bool works_nvcc() {
  if (toolchain().cuda_compiler.empty()) return false;
  const std::string why = why_nvcc_fails();
  if (!why.empty())
    complain("nvcc does not work here, so submissions are compiled without it (" + instructor::one_line(why) +
             ")");
  return why.empty();
}

fs::path beside(fs::path folder) {
  folder = folder.lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  if (folder == "." || folder == ".." || folder.filename() == "..") folder = fs::weakly_canonical(folder);
  return folder.parent_path() / (folder.filename().string() + "-marks");
}

int run_grade(GradeArguments& arguments, const CLI::App& command) {
  instructor::GradeOptions& options = arguments.options;
  if (command.count("--seed-per-student") > 0) {
    if (options.results.roster.empty())
      throw UsageError("--seed-per-student needs --roster: the table by which the faults were handed out");
    options.results.seed_per_student = arguments.seed_per_student;
  }
  if (arguments.merge) {
    for (const char* option : {"--exercise", "--jobs", "--shard", "--seed", "--similarity", "--output",
                               "--unconfined", "--no-nvcc", "--predict"})
      if (command.count(option) > 0)
        throw UsageError(fmt::format("{} does not go with --merge OUT SHARD…", option));
    if (arguments.folders.size() < 2)
      throw UsageError("--merge needs the new folder and the shards': grade --merge OUT SHARD…");
    options.results.output = arguments.folders.front();
    return instructor::merge({arguments.folders.begin() + 1, arguments.folders.end()}, options.results,
                             instructor::engine(arguments.contract));
  }
  if (arguments.folders.size() != 1)
    throw UsageError("grade needs one folder of submissions: ./tutorial grade FOLDER --exercise NAME");
  options.folder = arguments.folders.front();
  if (!arguments.shard.empty()) options.shard = instructor::shard_from(arguments.shard);
  if (command.count("--seed") > 0) options.seed = arguments.seed;
  options.results.output = arguments.output.empty() ? beside(options.folder) : fs::path(arguments.output);
  if (fs::is_directory(options.folder)) check_confinement(arguments.unconfined);
  const bool by_nvcc = !arguments.no_nvcc && works_nvcc();
  return instructor::grade(options, instructor::engine(arguments.contract, by_nvcc, arguments.predict));
}

}  // namespace

void add_grade(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<GradeArguments>();
  instructor::GradeOptions& options = arguments->options;
  CLI::App* command = app.add_subcommand("grade", "Grades a folder of submissions");
  command->add_option("folder", arguments->folders, "The submissions; with --merge OUT SHARD…");
  command
      ->add_option(
          "--exercise", options.exercises,
          "The exercise to grade; may be repeated (default: the exercises that the files are named after)")
      ->take_all()
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--jobs", options.jobs, "Submissions at a time; default: one a core")
      ->check(CLI::Range(1, 1024));
  command->add_option("--output", arguments->output,
                      "Folder of the results; default: FOLDER-marks, beside FOLDER");
  command->add_option("--shard", arguments->shard, "I/N: only the I-th of N parts, for a job array");
  command->add_option("--seed", arguments->seed,
                      "Of the inputs; default: that of results which are there, else a random one");
  command->add_flag("--similarity", options.similarity, "Also hints which submissions share passages");
  command
      ->add_option("--visibility", options.results.visibility,
                   "When learners see what was found, on Gradescope")
      ->check(CLI::IsMember(std::vector<std::string>(std::begin(instructor::visibilities),
                                                     std::end(instructor::visibilities))));
  command->add_option("--json", options.results.json, "All results as JSON; - is standard output")
      ->check([](const std::string& word) {
        return word.empty() ? std::string("it needs a name") : std::string();
      });
  command->add_option("--roster", options.results.roster,
                      "CSV with a column student or id: its other columns, such as late and attempts, are "
                      "added to marks.csv");
  command->add_option("--seed-per-student", arguments->seed_per_student,
                      "The handout's: a column `fault` says which fault of a bug hunt each learner had");
  command->add_option("--contract", arguments->contract,
                      "JSON: points and contracts in place of the exercises' own, {\"NAME\": {\"points\": …, "
                      "\"contract\": …}}");
  command->add_flag("--predict", arguments->predict,
                    "Also how many times as fast as the starter a GPU would be, predicted: worth no points, "
                    "but the table is ranked by it");
  command->add_flag("--no-nvcc", arguments->no_nvcc,
                    "Does not compile submissions with nvcc, where it is installed: twice as fast");
  command->add_flag("--merge", arguments->merge, "Joins the results of shards");
  command->add_flag("--unconfined", arguments->unconfined,
                    "Marks even where the machine cannot confine submissions");
  command->callback([arguments, command, &exit_code] {
    exit_code = driver::reported([&] {
      try {
        return run_grade(*arguments, *command);
      } catch (const Interrupted&) {
        complain("interrupted; finished scores are kept, and the same command resumes");
        throw;
      }
    });
  });
}

namespace {

int run_handout(const HandoutArguments& arguments, const CLI::App& command) {
  if (arguments.folder.empty())
    throw UsageError("handout needs a folder that is new or empty: ./tutorial handout FOLDER");
  const bool per_student = command.count("--seed-per-student") > 0;
  if (per_student != (command.count("--roster") > 0))
    throw UsageError("--roster FILE and --seed-per-student S go together: a fault for each learner");
  if (!per_student) {
    instructor::handout(toolchain().source_dir, arguments.folder);
    write_standard_output(fmt::format(
        "In {}: the tutorial without solutions, wrong answers and tests that show them\n", arguments.folder));
    return exit_right;
  }
  const instructor::Marker marker = instructor::engine();
  const instructor::Roster roster(arguments.roster, marker.exercises);
  const std::size_t learners = instructor::handout_faults(toolchain().source_dir, arguments.folder, roster,
                                                          arguments.seed_per_student, marker);
  std::string hunts;
  for (const auto& [exercise, faults] : marker.faults) hunts += (hunts.empty() ? "" : ", ") + exercise;
  write_standard_output(fmt::format("In {}: {}, with starters of {}\n", arguments.folder,
                                    instructor::counted(learners, "folder"), hunts));
  return exit_right;
}

}  // namespace

void add_handout(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<HandoutArguments>();
  CLI::App* command = app.add_subcommand("handout", "A copy of the tutorial for learners, without solutions");
  command->add_option("folder", arguments->folder, "Where to; new or empty");
  command->add_option("--roster", arguments->roster,
                      "With --seed-per-student: CSV with a column student or id, a row a learner");
  command->add_option("--seed-per-student", arguments->seed_per_student,
                      "In place of the copy a folder for each learner, with starters of the bug hunts whose "
                      "faults this number draws");
  command->callback([arguments, command, &exit_code] {
    exit_code = driver::reported([&] { return run_handout(*arguments, *command); });
  });
}

}  // namespace tutorial::marking
