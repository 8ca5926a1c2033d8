#include "driver/data/manifest.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "support/temporary_folder.hpp"
#include "tutorial/errors.hpp"

TEST_CASE("the manifest refuses a number that is no program's") {
  const tutorial::TemporaryFolder folder;
  for (const char* number : {"1e42", "1.5", "\"1\""}) {
    std::ofstream(folder / "tutorial.json")
        << R"({"source_dir": "", "build_dir": "", "cmake": "", "backends": [], "cuda": {"compiler": "", "version": ""},
             "chapters": [], "parts": [], "programs": [{"chapter": "", "part": "", "further": false, "number": )"
        << number << R"(}], "bench": [], "exercises": []})";
    CHECK_THROWS_WITH_AS(tutorial::driver::read_manifest(folder / "tutorial.json"),
                         doctest::Contains("number is no integer"), tutorial::Failure);
  }
}

TEST_CASE("an exercise's folder names its chapter, and is in it") {
  const tutorial::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "ch08/part/exercises/tile");
  std::ofstream(folder / "ch08/part/exercises/tile/exercise.json") << R"({"teaches": "a tile"})";
  const auto read = [&](const std::string& exercise) {
    std::ofstream(folder / "tutorial.json")
        << R"({"source_dir": ")" << (folder / "").string()
        << R"(", "build_dir": "", "cmake": "", "backends": [], "cuda": {"compiler": "", "version": ""},
             "chapters": [], "parts": [], "programs": [], "bench": [], "exercises": [")"
        << exercise << "\"]}";
    return tutorial::driver::read_manifest(folder / "tutorial.json").exercises.at(0);
  };
  CHECK(read("ch08/part/exercises/tile").part == "part");
  for (const char* wrong : {"", "/", "ch08", "ch08/"})
    CHECK_THROWS_WITH_AS(read(wrong), doctest::Contains("is no folder of an exercise"), tutorial::Failure);
}
