#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  const float3 step = make_float3(static_cast<float>(a.real("step.x")), static_cast<float>(a.real("step.y")),
                                  static_cast<float>(a.real("step.z")));
  move_points(a.input<float3>("points"), a.output<float3>("moved"), static_cast<int>(a.number("count")),
              step);
}
