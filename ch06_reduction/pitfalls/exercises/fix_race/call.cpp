#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  sums_and_above(a.input<int>("in"), a.output<int>("sum"), a.output<int>("above"),
                 static_cast<int>(a.number("n")));
}
