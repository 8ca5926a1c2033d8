// tutorial-exercise: the learner's and the instructor's commands, behind `./tutorial exercise`, `grade` and `handout`.
#include <cstdio>

#include "marking/exercise.hpp"
#include "marking/learner/exercise_command.hpp"
#include "marking/verbs/subcommands.hpp"
#include "support/output_file.hpp"

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
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "tutorial-exercise: %s\n", error.what());
    return 2;
  } catch (const tutorial::marking::ExerciseError& error) {
    std::fprintf(stderr, "tutorial-exercise: %s\n", error.what());
    return 2;
  } catch (const tutorial::OutputRefused& error) {
    std::fprintf(stderr, "tutorial-exercise: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tutorial-exercise: %s\n", error.what());
    return 1;
  }
  return exit_code;
}
