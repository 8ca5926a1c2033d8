#include "driver/data/rows.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "support/temporary_folder.hpp"
#include "tutorial/errors.hpp"

namespace driver = tutorial::driver;
namespace fs = std::filesystem;

TEST_CASE("rows are read from a program's JSON; a missing file has none, a bad one is an error") {
  const tutorial::TemporaryFolder folder;
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
  nlohmann::ordered_json unchecked = rows[0].json;
  unchecked["verified"] = nullptr;
  const driver::Row row = driver::rows_from(nlohmann::ordered_json::array({unchecked})).front();
  CHECK_FALSE(row.verified);
  CHECK(row.unchecked);
  CHECK_FALSE(row.wrong());
  std::ofstream(file) << R"([{"variant": "v"}])";
  CHECK_THROWS_AS(driver::read_rows(file), tutorial::Failure);
  std::ofstream(file) << "[{";
  CHECK_THROWS_AS(driver::read_rows(file), tutorial::Failure);
}
