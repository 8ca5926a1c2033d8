#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  const auto size = [&a](const char* name) { return static_cast<unsigned>(a.number(name)); };
  matmul(a.input<float>("a"), a.input<float>("b"), a.output<float>("c"), size("m"), size("n"), size("k"));
}
