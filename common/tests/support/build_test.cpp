#include "support/build.hpp"

#include <doctest/doctest.h>

#include "support/files.hpp"

using namespace tutorial;

TEST_CASE("what a build says goes to a log of its name; a target may be a file in a folder") {
  const TemporaryFolder folder;
  Progress progress("test");
  const BuildFolder succeeds = {folder / "", "/bin/true"};
  CHECK(build(succeeds, "one", {"one"}, false, progress) == "");
  CHECK(std::filesystem::exists(folder / "log/build-one.txt"));
  CHECK(build(succeeds, "common/tests/two", {"common/tests/two"}, false, progress) == "");
  CHECK(std::filesystem::exists(folder / "log/build-two.txt"));
}

TEST_CASE("a build that fails says so, and where its log is") {
  const TemporaryFolder folder;
  Progress progress("test");
  const std::string problem = build({folder / "", "/bin/false"}, "one", {"one"}, false, progress);
  CHECK(problem.find("building one failed (exit 1)") != std::string::npos);
  CHECK(problem.find("log/build-one.txt") != std::string::npos);
}

TEST_CASE("a line of Ninja's says how far it is and what is left") {
  CHECK(steps_text("[3/17] Building CXX object a.o", 6) == "[3/17], 28 s left");
  CHECK(steps_text("[1/31] Linking", 10) == "[1/31], 5 min left");
  CHECK(steps_text("[17/17] Linking", 10) == "[17/17]");
  CHECK(steps_text("ninja: no work to do.", 10) == "");
}
