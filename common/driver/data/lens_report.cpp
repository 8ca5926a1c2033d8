#include "driver/data/lens_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "support/nesting.hpp"

namespace tutorial::driver::lens {
namespace {

using nlohmann::json;

Sample sample_from(const json& entry) {
  Sample sample;
  sample.bytes = entry.at("bytes");
  const json& addresses = entry.at("addresses");
  for (std::size_t lane = 0; lane < sample.addresses.size(); ++lane) {
    if (!addresses.at(lane).is_null()) sample.addresses[lane] = addresses.at(lane).get<std::uint64_t>();
  }
  sample.together = entry.at("lanes_together").get<std::vector<std::uint32_t>>();
  return sample;
}

Space space_from(const json& entry) {
  for (const Space each : {Space::global, Space::shared, Space::constant})
    if (entry == name_of(each)) return each;
  throw std::runtime_error("the lens's report has an unknown space: " + entry.dump());
}

Access access_from(const json& entry) {
  Access access;
  access.file = entry.at("file");
  access.line = entry.at("line");
  access.space = space_from(entry.at("space"));
  access.op = entry.at("op");
  access.requests = entry.at("requests");
  access.sectors_per_request = entry.at("sectors_per_request");
  access.ideal_sectors_per_request = entry.at("ideal_sectors_per_request");
  access.wavefronts = entry.at("wavefronts");
  access.excess_wavefronts = entry.at("excess_wavefronts");
  access.conflict_degree = entry.at("conflict_degree");
  access.bytes = entry.at("bytes");
  if (entry.contains("sample") && access.space != Space::constant)
    access.sample = sample_from(entry.at("sample"));
  return access;
}

Kernel kernel_from(const json& entry) {
  Kernel kernel;
  kernel.name = entry.at("name");
  kernel.launches = entry.at("launches");
  kernel.blocks = entry.at("blocks");
  kernel.watched_blocks = entry.at("watched_blocks");
  kernel.barriers = entry.at("barriers");
  for (const json& line : entry.at("lines")) kernel.lines.push_back(access_from(line));
  for (const json& each : entry.value("barriers_by_line", json::array()))
    kernel.barriers_by_line.push_back({each.at("file"), each.at("line"), each.at("what"), each.at("times")});
  return kernel;
}

Range range_from(const json& entry) {
  Range range{entry.at("name"), {}};
  for (const json& each : entry.at("kernels")) {
    RangeKernel kernel{each.at("name"), each.at("launches"), each.at("blocks"), each.at("barriers"), {}};
    for (const json& total : each.at("accesses"))
      kernel.totals.push_back({space_from(total.at("space")), total.at("op"), total.at("requests"),
                               total.at("sectors"), total.at("ideal_sectors"), total.at("conflict_degree"),
                               total.at("bytes")});
    range.kernels.push_back(std::move(kernel));
  }
  return range;
}

Place place_from(const json& entry) { return {entry.at("file"), entry.at("line")}; }

}  // namespace

const char* name_of(Space space) {
  return space == Space::global ? "global" : space == Space::shared ? "shared" : "constant";
}

bool Access::wastes_half() const {
  if (space != Space::global) return excess_wavefronts > wavefronts - excess_wavefronts;
  return sectors_per_request > 2 * ideal_sectors_per_request;
}

Report report_from(const std::string& text) {
  const json root = json::parse(text, refuse_deep<json>);
  Report report;
  for (const json& kernel : root.at("kernels")) report.kernels.push_back(kernel_from(kernel));
  for (const json& range : root.value("ranges", json::array())) report.ranges.push_back(range_from(range));
  for (const json& entry : root.at("hazards")) {
    report.hazards.push_back({entry.at("kind"), entry.at("kernel"), place_from(entry.at("first")),
                              place_from(entry.at("second")), entry.at("text"), entry.at("times")});
  }
  return report;
}

std::string short_number(double value) {
  const std::string text = fmt::format("{:.1f}", value);
  return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
}

}  // namespace tutorial::driver::lens
