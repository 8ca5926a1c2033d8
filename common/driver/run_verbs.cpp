#include "driver/command.hpp"

namespace tutorial::driver {

std::span<const Verb> run_verbs() {
  static constexpr Verb verbs[] = {
      {"list", "every chapter, program and exercise, with what it teaches", declare_list},
      {"run", "build and run a ladder or one program", declare_run},
      {"build", "bring targets up to date", declare_build},
      {"backend", "where programs will run, and why", declare_backend},
  };
  return verbs;
}

}  // namespace tutorial::driver
