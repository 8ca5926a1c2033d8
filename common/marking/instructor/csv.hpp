#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Tables for spreadsheets (RFC 4180).
namespace tutorial::instructor {

/// A row with its line end. A cell that a spreadsheet would take for a formula starts with an apostrophe.
std::string csv_line(const std::vector<std::string>& cells);

/// The rows of a table, which commas part, or semicolons if its first line has those and no comma. Empty lines and a byte-order mark are left out.
/// @throws std::invalid_argument where a quote has no end
std::vector<std::vector<std::string>> csv_rows(std::string_view text);

}  // namespace tutorial::instructor
