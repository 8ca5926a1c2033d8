#include "marking/learner/exercise_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "marking/compile.hpp"
#include "marking/contract.hpp"
#include "marking/failing_steps.hpp"
#include "marking/learner/commands.hpp"
#include "marking/learner/exercise_program.hpp"
#include "support/child_process.hpp"
#include "support/complain.hpp"
#include "support/did_you_mean.hpp"
#include "support/layout.hpp"
#include "support/output_file.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::learner {
namespace {

constexpr const char* usage =
    R"(usage: ./tutorial exercise …

  list [--json FILE]          every exercise, how long it takes, your progress
  next                        the next unsolved one; so does no command at all
  start NAME                  creates my_exercises/NAME.cu, and prints the task
  check [NAME] [--json FILE]  checks it: does it compile, is it right, safe, good
  check [NAME] --gpu          also on this machine's GPU, beside our solution
  check [NAME] --watch        also writes a page that steps through what fails
  check [NAME] --hint         also asks about a line of yours (about 20 seconds)
  watch [NAME]                checks it at every save
  hint [NAME]                 one more hint
  reset NAME                  the starter again; keeps yours in .backup
  solution NAME               our solution, once you have solved it or ask twice

Without NAME: the one you worked on last.
--folder FOLDER keeps your files there instead of in my_exercises.
check and watch --contract FILE: use your instructor's points and contracts.
exit codes of check: 0 full points, 3 right but with hazards, 1 anything less,
2 bad arguments
)";

int answer(const Answer& given) {
  write_standard_output(given.text);
  return given.code;
}

/// Refused before any work is done. @throws UsageError
OutputFile json_output(const std::string& file) {
  try {
    return OutputFile(file);
  } catch (const OutputRefused& error) {
    throw UsageError(error.what());
  }
}

/// What start and reset cannot do without. @throws Failure
int in_the_folder(const std::function<Answer()>& action) {
  try {
    return answer(action());
  } catch (const OutputError& error) {
    throw Failure(exit_wrong, fmt::format("{}. --folder FOLDER takes another place", error.what()));
  }
}

struct CheckOptions {
  bool on_gpu = false;
  bool with_question = false;
  bool with_steps = false;
  std::string json_file;
};

/// Whether it has failed while it ran: there are steps to watch.
bool has_run(const marking::Mark& mark) {
  const marking::PartMark* const lost = mark.first_lost();
  return lost != nullptr && lost->part != marking::Part::compiles;
}

int check(Commands& commands, const std::string& name, const CheckOptions& options) {
  std::optional<OutputFile> json;
  if (!options.json_file.empty()) json = json_output(options.json_file);
  const bool in_words = !json || !json->is_standard_output();
  std::optional<marking::Mark> mark;
  const Answer given = commands.check(name, options.on_gpu, &mark);
  if (in_words) write_standard_output(given.text);
  nlohmann::json all = marking::to_json(mark.value());
  if (options.with_steps && !mark->full()) {
    const StepsPage page = commands.write_steps(name, *mark);
    if (in_words)
      write_standard_output(page.file.empty()
                                ? "\nNo kernel has run: there are no steps to watch.\n"
                                : fmt::format("\nWatch it fail, step by step: {}\n{}", page.file,
                                              page.opens.empty() ? "" : "It opens at " + page.opens + ".\n"));
    if (!page.file.empty()) all["steps"] = page.file;
  } else if (in_words && has_run(*mark)) {
    write_standard_output(
        fmt::format("Watch it fail, step by step: ./tutorial exercise check {} --watch\n", mark->exercise));
  }
  if (options.with_question && !mark->full()) {
    const auto question = commands.ask(name, *mark);
    if (in_words) write_standard_output("\n" + marking::report(question));
    all["question"] = marking::to_json(question);
  }
  if (json) json->write(all.dump(2) + "\n");
  return given.code;
}

/// Says at the end, however it ends, what went wrong beside what was asked for.
class Notes {
 public:
  explicit Notes(Commands& commands) : commands_(commands) {}
  ~Notes() {
    for (const std::string& note : commands_.notes()) fmt::print(stderr, "tutorial: {}\n", note);
  }
  Notes(const Notes&) = delete;
  Notes& operator=(const Notes&) = delete;

 private:
  Commands& commands_;
};

int list(Commands& commands, const std::string& json_file) {
  if (json_file.empty()) return answer(commands.list());
  json_output(json_file).write(commands.list_json());
  return exit_right;
}

const std::vector<std::string> command_words = {"list",  "next", "start", "check",
                                                "watch", "hint", "reset", "solution"};
const std::vector<std::string> with_a_name = {"start", "reset", "solution"};

/// A word that is no command gets the nearest ones. @throws UsageError
void refuse_others(const std::vector<std::string>& arguments) {
  auto word = arguments.begin();
  while (word != arguments.end() && word->starts_with('-')) {
    if (*word == "--help" || *word == "-h") return;
    word += *word == "--folder" && word + 1 != arguments.end() ? 2 : 1;
  }
  if (word == arguments.end())
    throw UsageError("exercise needs a command: ./tutorial exercise help shows them");
  if (*word == "grade" || *word == "handout")
    throw UsageError(fmt::format("{} is a verb of its own: ./tutorial {} FOLDER", *word, *word));
  if (std::find(command_words.begin(), command_words.end(), *word) == command_words.end())
    throw UsageError(fmt::format("exercise has no command '{}'.{} ./tutorial exercise help shows them", *word,
                                 did_you_mean(*word, command_words)));
}

