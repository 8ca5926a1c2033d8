// tutorial-exercise: the learner's commands, behind `./tutorial exercise`.
#include "marking/learner/exercise_program.hpp"

int main(int argc, char** argv) { return tutorial::learner::exercise_program({argv + 1, argv + argc}); }
