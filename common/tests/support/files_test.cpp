#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "support/files.hpp"

namespace fs = std::filesystem;

TEST_CASE("a temporary folder goes with what is in it") {
  fs::path path;
  {
    const tutorial::TemporaryFolder folder;
    path = folder / "file";
    std::ofstream(path.c_str()) << "x";
    CHECK(fs::exists(path));
  }
  CHECK_FALSE(fs::exists(path.parent_path()));
}

TEST_CASE("the first lines of a log") {
  CHECK(tutorial::first_lines("a\nb\nc\n", 2) == "a\nb\n");
  CHECK(tutorial::first_lines("a\nb", 2) == "a\nb");
  CHECK(tutorial::first_lines("a\n", 40) == "a\n");
  CHECK(tutorial::first_lines("", 3) == "");
}

TEST_CASE("the last lines of a log") {
  CHECK(tutorial::last_lines("a\nb\nc\n", 2) == "b\nc\n");
  CHECK(tutorial::last_lines("a\nb\nc", 2) == "b\nc");
  CHECK(tutorial::last_lines("a\nb\nc\n", 3) == "a\nb\nc\n");
  CHECK(tutorial::last_lines("a\n", 40) == "a\n");
  CHECK(tutorial::last_lines("\n\na\n", 2) == "\na\n");
  CHECK(tutorial::last_lines("", 3) == "");
}
