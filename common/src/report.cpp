#include "src/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "support/table.hpp"
#include "support/text.hpp"

namespace tutorial {
namespace {

std::string throughput_text(const Row& row) {
  return std::isfinite(row.throughput) ? text::number(row.throughput) + " " + row.unit : "-";
}

/// What was observed, or the first line of the verdict, marked if it is wrong.
std::string check_text(const Row& row) {
  if (!row.observed.empty()) return row.observed;
  return row.wrong() ? "WRONG" : row.verdict.text.substr(0, row.verdict.text.find('\n'));
}

std::string csv_field(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string csv_field(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

nlohmann::ordered_json json_number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

}  // namespace

double speed_up(const Row& row, const Row& other) {
  if (row.size == other.size) return other.median_s / row.median_s;
  if (row.unit == other.unit)
    return row.unit == "ns" ? other.throughput / row.throughput : row.throughput / other.throughput;
  return std::numeric_limits<double>::quiet_NaN();
}

std::vector<std::string> joined_notes(const std::vector<std::vector<std::string>>& of_pass,
                                      const std::vector<std::string>& types) {
  const auto said_by_all = [&](const std::string& note) {
    return std::all_of(of_pass.begin(), of_pass.end(), [&](const std::vector<std::string>& notes) {
      return std::find(notes.begin(), notes.end(), note) != notes.end();
    });
  };
  std::vector<std::string> joined;
  for (std::size_t pass = 0; pass < of_pass.size(); ++pass) {
    for (const std::string& note : of_pass[pass]) {
      if (!said_by_all(note)) {
        joined.push_back(types[pass] + ": " + note);
      } else if (pass == 0) {
        joined.push_back(note);
      }
    }
  }
  return joined;
}

std::string table_text(const Report& report) {
  const std::vector<Row>& rows = report.rows;
  std::vector<Column> columns;
  const auto add = [&](const std::string& title, bool right, auto&& cell_of) {
    Column column{title, right};
    for (const Row& row : rows) column.cells.push_back(cell_of(row));
    const auto empty = [](const std::string& cell) { return cell == "-" || cell.empty(); };
    if (!std::all_of(column.cells.begin(), column.cells.end(), empty)) columns.push_back(std::move(column));
  };

  add("variant", false, [](const Row& row) { return row.variant; });
  add("size", true, [](const Row& row) { return row.size; });
  add("type", false, [](const Row& row) { return row.type; });
  add("time", true, [](const Row& row) { return text::seconds(row.median_s); });
  add("spread", true, [](const Row& row) { return text::plus_minus(row.spread); });
  add("throughput", true, throughput_text);
  add("of ceiling", true, [](const Row& row) {
    return std::isfinite(row.ceiling_fraction) ? text::percent(row.ceiling_fraction) + " " + row.ceiling
                                               : "-";
  });
  if (std::count_if(rows.begin(), rows.end(), [](const Row& row) { return std::isfinite(row.median_s); }) >
      1) {
    const auto first_of_pass = [&](const Row& row) -> const Row& {
      return *std::find_if(rows.begin(), rows.end(),
                           [&](const Row& other) { return other.pass == row.pass; });
    };
    add("vs before", true, [&](const Row& row) {
      return &row == &first_of_pass(row) ? std::string("-") : text::ratio(speed_up(row, *(&row - 1)));
    });
    add("vs first", true, [&](const Row& row) { return text::ratio(speed_up(row, first_of_pass(row))); });
  }
  add("check", false, check_text);

  std::string out = aligned_table(columns);
  for (const Row& row : rows) {
    if (!row.wrong()) continue;
    out += fmt::format("\n{}, {}, {}: WRONG\n", row.variant, row.size, row.type);
    std::string indented = row.verdict.text;
    for (std::size_t i = 0; (i = indented.find('\n', i)) != std::string::npos; i += 3)
      indented.replace(i, 1, "\n  ");
    out += "  " + indented + "\n";
  }
  if (!report.notes.empty()) out += "\n";
  for (const std::string& note : report.notes) out += note + "\n";
  return out;
}

std::string csv_text(const Report& report) {
  std::string out =
      "chapter,program,variant,size,type,backend,device,median_s,spread,throughput,unit,ceiling_fraction,"
      "verified,observed,peer\n";
  for (const Row& row : report.rows) {
    out += fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(report.chapter),
        csv_field(report.program), csv_field(row.variant), csv_field(row.size), csv_field(row.type),
        csv_field(report.backend), csv_field(row.device), csv_field(row.median_s), csv_field(row.spread),
        csv_field(row.throughput), csv_field(row.unit), csv_field(row.ceiling_fraction),
        row.has_verdict() ? (row.verdict.ok ? "true" : "false") : "", csv_field(row.observed), row.peer);
  }
  return out;
}

std::string json_text(const Report& report) {
  auto rows = nlohmann::ordered_json::array();
  for (const Row& row : report.rows) {
    nlohmann::ordered_json json = {{"chapter", report.chapter},
                                   {"program", report.program},
                                   {"variant", row.variant},
                                   {"size", row.size},
                                   {"type", row.type},
                                   {"backend", report.backend},
                                   {"device", row.device},
                                   {"median_s", json_number(row.median_s)},
                                   {"spread", json_number(row.spread)},
                                   {"throughput", json_number(row.throughput)},
                                   {"unit", row.unit},
                                   {"ceiling_fraction", json_number(row.ceiling_fraction)},
                                   {"verified", row.verdict.ok}};
    if (!row.has_verdict()) json["verified"] = nullptr;
    // The other fields appear only in rows that have a value for them.
    if (!row.observed.empty()) json["observed"] = row.observed;
    if (row.peer) json["peer"] = true;
    if (std::isfinite(row.needed_bytes)) json["needed_bytes"] = row.needed_bytes;
    if (row.ceiling != "-") json["ceiling"] = row.ceiling;
    rows.push_back(std::move(json));
  }
  // A name that is not UTF-8 must not prevent the report.
  return rows.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string verdict_line(const Verdict& verdict) {
  std::string line = verdict.text.substr(0, verdict.text.find('\n', verdict.text.find('\n') + 1));
  if (const std::size_t end = line.find('\n'); end != std::string::npos) line.replace(end, 1, "; ");
  return line;
}

}  // namespace tutorial
