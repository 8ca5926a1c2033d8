#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "errors.hpp"
#include "files.hpp"
#include "process.hpp"

TEST_CASE("an exit code is passed on; a signal is named") {
  CHECK(driver::run_process({"sh", "-c", "exit 7"}, {}).code == 7);
  const driver::Exit killed = driver::run_process({"sh", "-c", "kill -SEGV $$"}, {});
  CHECK(killed.code == 139);
  CHECK(killed.text() == "killed by signal 11 (Segmentation fault)");
}

TEST_CASE("outputs go where they are sent, and the input is empty") {
  const driver::TemporaryFolder folder;
  const auto exit = driver::run_process({"sh", "-c", "cat; echo out; echo err >&2"},
                                        {.out = folder / "o", .err = folder / "e"});
  CHECK(exit.code == 0);
  CHECK(driver::read_text(folder / "o") == "out\n");
  CHECK(driver::read_text(folder / "e") == "err\n");
}

TEST_CASE("a program that is not there is an error, not an exit code of its own") {
  CHECK_THROWS_AS(driver::run_process({"/no/such/program"}, {}), driver::Failure);
}

TEST_CASE("a logged process hands over its lines and leaves them in the log") {
  const driver::TemporaryFolder folder;
  std::vector<std::string> lines;
  const auto exit = driver::run_logged({"sh", "-c", "echo one; echo two >&2; exit 3"}, folder / "log",
                                       [&](const std::string& line) { lines.push_back(line); });
  CHECK(exit.code == 3);
  CHECK(lines == std::vector<std::string>{"one", "two"});
  CHECK(driver::read_text(folder / "log") == "one\ntwo\n");
}
