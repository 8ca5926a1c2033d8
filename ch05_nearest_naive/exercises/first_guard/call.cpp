#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  invert(a.input<int>("in"), a.output<int>("out"), static_cast<int>(a.number("width")),
         static_cast<int>(a.number("height")));
}
