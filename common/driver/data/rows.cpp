#include "driver/data/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "support/nesting.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

std::optional<double> number(const nlohmann::ordered_json& json, const char* field) {
  const nlohmann::ordered_json& value = json.at(field);
  return value.is_null() ? std::nullopt : std::optional<double>(value.get<double>());
}

}  // namespace

Row row_from(const nlohmann::ordered_json& json) {
  Row row;
  row.program = json.value("program", "");
  row.arguments = json.value("arguments", "");
  row.variant = json.at("variant");
  row.size = json.at("size");
  row.type = json.at("type");
  row.unit = json.at("unit");
  row.median_s = number(json, "median_s");
  row.spread = number(json, "spread");
  row.throughput = number(json, "throughput");
  row.ceiling_fraction = number(json, "ceiling_fraction");
  row.observed = json.value("observed", "");
  row.unchecked = row.observed.empty() && json.at("verified").is_null();
  row.verified = row.observed.empty() && !row.unchecked && json.at("verified").get<bool>();
  row.peer = json.value("peer", false);
  if (json.contains("needed_bytes")) row.needed_bytes = number(json, "needed_bytes");
  row.json = json;
  return row;
}

std::vector<Row> rows_from(const nlohmann::ordered_json& array) {
  std::vector<Row> rows;
  for (const auto& json : array) rows.push_back(row_from(json));
  return rows;
}

void add_counters(std::vector<Row>& rows, const lens::Report& report) {
  std::set<const lens::Range*> taken;
  for (Row& row : rows) {
    const std::string name = text::row_name(row.variant, row.size, row.type);
    for (const lens::Range& range : report.ranges) {
      if (range.name != name || !taken.insert(&range).second) continue;
      row.counters = counters_of(range);
      break;
    }
  }
}

void add_predictions(std::vector<Row>& rows, const std::string& lens_json, const predict::Gpu& gpu,
                     const predict::Registers& registers) {
  predict::Counted counted = predict::counted_from(lens_json);
  predict::set_registers(counted.launches, registers);
  const auto name_of = [](const Row& row) { return text::row_name(row.variant, row.size, row.type); };
  for (Row& row : rows) {
    row.predicted = predict::section_of(name_of(row), counted, gpu);
    if (!row.predicted) continue;
    const auto same = std::count_if(rows.begin(), rows.end(),
                                    [&](const Row& other) { return name_of(other) == name_of(row); });
    if (same > 1) row.predicted = {.gpu = gpu.name, .why = "several rows have this name"};
  }
}

std::vector<Row> read_rows(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) return {};
  try {
    return rows_from(nlohmann::ordered_json::parse(in, refuse_deep<nlohmann::ordered_json>));
  } catch (const std::exception& error) {
    throw Failure(exit_wrong, fmt::format("its results cannot be read: {}", error.what()));
  }
}

}  // namespace tutorial::driver
