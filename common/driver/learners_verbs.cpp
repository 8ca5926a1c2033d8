#include "driver/command.hpp"

namespace tutorial::driver {

std::span<const Verb> learners_verbs() {
  static constexpr Verb verbs[] = {
      {"list", "every chapter, program and exercise, with what it teaches", declare_list},
      {"run", "build and run a ladder or one program", declare_run},
      {"explain", "what the memory system sees, line by line, and the hazards", declare_explain},
      {"predict", "what each kernel would take on a GPU, and what limits it", declare_predict},
      {"build", "bring targets up to date", declare_build},
      {"backend", "where programs will run, and why", declare_backend},
  };
  return verbs;
}

}  // namespace tutorial::driver
