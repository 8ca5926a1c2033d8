#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  square(a.input<unsigned>("in"), a.output<unsigned>("out"), static_cast<int>(a.number("count")));
}