/// One line for what a command does not take.
std::string unexpected_in(const CLI::App& app) {
  std::vector<std::string> options = {"--folder"};
  const CLI::App& command = *app.get_subcommands().front();
  for (const CLI::Option* option : command.get_options()) options.push_back(option->get_name());
  return fmt::format("{}: {} ./tutorial exercise help shows what there is", command.get_name(),
                     unexpected(app.remaining(true), options));
}

/// @throws UsageError
void use_contract(Course& course, const std::string& file) {
  try {
    marking::apply_contracts(course.exercises, file);
  } catch (const marking::ExerciseError& error) {
    throw UsageError(error.what());
  }
}

int run(std::vector<std::string> arguments, Course course, const std::filesystem::path& folder) {
  if (arguments.empty()) arguments = {"next"};
  if (arguments.front() == "help") arguments = {"--help"};
  refuse_others(arguments);
  std::string name;
  std::string json_file;
  CheckOptions options;
  std::string other_folder;
  std::string contract;
  const auto not_empty = [](const std::string& word) {
    return word.empty() ? std::string("it needs a name that is not empty") : std::string();
  };
  CLI::App app("exercise", "tutorial exercise");
  app.add_option("--folder", other_folder);
  app.require_subcommand(1);
  app.fallthrough();
  for (const std::string& word : command_words) app.add_subcommand(word);
  for (const char* word : {"check", "watch", "hint"})
    app.get_subcommand(word)->add_option("name", name)->check(not_empty);
  for (const std::string& word : with_a_name)
    app.get_subcommand(word)->add_option("name", name)->check(not_empty);
  for (const char* word : {"list", "check"})
    app.get_subcommand(word)->add_option("--json", json_file)->check(not_empty);
  app.get_subcommand("check")->add_flag("--gpu", options.on_gpu);
  app.get_subcommand("check")->add_flag("--hint", options.with_question);
  app.get_subcommand("check")->add_flag("--watch", options.with_steps);
  for (const char* word : {"check", "watch"}) app.get_subcommand(word)->add_option("--contract", contract);
  try {
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 requires
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    return answer({usage});
  } catch (const CLI::ExtrasError&) {
    throw UsageError(unexpected_in(app));
  } catch (const CLI::ParseError& error) {
    throw UsageError(std::string(error.what()) + ". ./tutorial exercise help shows what there is");
  }
  for (const std::string& word : with_a_name)
    if (app.got_subcommand(word) && name.empty())
      throw UsageError(word + " needs an exercise's name: ./tutorial exercise list shows all");

  if (!contract.empty()) use_contract(course, contract);
  Commands commands(course, other_folder.empty() ? folder : std::filesystem::path(other_folder),
                    Style::of(stdout));
  const Notes notes(commands);
  if (app.got_subcommand("list")) return list(commands, json_file);
  if (app.got_subcommand("check")) {
    options.json_file = json_file;
    return check(commands, name, options);
  }
  if (app.got_subcommand("watch")) return commands.watch(name, write_standard_output);
  if (app.got_subcommand("start")) return in_the_folder([&] { return commands.start(name); });
  if (app.got_subcommand("hint")) return answer(commands.hint(name));
  if (app.got_subcommand("reset")) return in_the_folder([&] { return commands.reset(name); });
  if (app.got_subcommand("solution")) return answer(commands.solution(name));
  return answer(commands.next());
}

/// The exercises of this build.
Course whole_course() {
  return {marking::all_exercises(),
          [](const marking::Exercise& exercise, const std::filesystem::path& file, bool on_gpu) {
            return marking::mark(exercise, file, {.on_gpu = on_gpu, .predict = true});
          },
          [](const marking::Exercise& exercise, const std::filesystem::path& file,
             const marking::Mark& mark) { return marking::question_for(exercise, file, mark); },
          [](const marking::Exercise& exercise, const std::filesystem::path& file, const marking::Mark& mark,
             const std::filesystem::path& page) -> std::optional<std::string> {
            const std::optional<std::string> steps = marking::failing_steps(exercise, file, mark, {});
            if (!steps) return {};
            marking::write_steps_page(*steps, page);
            return marking::opening_text(*steps);
          }};
}

}  // namespace

int exercise_command(std::vector<std::string> arguments, const Course& course,
                     const std::filesystem::path& folder) {
  const SignalsToChild signals;
  int code = exit_wrong;
  std::string message;
  try {
    return run(std::move(arguments), course, folder);
  } catch (const Interrupted& interrupted) {
    // End as the signal would have ended us: a shell loop around us then ends too.
    std::signal(interrupted.signal, SIG_DFL);
    std::raise(interrupted.signal);
  } catch (const Failure& failure) {
    code = failure.exit_code;
    message = failure.what();
  } catch (const std::exception& error) {
    message = error.what();
  }
  complain(message);
  return code;
}

int exercise_program(std::vector<std::string> arguments) {
  try {
    if (arguments.size() == 3 && arguments[0] == "translate") {
      marking::translate_submission(arguments[1], arguments[2]);
      return exit_right;
    }
    if (arguments.empty() || arguments[0] != "exercise")
      throw UsageError("tutorial-exercise has one command: exercise");
    arguments.erase(arguments.begin());
    return exercise_command(std::move(arguments), whole_course(),
                            marking::toolchain().source_dir / "my_exercises");
  } catch (const UsageError& error) {
    complain(error.what());
  } catch (const marking::ExerciseError& error) {
    complain(error.what());
  } catch (const std::exception& error) {
    complain(error.what());
    return exit_wrong;
  }
  return exit_usage;
}

}  // namespace tutorial::learner
