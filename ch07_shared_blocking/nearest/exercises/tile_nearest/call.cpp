#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  find_nearest(a.input<Point>("points"), a.output<int>("nearest"), static_cast<unsigned>(a.number("count")));
}
