#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  smooth(a.input<float>("in"), a.output<float>("out"), static_cast<unsigned>(a.number("count")));
}
