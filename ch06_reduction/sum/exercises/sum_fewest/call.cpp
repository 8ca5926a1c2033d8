#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  sum(a.input<unsigned>("in"), a.in_out<unsigned>("scratch"), a.output<unsigned>("result"),
      static_cast<int>(a.number("n")));
}
