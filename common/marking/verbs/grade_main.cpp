// tutorial-grade: the instructor's commands, behind `./tutorial grade` and `handout`. A program of its own: no learner waits for it.
#include "marking/verbs/subcommands.hpp"

int main(int argc, char** argv) {
  using namespace tutorial::marking;
  return run_subcommands("tutorial-grade", {add_grade, add_handout}, argc, argv);
}
