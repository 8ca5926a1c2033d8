// tutorial-exercise: the learner's commands, behind `./tutorial exercise`, and what the tests and the tables ask the marker.
#include "marking/learner/exercise_command.hpp"
#include "marking/verbs/subcommands.hpp"

int main(int argc, char** argv) {
  using namespace tutorial::marking;
  return run_subcommands(
      "tutorial-exercise",
      {add_check, add_prove, add_questions, add_starter_time, tutorial::learner::add_exercise}, argc, argv);
}
