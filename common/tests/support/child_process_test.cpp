#include "support/child_process.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <string>

using namespace std::chrono_literals;
using tutorial::ChildProcess;

namespace {

const auto nothing = [] {};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

TEST_CASE("a child that ends in time is waited for, and its exit status returned") {
  ChildProcess child({"sh", "-c", "exit 7"}, nothing);
  const auto exit = child.wait_at_most(60s);
  REQUIRE(exit);
  CHECK(exit->code == 7);
  CHECK(exit->text() == "exit 7");
}

TEST_CASE("a child that takes too long is killed with all that it has started, even if it ignores signals") {
  const auto start = std::chrono::steady_clock::now();
  int ends_with_the_last_of_them[2];
  REQUIRE(::pipe(ends_with_the_last_of_them) == 0);
  {
    ChildProcess child({"sh", "-c", "trap '' INT TERM HUP; sleep 100 & wait; sleep 100"}, nothing);
    ::close(ends_with_the_last_of_them[1]);
    CHECK_FALSE(child.wait_at_most(200ms));
  }
  char byte;
  CHECK(::read(ends_with_the_last_of_them[0], &byte, 1) == 0);
  ::close(ends_with_the_last_of_them[0]);
  CHECK(seconds_since(start) < 50);
}

TEST_CASE("a child that is no longer needed is not waited for") {
  const auto start = std::chrono::steady_clock::now();
  { ChildProcess child({"sleep", "100"}, nothing); }
  CHECK(seconds_since(start) < 50);
}

TEST_CASE("a program that cannot be started says why") {
  CHECK_THROWS_WITH_AS(ChildProcess({"/no/such/program"}, nothing),
                       "cannot run /no/such/program: No such file or directory", std::runtime_error);
}

TEST_CASE("a signal to this process ends all children and the waiting") {
  const auto start = std::chrono::steady_clock::now();
  const tutorial::SignalsToChild while_they_run;
  ChildProcess first({"sleep", "100"}, nothing), second({"sleep", "100"}, nothing);
  ::raise(SIGTERM);
  CHECK_THROWS_AS(first.wait(), tutorial::Interrupted);
  CHECK_THROWS_AS(second.wait(), tutorial::Interrupted);
  CHECK(seconds_since(start) < 50);
}

TEST_CASE("a signal to this process ends the child and the waiting") {
  const tutorial::SignalsToChild while_it_runs;
  ChildProcess child({"sh", "-c", "trap '' TERM; kill -TERM $PPID; sleep 100"}, nothing);
  CHECK_THROWS_AS(child.wait_at_most(60s), tutorial::Interrupted);
  CHECK(tutorial::caught_signal() == SIGTERM);
}
