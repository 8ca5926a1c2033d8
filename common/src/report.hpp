#pragma once

#include <limits>
#include <string>
#include <vector>

#include "tutorial/verify.hpp"

namespace tutorial {

/// One row, ready to be shown. A number that was not measured is NaN: "-" in the table, null in JSON, empty in CSV.
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
  double needed_bytes = std::numeric_limits<double>::quiet_NaN();  ///< that any solution must move
  Verdict verdict;
  std::string observed;  ///< the observed effect of a fault; such a row has no verdict
  bool peer = false;     ///< a library's implementation
  int pass = 0;          ///< with `--type all`, the number of its type; ratios compare rows of one type

  bool has_verdict() const { return observed.empty() && verdict.checked; }
  bool wrong() const { return has_verdict() && !verdict.ok; }
};

/// The results of a program.
struct Report {
  std::string chapter;
  std::string program;
  std::string backend;  ///< "cuda" or "sim"
  std::vector<Row> rows;
  std::vector<std::string> notes;  ///< lines below the table
};

/// How many times faster `row` is than `other`: by time if both have the same size, otherwise by throughput
/// if both have the same unit (for nanoseconds, less is better), otherwise NaN.
double speed_up(const Row& row, const Row& other);

/// The notes of all passes as one list. A note of every pass appears once; others begin with the type of their pass.
/// @param of_pass  the notes of each pass
/// @param types    the type of each pass
std::vector<std::string> joined_notes(const std::vector<std::vector<std::string>>& of_pass,
                                      const std::vector<std::string>& types);

/// The aligned table, the first differences of wrong rows, and the notes. Columns in which no row has a value
/// are left out; so are ratios if fewer than two rows were timed.
std::string table_text(const Report& report);

/// CSV as in RFC 4180, with one header line; lines end with "\n".
std::string csv_text(const Report& report);

/// A JSON array with one object per row.
std::string json_text(const Report& report);

/// The first two lines of the verdict as one line, which is printed to standard error for a wrong row.
std::string verdict_line(const Verdict& verdict);

}  // namespace tutorial
