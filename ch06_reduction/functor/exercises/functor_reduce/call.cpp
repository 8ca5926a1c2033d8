#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  const int n = static_cast<int>(a.number("n"));
  largest(a.input<int>("whole"), n, a.output<int>("largest"));
  largest_magnitude(a.input<float>("fractions"), n, a.output<float>("magnitude"));
  least_at(a.input<float>("fractions"), n, a.output<int>("index"));
}
