#include <doctest/doctest.h>

#include <fstream>

#include "driver/bench/tables.hpp"
#include "driver/data/machine.hpp"
#include "driver/data/results_file.hpp"
#include "support/files.hpp"
#include "tests/driver/example.hpp"
#include "tutorial/errors.hpp"

namespace driver = tutorial::driver;

namespace {

const std::string one_row =
    R"({"chapter": "ch08_transpose", "program": "dot", "variant": "v", "size": "1", "type": "float", "median_s": 0.001,
  "spread": null, "throughput": 2.5, "unit": "GB/s", "ceiling_fraction": null, "verified": true)";
const std::string about =
    R"({"device": "D", "driver": "1", "cuda": "13.0", "date": "today", "command": "c"})";

void write(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

std::string bench_file(const std::string& rows) {
  return R"({"about": )" + about +
         R"(, "complete": false, "ladders": [], "runs": [{"program": "dot"}], "rows": [)" + rows + "]}";
}

}  // namespace

TEST_CASE("for programs that bench has not run yet, rows of an older file are read and marked as older") {
  const tutorial::TemporaryFolder folder;
  write(folder / "bench.json", bench_file(one_row + "}"));
  std::string other = one_row;
  other.replace(other.find("dot"), 3, "sum");
  write(folder / "ladders.json", "[" + one_row + "}, " + other + "}]");
  write(folder / "about.json", R"({"date": "yesterday"})");
  const driver::Results results = driver::read_results((folder / "bench.json").parent_path());
  REQUIRE(results.rows.size() == 2);
  CHECK(results.rows[1].program == "sum");
  CHECK(results.older_programs == std::set<std::string>{"sum"});
  CHECK(results.older_about.at("date") == "yesterday");
  CHECK(driver::read_results(folder / "bench.json").rows.size() == 1);
}

TEST_CASE("results are read from a file of `bench`, from an array of rows, and from a folder of either") {
  const tutorial::TemporaryFolder folder;
  write(folder / "bench.json", bench_file(one_row + R"(, "arguments": "--n 5"})"));
  const driver::Results bench = driver::read_results(folder / "bench.json");
  CHECK_FALSE(bench.complete);
  CHECK(bench.about_field("device") == "D");
  CHECK(bench.about_field("colour").empty());
  REQUIRE(bench.rows.size() == 1);
  CHECK(bench.rows[0].program == "dot");
  CHECK(bench.rows[0].arguments == "--n 5");

  const tutorial::TemporaryFolder older;
  write(older / "ladders.json", "[" + one_row + "}]");
  CHECK(driver::read_results(older / "ladders.json").about.empty());
  write(older / "about.json", about);
  CHECK(driver::read_results(older / "").about_field("cuda") == "13.0");
  CHECK(driver::read_results(older / "").complete);
  write(older / "bench.json", bench_file(""));
  CHECK(driver::read_results(older / "").rows.empty());
}

TEST_CASE("a file that is not a results file is refused") {
  const tutorial::TemporaryFolder folder;
  CHECK_THROWS_AS(driver::read_results(folder / "none.json"), tutorial::Failure);
  for (const char* text : {"", "{}", "[1]", R"({"about": {}, "complete": true, "runs": []})", "3"}) {
    write(folder / "x.json", text);
    CHECK_THROWS_AS(driver::read_results(folder / "x.json"), tutorial::Failure);
  }
}

TEST_CASE("deeply nested results are refused") {
  const tutorial::TemporaryFolder folder;
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  for (const std::string& text :
       {deep, R"({"about": )" + deep + R"(, "complete": true, "runs": [], "rows": []})"}) {
    write(folder / "x.json", text);
    CHECK_THROWS_WITH_AS(driver::read_results(folder / "x.json"), doctest::Contains("nested more than 64"),
                         tutorial::Failure);
  }
}

TEST_CASE("a chapter's tables take the rows at the default sizes, from either kind of file") {
  const auto manifest = example::manifest();
  const tutorial::TemporaryFolder folder;
  write(folder / "ladders.json", "[" + one_row + "}]");
  write(folder / "about.json", about);
  const std::string before =
      driver::tables_markdown(manifest, driver::select(manifest, "ch08"), folder / "", {"dot"});
  CHECK(before.find("| dot: v | 1.000 ms | 2.500 GB/s |") != std::string::npos);
  std::string other = one_row;
  other.replace(other.find("\"v\""), 3, "\"w\"");
  write(folder / "bench.json",
        bench_file(one_row + R"(, "arguments": ""}, )" + other + R"(, "arguments": "--n 5"})"));
  CHECK(driver::tables_markdown(manifest, driver::select(manifest, "ch08"), folder / "", {"dot"}) == before);
}

TEST_CASE("clocks that nvidia-smi does not report are null") {
  const auto clocks = driver::clocks_from("1980, 3201, 345, [N/A], 700.00");
  CHECK(clocks["multiprocessor_mhz_max"] == 1980);
  CHECK(clocks["memory_mhz"].is_null());
  CHECK(clocks["power_limit_w"] == 700);
  CHECK(driver::clocks_from("")["memory_mhz_max"].is_null());
}
