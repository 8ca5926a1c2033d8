#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  transpose_in_place(a.in_out<float>("matrix"), static_cast<unsigned>(a.number("rows")));
}
