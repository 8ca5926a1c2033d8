#include "driver/data/row_counters.hpp"

#include <algorithm>

namespace tutorial::driver {
namespace {

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

nlohmann::ordered_json json_of(const Side& side) {
  return {{"requests", side.requests},
          {"sectors", side.sectors},
          {"sectors_per_request", side.per_request()},
          {"ideal_sectors_per_request", side.least_per_request()}};
}

}  // namespace

double Side::per_request() const { return ratio(sectors, requests); }
double Side::least_per_request() const { return ratio(ideal_sectors, requests); }

Counters counters_of(const lens::Range& range) {
  Counters counters;
  for (const lens::RangeKernel& kernel : range.kernels) {
    counters.launches += kernel.launches;
    counters.blocks += kernel.blocks;
    counters.barriers += kernel.barriers;
    for (const lens::Total& total : kernel.totals) {
      if (total.space == lens::Space::constant) continue;
      if (total.space == lens::Space::shared) {
        counters.conflict_degree = std::max(counters.conflict_degree.value_or(0), total.conflict_degree);
        continue;
      }
      Side& side = total.op == "load" ? counters.loads : counters.stores;
      side.requests += total.requests;
      side.sectors += total.sectors;
      side.ideal_sectors += total.ideal_sectors;
    }
  }
  return counters;
}

nlohmann::ordered_json json_of(const Counters& counters) {
  nlohmann::ordered_json json = {{"loads", json_of(counters.loads)}, {"stores", json_of(counters.stores)},
                                 {"conflict_degree", nullptr},       {"moved_bytes", counters.moved_bytes()},
                                 {"launches", counters.launches},    {"blocks", counters.blocks},
                                 {"barriers", counters.barriers}};
  if (counters.conflict_degree) json["conflict_degree"] = *counters.conflict_degree;
  return json;
}

}  // namespace tutorial::driver
