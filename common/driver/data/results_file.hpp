#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "driver/data/rows.hpp"

namespace tutorial::driver {

/// What was measured: what `bench` writes, or what older folders of docs/results hold.
struct Results {
  std::filesystem::path file;  ///< where the rows come from
  nlohmann::ordered_json
      about;  ///< on what and when: device, driver, cuda, date, …; an empty object if that is not known
  bool complete = true;                      ///< false: `bench` was interrupted
  std::vector<nlohmann::ordered_json> runs;  ///< {program, arguments, failure, seconds}
  std::vector<Row> rows;
  nlohmann::ordered_json older_about;  ///< on what and when the rows of `older_programs` were measured
  std::set<std::string>
      older_programs;  ///< those that the file has no run of, and that an older file beside it has

  /// A field of `about`, or "".
  std::string about_field(const std::string& name) const;
};

/// Reads a file that `bench` wrote, or a file that is nothing but an array of rows, such as `run --json` writes; of a folder, its
/// bench.json, with rows of its older ladders.json for programs that `bench` has not run yet; or where it has no bench.json its
/// ladders.json with its about.json.
/// @throws Failure where there is no such file, or where it is malformed
Results read_results(const std::filesystem::path& path);

}  // namespace tutorial::driver
