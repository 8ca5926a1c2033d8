// In a file of its own, so that a folder of tests may bring its own main.
#include <doctest/doctest.h>

#include "tests/runner/skip.hpp"

int main(int argc, char** argv) {
  const int failed = doctest::Context(argc, argv).run();
  return failed == 0 && tests::something_was_skipped ? tests::exit_skipped : failed;
}
