#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  block_sums(a.input<int>("in"), a.output<int>("partial"), static_cast<int>(a.number("n")),
             static_cast<int>(a.number("block")));
}
