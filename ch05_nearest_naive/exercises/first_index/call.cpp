#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  number_all(a.output<int>("out"), static_cast<int>(a.number("blocks")),
             static_cast<int>(a.number("threads")));
}
