#include <doctest/doctest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "support/files.hpp"

namespace fs = std::filesystem;

TEST_CASE("a temporary folder is removed with its contents") {
  fs::path path;
  {
    const tutorial::TemporaryFolder folder;
    path = folder / "file";
    std::ofstream(path.c_str()) << "x";
    CHECK(fs::exists(path));
  }
  CHECK_FALSE(fs::exists(path.parent_path()));
}

TEST_CASE("first_lines returns the first lines of a log") {
  CHECK(tutorial::first_lines("a\nb\nc\n", 2) == "a\nb\n");
  CHECK(tutorial::first_lines("a\nb", 2) == "a\nb");
  CHECK(tutorial::first_lines("a\n", 40) == "a\n");
  CHECK(tutorial::first_lines("", 3) == "");
}

TEST_CASE("last_lines returns the last lines of a log") {
  CHECK(tutorial::last_lines("a\nb\nc\n", 2) == "b\nc\n");
  CHECK(tutorial::last_lines("a\nb\nc", 2) == "b\nc");
  CHECK(tutorial::last_lines("a\nb\nc\n", 3) == "a\nb\nc\n");
  CHECK(tutorial::last_lines("a\n", 40) == "a\n");
  CHECK(tutorial::last_lines("\n\na\n", 2) == "\na\n");
  CHECK(tutorial::last_lines("", 3) == "");
}

TEST_CASE("temporary files of a killed process are deleted after a day; files in use stay") {
  const tutorial::TemporaryFolder parent;
  const tutorial::TemporaryFolder used(parent.path());
  const auto age = [](const fs::path& path) {
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(25));
  };
  for (const char* name :
       {"tutorial-aaaaaa", "tutorial-bbbbbb", "tutorial-marks", "others", "tutorial-0123abcd-aaaaaa",
        "tutorial-0123abcd-bbbbbb", "tutorial-exercise-aaaaaa"})
    fs::create_directories(parent / name / "inside");
  for (const char* name : {"tutorial-aaaaaa", "tutorial-marks", "others", "tutorial-0123abcd-aaaaaa",
                           "tutorial-exercise-aaaaaa"})
    age(parent / name);
  age(used.path());
  tutorial::remove_forgotten_folders(parent.path());
  CHECK_FALSE(fs::exists(parent / "tutorial-aaaaaa"));
  CHECK(fs::exists(parent / "tutorial-bbbbbb"));  // not old
  CHECK(fs::exists(parent / "tutorial-marks"));   // not a name of ours
  CHECK_FALSE(fs::exists(parent / "tutorial-0123abcd-aaaaaa"));
  CHECK(fs::exists(parent / "tutorial-0123abcd-bbbbbb"));  // of another machine, perhaps, and not old
  CHECK(fs::exists(parent / "tutorial-exercise-aaaaaa"));
  CHECK(fs::exists(parent / "others"));
  CHECK(fs::exists(used.path()));  // old, and in use
}

TEST_CASE("the folder of a process that was killed goes at once, that of one which lives stays") {
  const tutorial::TemporaryFolder parent;
  const auto folders = [&] {
    return std::distance(fs::directory_iterator(parent.path()), fs::directory_iterator());
  };
  const tutorial::TemporaryFolder used(parent.path());
  const pid_t killed = ::fork();
  if (killed == 0) {
    const tutorial::TemporaryFolder left(parent.path());
    std::ofstream(left / "file") << "something";
    ::raise(SIGKILL);
  }
  ::waitpid(killed, nullptr, 0);
  CHECK(folders() == 2);
  const pid_t living = ::fork();
  if (living == 0) {
    tutorial::remove_forgotten_folders(parent.path());  // in another process, as the next run is
    ::_exit(0);
  }
  ::waitpid(living, nullptr, 0);
  CHECK(folders() == 1);
  CHECK(fs::exists(used.path()));
}

TEST_CASE("a folder for temporary files that is not there is named") {
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before ? before : "";
  setenv("TMPDIR", "/no/such/folder", 1);
  CHECK_THROWS_WITH_AS(tutorial::TemporaryFolder(), doctest::Contains("TMPDIR=/no/such/folder"),
                       std::runtime_error);
  if (before) {
    setenv("TMPDIR", kept.c_str(), 1);
  } else {
    unsetenv("TMPDIR");
  }
}
