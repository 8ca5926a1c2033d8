#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  partial_dots(a.input<int>("a"), a.input<int>("b"), a.output<int>("partial"),
               static_cast<int>(a.number("n")));
}
