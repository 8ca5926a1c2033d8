#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "errors.hpp"
#include "files.hpp"
#include "rows.hpp"

namespace fs = std::filesystem;

TEST_CASE("a temporary folder goes with what is in it") {
  fs::path path;
  {
    const driver::TemporaryFolder folder;
    path = folder / "file";
    std::ofstream(path.c_str()) << "x";
    CHECK(fs::exists(path));
  }
  CHECK_FALSE(fs::exists(path.parent_path()));
}

TEST_CASE("the first lines of a log") {
  CHECK(driver::first_lines("a\nb\nc\n", 2) == "a\nb\n");
  CHECK(driver::first_lines("a\nb", 2) == "a\nb");
  CHECK(driver::first_lines("a\n", 40) == "a\n");
  CHECK(driver::first_lines("", 3) == "");
}

TEST_CASE("the last lines of a log") {
  CHECK(driver::last_lines("a\nb\nc\n", 2) == "b\nc\n");
  CHECK(driver::last_lines("a\nb\nc", 2) == "b\nc");
  CHECK(driver::last_lines("a\nb\nc\n", 3) == "a\nb\nc\n");
  CHECK(driver::last_lines("a\n", 40) == "a\n");
  CHECK(driver::last_lines("\n\na\n", 2) == "\na\n");
  CHECK(driver::last_lines("", 3) == "");
}

TEST_CASE("rows are read from a program's JSON; a missing file has none, a bad one is an error") {
  const driver::TemporaryFolder folder;
  const fs::path file = folder / "rows.json";
  CHECK(driver::read_rows(file).empty());
  std::ofstream(file)
      << R"([{"chapter": "ch08", "program": "copy", "variant": "v", "size": "8", "type": "float", "backend": "sim",
    "device": "CPU", "median_s": null, "spread": null, "throughput": null, "unit": "GB/s", "ceiling_fraction": null, "verified": true}])";
  const auto rows = driver::read_rows(file);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].verified);
  CHECK_FALSE(rows[0].median_s);
  CHECK(rows[0].json["chapter"] == "ch08");
  std::ofstream(file) << R"([{"variant": "v"}])";
  CHECK_THROWS_AS(driver::read_rows(file), driver::Failure);
  std::ofstream(file) << "[{";
  CHECK_THROWS_AS(driver::read_rows(file), driver::Failure);
}
