#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  find_nearest(a.input<float3>("points"), static_cast<int>(a.number("count")), a.output<int>("nearest"));
}
