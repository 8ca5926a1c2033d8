#include "driver/run/rungs_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "driver/run/columns.hpp"
#include "support/text.hpp"

namespace tutorial::driver {
namespace {

using CellOf = std::function<Cell(const Rung&)>;

constexpr double better_by = 0.95;  // less than that of the rung before is an improvement
void add(Columns& columns, const std::vector<Rung>& rungs, Column column, const CellOf& cell_of) {
  for (const Rung& rung : rungs) column.cells.push_back(cell_of(rung));
  add_column(columns, std::move(column));
}

Ink ink_of(bool bad, std::optional<double> now, std::optional<double> before) {
  if (now && before && *now < better_by * *before) return Ink::bold;
  return bad ? Ink::bad : Ink::plain;
}

std::string name_of(const Rung& rung, const std::string& common) {
  const Program& program = *rung.result->program;
  if (rung.reference)
    return fmt::format("{} ({})", program.name,
                       program.part.empty() ? short_name(program.chapter) : program.part);
  const bool longer = !common.empty() && program.name.starts_with(common) && program.name != common;
  return (longer ? program.name.substr(common.size()) : program.name) +
         (program.role == Role::ceiling ? " (ceiling)" : "");
}

/// "transpose_" where most rungs' names begin so.
std::string common_start(const std::vector<Rung>& rungs) {
  std::string best;
  std::ptrdiff_t most = 1;
  for (const Rung& rung : rungs) {
    const std::string& name = rung.result->program->name;
    const std::string start = name.substr(0, name.find('_') + 1);
    if (start.empty()) continue;
    const auto count = std::count_if(rungs.begin(), rungs.end(), [&](const Rung& other) {
      return !other.reference && other.result->program->name.starts_with(start);
    });
    if (count > most) most = count, best = start;
  }
  return best;
}

std::string short_number(double value) {
  return value >= 100 ? fmt::format("{:.0f}", value) : lens::short_number(value);
}

std::string side_text(const Side& side) {
  if (side.requests == 0) return "-";
  const std::string now = short_number(side.per_request());
  const std::string least = short_number(side.least_per_request());
  return (side.wastes_half() ? "*" : "") + now + (now == least ? "" : " (" + least + ")");
}

double sectors_of(const Counters& counters) {
  const auto requests = counters.loads.requests + counters.stores.requests;
  return requests == 0 ? 0
                       : static_cast<double>(counters.loads.sectors + counters.stores.sectors) /
                             static_cast<double>(requests);
}

/// What is counted, of the rung and of the one before.
std::optional<double> counted(const Row* row, const std::function<double(const Counters&)>& of) {
  return row && row->counters ? std::optional<double>(of(*row->counters)) : std::nullopt;
}

Cell sectors_cell(const Rung& rung) {
  if (!rung.row || !rung.row->counters || rung.row->counters->launches == 0) return {};
  const Counters& counters = *rung.row->counters;
  const bool bad = counters.loads.wastes_half() || counters.stores.wastes_half();
  return {side_text(counters.loads) + " / " + side_text(counters.stores),
          ink_of(bad, sectors_of(counters), counted(rung.before, sectors_of))};
}

Cell banks_cell(const Rung& rung) {
  if (!rung.row || !rung.row->counters || !rung.row->counters->conflict_degree) return {};
  const double degree = *rung.row->counters->conflict_degree;
  const auto before = counted(rung.before, [](const Counters& c) { return c.conflict_degree.value_or(0); });
  return {fmt::format("{}{}", degree > 2 ? "*" : "", degree), ink_of(degree > 2, degree, before)};
}

Cell moved_cell(const Rung& rung) {
  const auto of = [](const Counters& counters) { return counters.moved_bytes(); };
  const auto now = counted(rung.row, of);
  if (!now || rung.row->counters->launches == 0) return {};
  return {text::bytes(*now), ink_of(false, now, counted(rung.before, of))};
}

/// Bytes moved for each that is needed.
std::optional<double> excess(const Row* row) {
  if (!row || !row->counters || !row->needed_bytes || *row->needed_bytes <= 0) return {};
  return row->counters->moved_bytes() / *row->needed_bytes;
}

Cell excess_cell(const Rung& rung) {
  const auto now = excess(rung.row);
  if (!now || rung.row->counters->launches == 0) return {};
  return {fmt::format("{}{:.2f}", *now > 2 ? "*" : "", *now), ink_of(*now > 2, now, excess(rung.before))};
}

/// A column of a count, only where the rungs differ in it.
void add_count(Columns& columns, const std::vector<Rung>& rungs, const char* title, int rank,
               const std::function<double(const Counters&)>& of) {
  std::vector<double> all;
  for (const Rung& rung : rungs)
    if (const auto value = counted(rung.row, of)) all.push_back(*value);
  if (all.empty() || std::all_of(all.begin(), all.end(), [&](double each) { return each == all[0]; })) return;
  add(columns, rungs, {title, rank, true}, [&](const Rung& rung) -> Cell {
    const auto now = counted(rung.row, of);
    return now ? Cell{short_number(*now), ink_of(false, now, counted(rung.before, of))} : Cell{};
  });
}

/// A time that bars are drawn of, and the row that has the size at which it was taken.
struct Timed {
  const Row* row;
  double seconds;
  bool own = false;
};

using TimedOf = std::function<std::optional<Timed>(const Rung&)>;

std::optional<Timed> predicted_time(const Rung& rung) {
  return rung.predicted() ? std::optional<Timed>({rung.row, *rung.predicted()}) : std::nullopt;
}

/// A rung that has both a time of its own and a predicted one.
bool measured_too(const Rung& rung) { return rung.predicted() && rung.row->median_s; }

std::optional<Timed> own_or_recorded_time(const Rung& rung) {
  if (!rung.seconds()) return {};
  const bool own = rung.row->median_s.has_value();
  return Timed{own ? rung.row : rung.recorded, *rung.seconds(), own};
}

/// Only where all that have a time have it of one size, and all or none of their own.
void add_bars(Columns& columns, const std::vector<Rung>& rungs, int rank, const TimedOf& timed_of) {
  std::optional<Timed> best;
  for (const Rung& rung : rungs) {
    const auto timed = timed_of(rung);
    if (!timed) continue;
    if (best && (timed->row->size != best->row->size || timed->own != best->own)) return;
    if (!best || timed->seconds < best->seconds) best = timed;
  }
  if (!best || rungs.size() < 2) return;
  std::vector<double> shares;
  for (const Rung& rung : rungs) {
    const auto timed = timed_of(rung);
    shares.push_back(timed ? best->seconds / timed->seconds : 0);
  }
  add_bar_column(columns, rank, std::move(shares));
}

/// A name that is no wider than the column's other words.
std::string short_limit(const std::string& limit) { return limit == "shared memory" ? "shared" : limit; }

/// What a kernel would take on a GPU, and what limits it there.
void add_predictions(Columns& columns, const std::vector<Rung>& rungs) {
  const auto before = [](const Rung& rung) {
    return rung.before && rung.before->predicted ? rung.before->predicted->seconds : std::nullopt;
  };
  add(columns, rungs, {"~time", 85, true}, [&](const Rung& rung) -> Cell {
    if (!rung.row || !rung.row->predicted) return {};
    if (!rung.predicted()) return {"?", Ink::dim};
    return {text::rough_seconds(*rung.predicted()), ink_of(false, rung.predicted(), before(rung))};
  });
  add(columns, rungs, {"limit", 76}, [](const Rung& rung) -> Cell {
    return {rung.predicted() ? short_limit(rung.row->predicted->limit) : ""};
  });
}

std::string rate(const Row& row) {
  return row.throughput ? text::number(*row.throughput) + " " + row.unit : "";
}

std::string shared_text(const std::vector<Rung>& rungs, const Row* Rung::*of, std::string Row::*field) {
  std::string common;
  for (const Rung& rung : rungs) {
    if (!(rung.*of)) continue;
    const std::string& text = (rung.*of)->*field;
    if (!common.empty() && text != common) return "";
    common = text;
  }
  return common;
}

/// On the simulator only rungs of the CPU have a time of their own.
bool only_cpu_is_timed(const std::vector<Rung>& rungs) {
  return std::any_of(rungs.begin(), rungs.end(), predicted_time) &&
         std::none_of(rungs.begin(), rungs.end(), measured_too);
}

void add_times(Columns& columns, const std::vector<Rung>& rungs) {
  const auto of_row = [](std::optional<double> Row::*field, auto&& text_of) {
    return [field, text_of](const Rung& rung) -> Cell {
      return rung.row && rung.row->*field ? Cell{text_of(*(rung.row->*field))} : Cell{};
    };
  };
  add(columns, rungs, {"time", only_cpu_is_timed(rungs) ? 35 : 85, true}, [](const Rung& rung) -> Cell {
    if (!rung.row || !rung.row->median_s) return {};
    return {text::seconds(*rung.row->median_s),
            ink_of(false, rung.row->median_s, rung.before ? rung.before->median_s : std::nullopt)};
  });
  add(columns, rungs, {"throughput", 70, true},
      [](const Rung& rung) -> Cell { return {rung.row ? rate(*rung.row) : ""}; });
  add(columns, rungs, {"of ceiling", 65, true}, of_row(&Row::ceiling_fraction, text::percent));
  add(columns, rungs, {"vs before", 60, true},
      [](const Rung& rung) -> Cell { return {rung.over_before() ? text::ratio(*rung.over_before()) : ""}; });
}

/// What a device has recorded; its unit stands in the caption where all have the same.
void add_recorded(Columns& columns, const std::vector<Rung>& rungs, const Recorded& recorded) {
  const bool one_unit = !shared_text(rungs, &Rung::recorded, &Row::unit).empty();
  add(columns, rungs, {recorded.name(), 77, true}, [&](const Rung& rung) -> Cell {
    if (!rung.recorded) return {};
    return {one_unit && rung.recorded->throughput ? text::number(*rung.recorded->throughput)
                                                  : rate(*rung.recorded)};
  });
  if (shared_text(rungs, &Rung::recorded, &Row::size).empty())
    add(columns, rungs, {"at", 15, true},
        [](const Rung& rung) -> Cell { return {rung.recorded ? rung.recorded->size : ""}; });
}

Columns columns_of(const std::vector<Rung>& rungs, const Recorded* recorded, const std::string& common) {
  Columns columns;
  const Ink none = Ink::plain;
  add(columns, rungs, {"rung", 100}, [&](const Rung& rung) -> Cell {
    return {name_of(rung, common), rung.reference ? Ink::dim : none};
  });
  add(columns, rungs, {"step", 90}, [](const Rung& rung) -> Cell { return {rung.result->program->step}; });
  if (shared_text(rungs, &Rung::row, &Row::size).empty())
    add(columns, rungs, {"size", 95, true},
        [](const Rung& rung) -> Cell { return {rung.row ? rung.row->size : ""}; });
  add(columns, rungs, {"sectors r/w", 80, true}, sectors_cell);
  add(columns, rungs, {"banks", 78, true}, banks_cell);
  add(columns, rungs, {"moved", 30, true}, moved_cell);
  add(columns, rungs, {"/needed", 62, true}, excess_cell);
  add_count(columns, rungs, "barriers", 20, &Counters::barriers_a_block);
  add_count(columns, rungs, "launches", 25,
            [](const Counters& counters) { return static_cast<double>(counters.launches); });
  add_times(columns, rungs);
  add_predictions(columns, rungs);
  if (only_cpu_is_timed(rungs))
    add_bars(columns, rungs, 66, predicted_time);
  else
    add_bars(columns, rungs, 40, own_or_recorded_time);
  if (recorded) add_recorded(columns, rungs, *recorded);
  add(columns, rungs, {"check", 99}, [](const Rung& rung) -> Cell {
    return {rung.check, rung.check == "ok" ? Ink::plain : Ink::bad};
  });
  return columns;
}

/// Why rungs have no predicted time, each reason once.
std::vector<std::string> abstentions(const std::vector<Rung>& rungs) {
  std::vector<std::string> reasons;
  for (const Rung& rung : rungs) {
    if (!rung.row || !rung.row->predicted || rung.predicted()) continue;
    const std::string reason = "~time ?: " + rung.row->predicted->why;
    if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) reasons.push_back(reason);
  }
  return reasons;
}

/// The lines above the table: the size that rungs have in common, and what columns of other devices hold.
std::string caption(const std::vector<Rung>& rungs, const Recorded* recorded, const predict::Gpu* gpu,
                    const Columns& columns) {
  std::vector<std::string> lines;
  std::string common;
  for (const auto field : {&Row::size, &Row::type})
    if (const std::string text = shared_text(rungs, &Rung::row, field); !text.empty())
      common += (common.empty() ? "" : ", ") + text;
  if (!common.empty()) lines.push_back(common);
  const auto has = [&](const std::string& title) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const Column& column) { return column.title == title; });
  };
  if (only_cpu_is_timed(rungs) && has("time")) lines.push_back("time: of CPU rungs, on this machine's CPU");
  if (gpu && has("~time")) {
    lines.push_back(fmt::format("~time: predicted for an {}, at this size", gpu->title));
    for (std::string& reason : abstentions(rungs)) lines.push_back(std::move(reason));
  }
  if (recorded && has(recorded->name())) {
    const std::string size = shared_text(rungs, &Rung::recorded, &Row::size);
    const std::string unit = shared_text(rungs, &Rung::recorded, &Row::unit);
    lines.push_back(fmt::format("{}: {}recorded on an {}, {}{}", recorded->name(),
                                unit.empty() ? "" : unit + " ", recorded->device(), recorded->date(),
                                size.empty() ? "" : ", at " + size));
  }
  std::string text;
  for (const std::string& line : lines) text += "  " + line + "\n";
  return text;
}

}  // namespace

std::string rungs_text(const std::vector<Rung>& rungs, const Recorded* recorded, const predict::Gpu* gpu,
                       const Style& style) {
  const std::size_t room = std::min<std::size_t>(style.columns, 100);
  Columns columns = columns_of(rungs, recorded, "");
  if (width_of(columns) > room) columns = columns_of(rungs, recorded, common_start(rungs));
  fit(columns, room);
  return caption(rungs, recorded, gpu, columns) + table_text(columns, style);
}

}  // namespace tutorial::driver
