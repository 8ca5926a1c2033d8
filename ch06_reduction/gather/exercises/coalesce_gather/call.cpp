#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  gather(a.input<float>("table"), a.input<int>("index"), a.output<float>("out"),
         static_cast<int>(a.number("n")));
}
