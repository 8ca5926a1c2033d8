#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  heat_step(a.input<float>("from"), a.output<float>("to"), static_cast<unsigned>(a.number("rows")),
            static_cast<unsigned>(a.number("cols")));
}
