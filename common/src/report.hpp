#pragma once

#include <limits>
#include <string>
#include <vector>

#include "tutorial/verify.hpp"

namespace tutorial {

/// One row, ready to be shown. What was not measured is NaN: "-" in the table, null in JSON, empty in CSV.
struct Row {
  std::string variant;
  std::string size;
  std::string type;
  std::string device;
  double median_s = std::numeric_limits<double>::quiet_NaN();
  double spread = std::numeric_limits<double>::quiet_NaN();      ///< interquartile range over the median
  double throughput = std::numeric_limits<double>::quiet_NaN();  ///< in `unit`
  std::string unit;
  std::string ceiling = "-";  ///< "copy", "read", "fma"
  double ceiling_fraction = std::numeric_limits<double>::quiet_NaN();
  double needed_bytes = std::numeric_limits<double>::quiet_NaN();  ///< what cannot be done without
  Verdict verdict;
  std::string observed;  ///< what was seen of a fault; such a row has no verdict
  bool peer = false;     ///< a library's way to do the same
  int pass = 0;          ///< with `--type all`, the number of its type; ratios are those of one type

  bool wrong() const { return observed.empty() && !verdict.ok; }
};

/// All that a program found.
struct Report {
  std::string chapter;
  std::string program;
  std::string backend;  ///< "cuda" or "sim"
  std::vector<Row> rows;
  std::vector<std::string> notes;  ///< lines below the table
};

/// How many times faster `row` is than `other`: by time where both are of the same size, else by throughput
/// where both have the same unit (of nanoseconds less is better), else NaN.
double speed_up(const Row& row, const Row& other);

/// The notes of all passes as one list: once what every pass said, else behind the pass's type.
/// @param of_pass  the notes of each pass
/// @param types    the type of each pass
std::vector<std::string> joined_notes(const std::vector<std::vector<std::string>>& of_pass,
                                      const std::vector<std::string>& types);

/// The aligned table, the wrong rows' first differences and the notes. Columns in which no row has a value
/// are left out, and ratios where fewer than two rows were timed.
std::string table_text(const Report& report);

/// RFC 4180, one header line, lines end with "\n".
std::string csv_text(const Report& report);

/// An array with an object for each row.
std::string json_text(const Report& report);

/// The verdict's first two lines as one: what goes to standard error for a wrong row.
std::string verdict_line(const Verdict& verdict);

}  // namespace tutorial
