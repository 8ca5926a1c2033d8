#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/files.hpp"
#include "support/process.hpp"

TEST_CASE("an exit code is passed on; a signal is named") {
  CHECK(tutorial::run_process({"sh", "-c", "exit 7"}, {}).code == 7);
  const tutorial::Exit killed = tutorial::run_process({"sh", "-c", "kill -SEGV $$"}, {});
  CHECK(killed.code == 139);
  CHECK(killed.text() == "killed by signal 11 (Segmentation fault)");
}

TEST_CASE("outputs go where they are sent, and the input is empty") {
  const tutorial::TemporaryFolder folder;
  const auto exit = tutorial::run_process({"sh", "-c", "cat; echo out; echo err >&2"},
                                          {.out = folder / "o", .err = folder / "e"});
  CHECK(exit.code == 0);
  CHECK(tutorial::read_text(folder / "o") == "out\n");
  CHECK(tutorial::read_text(folder / "e") == "err\n");
}

TEST_CASE("variables are the child's alone, and can be taken from it") {
  const tutorial::TemporaryFolder folder;
  tutorial::run_process({"sh", "-c", "echo $TUTORIAL_A ${HOME-none}"},
                        {.out = folder / "o", .variables = {{"TUTORIAL_A", "1"}, {"HOME", std::nullopt}}});
  CHECK(tutorial::read_text(folder / "o") == "1 none\n");
  CHECK(std::getenv("TUTORIAL_A") == nullptr);
}

TEST_CASE("a missing program is an error, not an exit code") {
  CHECK_THROWS_AS(tutorial::run_process({"/no/such/program"}, {}), std::runtime_error);
}

TEST_CASE("a logged process hands over its lines and leaves them in the log") {
  const tutorial::TemporaryFolder folder;
  std::vector<std::string> lines;
  const auto exit = tutorial::run_logged({"sh", "-c", "echo one; echo two >&2; exit 3"}, folder / "log",
                                         [&](const std::string& line) { lines.push_back(line); });
  CHECK(exit.code == 3);
  CHECK(lines == std::vector<std::string>{"one", "two"});
  CHECK(tutorial::read_text(folder / "log") == "one\ntwo\n");
}

TEST_CASE("a program is found as a shell finds it") {
  CHECK(tutorial::find_program("sh").filename() == "sh");
  CHECK(tutorial::find_program("no-such-program").empty());
  CHECK(tutorial::find_program("/bin/sh") == "/bin/sh");
  CHECK(tutorial::find_program("/tmp").empty());
  CHECK(tutorial::find_program("/no/such/program").empty());
}

TEST_CASE("an empty program is an error, although a shell would run it and succeed") {
  const tutorial::TemporaryFolder folder;
  std::ofstream(folder / "empty").close();
  std::filesystem::permissions(folder / "empty", std::filesystem::perms::owner_all);
  CHECK_THROWS_WITH_AS(tutorial::run_process({(folder / "empty").string()}),
                       doctest::Contains("empty or damaged"), std::runtime_error);
}
