#include "driver/command.hpp"
#include "support/process.hpp"

int main(int argc, char** argv) {
  tutorial::catch_signals();
  return tutorial::driver::drive(tutorial::driver::TUTORIAL_VERBS(), {argv + 1, argv + argc},
                                 TUTORIAL_MANIFEST);
}
