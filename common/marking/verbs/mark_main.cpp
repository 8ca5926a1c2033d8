// tutorial-mark: what tests, tables and authors ask the marker. A program of its own: no learner waits for it.
#include "marking/verbs/subcommands.hpp"

int main(int argc, char** argv) {
  using namespace tutorial::marking;
  return run_subcommands("tutorial-mark", {add_check, add_prove, add_questions, add_starter_time}, argc,
                         argv);
}
