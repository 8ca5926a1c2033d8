#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rows.hpp"

namespace driver {

/// What was measured: what `bench` writes, or what older folders of docs/results hold.
struct Results {
  std::filesystem::path file;  ///< where the rows come from
  nlohmann::ordered_json
      about;  ///< on what and when: device, driver, cuda, date, …; an empty object if that is not known
  bool complete = true;                      ///< false: `bench` was interrupted
  std::vector<nlohmann::ordered_json> runs;  ///< {program, arguments, failure, seconds}
  std::vector<Row> rows;

  /// A field of `about`, or "".
  std::string about_field(const std::string& name) const;
};

/// Reads a file that `bench` wrote, or a file that is nothing but an array of rows, such as `run --json` writes; of a folder, its
/// bench.json, or where it has none its ladders.json with its about.json.
/// @throws Failure where there is no such file, or where it is malformed
Results read_results(const std::filesystem::path& path);

}  // namespace driver
