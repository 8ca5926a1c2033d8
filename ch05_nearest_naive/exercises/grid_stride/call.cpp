#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  scale_and_add(static_cast<float>(a.real("alpha")), a.input<float>("x"), a.input<float>("y"),
                a.output<float>("z"), a.number("n"));
}
