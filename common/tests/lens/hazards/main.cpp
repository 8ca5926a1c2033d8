#include <doctest/doctest.h>

#include "sim/lens/report/hazards.hpp"

// The tests end with a hazard in the list: the lens linked into this program must not report it as the program's own.
int main(int argc, char** argv) {
  const int status = doctest::Context(argc, argv).run();
  cudasim::lens::clear_hazards();
  return status;
}
