#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  halve(a.host_input<double>("in"), a.host_output<double>("out"), static_cast<int>(a.number("count")));
}
