#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  add_histogram(a.input<int>("in"), static_cast<int>(a.number("n")), a.in_out<unsigned>("count"));
}
