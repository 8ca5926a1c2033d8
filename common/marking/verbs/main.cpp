// tutorial-exercise: the learner's and the instructor's commands, behind `./tutorial exercise`, `grade` and `handout`.
#include <cstdio>

#include "marking/exercise.hpp"
#include "marking/learner/exercise_command.hpp"
#include "marking/verbs/subcommands.hpp"
#include "support/did_you_mean.hpp"
#include "support/output_file.hpp"

namespace {

int refused(const std::string& message) {
  std::fprintf(stderr, "tutorial: %s\n", message.c_str());
  return 2;
}

/// One line for what a verb does not take.
std::string unexpected_in(const CLI::App& app) {
  const auto verbs = app.get_subcommands();
  if (verbs.empty()) return tutorial::unexpected(app.remaining(true), {});
  std::vector<std::string> options;
  for (const CLI::Option* option : verbs.front()->get_options()) options.push_back(option->get_name());
  return verbs.front()->get_name() + ": " + tutorial::unexpected(app.remaining(true), options) +
         " --help shows what there is";
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Exercises that mark themselves.", "tutorial-exercise");
  app.require_subcommand(1);
  int exit_code = 0;
  tutorial::marking::add_check(app, exit_code);
  tutorial::marking::add_prove(app, exit_code);
  tutorial::marking::add_questions(app, exit_code);
  tutorial::marking::add_starter_time(app, exit_code);
  tutorial::marking::add_translate(app, exit_code);
  tutorial::learner::add_exercise(app, exit_code);
  tutorial::marking::add_grade(app, exit_code);
  tutorial::marking::add_handout(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ExtrasError&) {
    return refused(unexpected_in(app));
  } catch (const CLI::ParseError& error) {
    return refused(error.what());
  } catch (const tutorial::marking::ExerciseError& error) {
    return refused(error.what());
  } catch (const tutorial::OutputRefused& error) {
    return refused(error.what());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tutorial: %s\n", error.what());
    return 1;
  }
  return exit_code;
}
