#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "driver/data/row_counters.hpp"
#include "predict/predict.hpp"
#include "predict/registers.hpp"

namespace tutorial::driver {

/// Two figures that differ by no more are a tie, on every page and in every verdict.
inline constexpr double tie = 1.05;

inline bool is_tie(double ratio) { return 1 / tie <= ratio && ratio <= tie; }

/// One row of a program's table, as in its --json file. Times are empty if the simulator has none.
struct Row {
  std::string program;
  std::string arguments;  ///< what `bench` ran the program with, "--n 10000"; empty: its default sizes
  std::string variant;
  std::string size;
  std::string type;
  std::string unit;  ///< of the throughput: "GB/s"
  std::optional<double> median_s;
  std::optional<double> spread;  ///< interquartile range as a fraction of the median
  std::optional<double> throughput;
  std::optional<double> ceiling_fraction;
  bool verified = false;
  bool unchecked = false;  ///< its result needs all blocks, and a sample of them ran
  std::string observed;    ///< what was seen of a fault; such a row has no verdict
  bool peer = false;       ///< a library's way to do the same: no rung
  std::optional<double> needed_bytes =
      {};  ///< that the row's work cannot do without, where it is rated by bytes
  std::optional<Counters> counters = {};           ///< where it ran under the lens and launched something
  std::optional<predict::Section> predicted = {};  ///< where what predictions are made of was counted

  bool wrong() const { return observed.empty() && !verified && !unchecked; }

  nlohmann::ordered_json json;  ///< the row as the program wrote it
};

/// Reads a row. @throws nlohmann::json::exception where a field is missing or of the wrong kind
Row row_from(const nlohmann::ordered_json& json);

/// The rows of an array. @throws nlohmann::json::exception as row_from does
std::vector<Row> rows_from(const nlohmann::ordered_json& array);

/// Gives each row what was counted in the range of its name, the n-th of one name to the n-th row of that name.
void add_counters(std::vector<Row>& rows, const lens::Report& report);

/// Gives each row what its launches would take on the GPU, of the same JSON; none where nothing was counted for predictions.
void add_predictions(std::vector<Row>& rows, const std::string& lens_json, const predict::Gpu& gpu,
                     const predict::Registers& registers = {});

/// The rows that a program wrote to `file`; none if there is no such file. @throws Failure if the file is not an array of rows
std::vector<Row> read_rows(const std::filesystem::path& file);

}  // namespace tutorial::driver
