#include "support/build.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "support/files.hpp"
#include "tests/common/captured.hpp"

using namespace tutorial;

TEST_CASE("a build's output goes to a log with its name; a target may be a file in a folder") {
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

TEST_CASE("a build that waits for another one in its folder says so after two seconds") {
  const TemporaryFolder folder;
  const int lock = open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  REQUIRE(flock(lock, LOCK_EX) == 0);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::seconds(3));
    flock(lock, LOCK_UN);
  });
  const Captured captured = capture([&] {
    Progress progress("test");
    CHECK(build({folder / "", "/bin/true"}, "one", {"one"}, false, progress) == "");
    return 0;
  });
  other.join();
  close(lock);
  CHECK(captured.err == "test: waiting for another build in " + (folder / "").string() + "\n");
}

TEST_CASE("a progress line of Ninja gives the steps done and left") {
  CHECK(steps_text("[3/17] Building CXX object a.o", 6) == "[3/17] after 6 s");
  CHECK(steps_text("[4/17] Building CXX object a.o", 8) == "[4/17] after 8 s, 26 s left");
  CHECK(steps_text("[0/31] Linking", 10) == "[0/31] after 10 s");
  CHECK(steps_text("[17/17] Linking", 10) == "[17/17] after 10 s");
  CHECK(steps_text("ninja: no work to do.", 10) == "");
}

TEST_CASE("a build without a terminal prints a line with its count, also while the build itself is silent") {
  const TemporaryFolder folder;
  std::ofstream(folder / "slow") << "#!/bin/sh\necho '[2/9] Building a.o'\nsleep 1.5\n";
  std::filesystem::permissions(folder / "slow", std::filesystem::perms::owner_all);
  const Captured captured = capture([&] {
    Progress progress("test", std::chrono::milliseconds(0), std::chrono::milliseconds(0));
    CHECK(build({folder / "", folder / "slow"}, "one", {"one"}, false, progress) == "");
    return 0;
  });
  const std::string line = "test: building one [2/9] after ";
  const std::size_t first = captured.err.find(line);
  REQUIRE(first != std::string::npos);
  CHECK(captured.err.find(line, first + 1) != std::string::npos);
}
