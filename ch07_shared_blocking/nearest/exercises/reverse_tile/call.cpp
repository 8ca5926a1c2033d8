#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  reverse_tiles(a.in_out<float>("data"), static_cast<unsigned>(a.number("count")));
}
