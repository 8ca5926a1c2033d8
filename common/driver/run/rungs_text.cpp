#include "driver/run/rungs_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "driver/run/columns.hpp"
#include "support/layout.hpp"
#include "support/text.hpp"

namespace tutorial::driver {
namespace {

// The ranks of the columns of waste begin here, and those of such columns in which no waste takes time.
constexpr int waste = 78;
constexpr int nothing_wasted = 35;

using CellOf = std::function<Cell(const Rung&)>;

void add(Columns& columns, const std::vector<Rung>& rungs, Column column, const CellOf& cell_of) {
  for (const Rung& rung : rungs) column.cells.push_back(cell_of(rung));
  add_column(columns, std::move(column));
}

/// "transpose_" where most rungs' names begin so.
std::string common_start(const std::vector<Rung>& rungs) {
  std::string best;
  std::ptrdiff_t most = 1;
  for (const Rung& rung : rungs) {
    const std::string& name = rung.result->program->name;
    const std::string start = name.substr(0, name.find('_') + 1);
    if (start.size() < 4) continue;  // k_nearest is no nearest
    const auto count = std::count_if(rungs.begin(), rungs.end(), [&](const Rung& other) {
      return !other.reference && other.result->program->name.starts_with(start);
    });
    if (count > most) most = count, best = start;
  }
  return best;
}

bool is_step(const Rung& rung) {
  const Role role = rung.result->program->role;
  return !rung.reference && (role == Role::naive || role == Role::rung);
}

/// The rungs' names, numbered in their order; what is no step of the ladder has no number.
std::vector<std::string> names_of(const std::vector<Rung>& rungs, const std::string& common, int first) {
  std::vector<std::string> names;
  const Result* last = nullptr;
  int number = first - 1;
  for (const Rung& rung : rungs) {
    const Program& program = *rung.result->program;
    std::string name = program.name;
    if (rung.reference)
      name += fmt::format(" ({})", program.part.empty() ? short_name(program.chapter) : program.part);
    else if (!common.empty() && name.starts_with(common) && name != common)
      name = name.substr(common.size());
    if (is_step(rung)) {
      if (rung.result != last) ++number;
      last = rung.result;
      name = fmt::format("{} {}", number, name);
    }
    names.push_back(std::move(name));
  }
  return names;
}

/// "13%"
std::string share_text(double fraction) { return fmt::format("{}%", std::lround(100 * fraction)); }

/// `!` marks waste that takes time; without it a blank, so that the figures line up.
Cell marked(std::string text, bool bad) {
  return {std::move(text) + (bad ? "!" : " "), bad ? Ink::bad : Ink::plain};
}

CellOf side_cell(Side Counters::*of) {
  return [of](const Rung& rung) -> Cell {
    if (!rung.row || !rung.row->counters || rung.row->counters->launches == 0) return {};
    const Side& side = (*rung.row->counters).*of;
    if (side.requests == 0) return {};
    const double used =
        side.sectors == 0 ? 1 : static_cast<double>(side.ideal_sectors) / static_cast<double>(side.sectors);
    return marked(share_text(used), rung.wastes(of));
  };
}

Cell conflicts_cell(const Rung& rung) {
  if (!rung.row || !rung.row->counters || !rung.row->counters->conflict_degree) return {};
  const unsigned degree = *rung.row->counters->conflict_degree;
  return marked(degree <= 1 ? "none" : fmt::format("{}-way", degree), rung.has_conflicts());
}

/// A column about one memory. Where no row loses time by waste there, it is among the first to go.
void add_waste(Columns& columns, const std::vector<Rung>& rungs, Column column,
               double predict::Section::*part, const CellOf& cell_of) {
  bool loses_time = false;
  for (const Rung& rung : rungs) {
    const Cell cell = cell_of(rung);
    const bool waste_here = !cell.text.empty() && cell.text != "100% " && cell.text != "none ";
    loses_time = loses_time || (waste_here && rung.takes_time(part));
    column.cells.push_back(cell);
  }
  if (!loses_time) column.rank -= waste - nothing_wasted;
  add_column(columns, std::move(column));
}

std::string times_text(double ratio) {
  return fmt::format("{:.{}f}x", ratio, ratio < 1.995 ? 2 : ratio < 9.95 ? 1 : 0);
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

bool any_measured(const std::vector<Rung>& rungs) {
  return std::any_of(rungs.begin(), rungs.end(), [](const Rung& rung) {
    return rung.row && rung.row->median_s && rung.result->program->role != Role::baseline;
  });
}

/// On the simulator only baselines, which run on the CPU, are timed.
bool only_cpu_is_timed(const std::vector<Rung>& rungs) {
  return !any_measured(rungs) && std::any_of(rungs.begin(), rungs.end(),
                                             [](const Rung& rung) { return rung.row && rung.row->median_s; });
}

/// "of copy", or "of ceiling" where the ladder has no program that measures it.
std::string share_title(const std::vector<Rung>& rungs) {
  for (const Rung& rung : rungs)
    if (rung.result->program->role == Role::ceiling && rung.result->program->name.size() <= 6)
      return "of " + rung.result->program->name;
  return "of ceiling";
}

std::string rate(const Row& row, bool unit) {
  return !row.throughput ? "" : text::number(*row.throughput) + (unit ? " " + row.unit : "");
}

CellOf shown_share(const Row* Rung::*of) {
  return [of](const Rung& rung) -> Cell {
    return {rung.*of && (rung.*of)->ceiling_fraction ? share_text(*(rung.*of)->ceiling_fraction) : ""};
  };
}

/// Rate and share of the ceiling, measured here or on record.
void add_rates(Columns& columns, const std::vector<Rung>& rungs, const std::string& over, int rate_rank,
               int share_rank, const Row* Rung::*of) {
  const std::string unit = shared_text(rungs, of, &Row::unit);
  const std::string brief = "measured";
  add(columns, rungs, {unit.empty() ? "rate" : unit, rate_rank, true, over, brief},
      [&](const Rung& rung) -> Cell { return {rung.*of ? rate(*(rung.*of), unit.empty()) : ""}; });
  add(columns, rungs, {share_title(rungs), share_rank, true, over, brief}, shown_share(of));
}

void add_measured(Columns& columns, const std::vector<Rung>& rungs) {
  const std::string over = "measured here";
  add(columns, rungs, {"time", 86, true, over}, [](const Rung& rung) -> Cell {
    return {rung.row && rung.row->median_s ? text::seconds(*rung.row->median_s) : ""};
  });
  add_rates(columns, rungs, over, 55, 70, &Rung::row);
  add(columns, rungs, {"speedup", 65, true, over},
      [](const Rung& rung) -> Cell { return {rung.over_before() ? times_text(*rung.over_before()) : ""}; });
}

/// What each kernel would take on a GPU, what limits it there, and, where nothing was measured, the step's gain.
void add_estimated(Columns& columns, const std::vector<Rung>& rungs, const predict::Gpu* gpu, bool cpu_only) {
  const bool predicted = std::any_of(rungs.begin(), rungs.end(),
                                     [](const Rung& rung) { return rung.row && rung.row->predicted; });
  const std::string over = predicted && gpu ? "estimated for " + short_device(gpu->title) : "";
  const std::string brief = over.empty() ? "" : "estimate";
  add(columns, rungs, {"time", 85, true, over, brief}, [&](const Rung& rung) -> Cell {
    if (rung.predicted()) return {text::rough_seconds(*rung.predicted())};
    if (cpu_only && rung.row && rung.row->median_s) return {text::rough_seconds(*rung.row->median_s)};
    return {rung.row && rung.row->predicted ? "?" : ""};
  });
  add(columns, rungs, {"limit", 40, false, over, brief}, [](const Rung& rung) -> Cell {
    if (!rung.predicted()) return {};
    const std::string& limit = rung.row->predicted->limit;
    return {limit == "shared memory" ? "shared" : limit};
  });
  if (any_measured(rungs)) return;
  add(columns, rungs, {"speedup", 60, true, over, brief}, [](const Rung& rung) -> Cell {
    const auto before =
        rung.before && rung.before->predicted ? rung.before->predicted->seconds : std::nullopt;
    return {before && rung.predicted() ? times_text(*before / *rung.predicted()) : ""};
  });
}

Columns columns_of(const std::vector<Rung>& rungs, const Recorded* recorded, const predict::Gpu* gpu,
                   const std::string& common, int first) {
  Columns columns;
  Column names = {"step", 100};
  for (const std::string& name : names_of(rungs, common, first)) names.cells.push_back({name});
  add_column(columns, std::move(names));
  add(columns, rungs, {"what changes", 90},
      [](const Rung& rung) -> Cell { return {rung.result->program->step}; });
  if (shared_text(rungs, &Rung::row, &Row::size).empty())
    add(columns, rungs, {"size", 95, true},
        [](const Rung& rung) -> Cell { return {rung.row ? rung.row->size : ""}; });
  const std::string used = "sectors used", brief = "sectors";
  add_waste(columns, rungs, {"read", waste + 2, true, used, brief}, &predict::Section::memory_s,
            side_cell(&Counters::loads));
  add_waste(columns, rungs, {"write", waste + 1, true, used, brief}, &predict::Section::memory_s,
            side_cell(&Counters::stores));
  add_waste(columns, rungs, {"conflicts", waste, true, "bank"}, &predict::Section::shared_s, conflicts_cell);
  if (any_measured(rungs)) add_measured(columns, rungs);
  add_estimated(columns, rungs, gpu, only_cpu_is_timed(rungs));
  if (recorded)
    add_rates(columns, rungs, "measured on " + short_device(recorded->device()), 30, 75, &Rung::recorded);
  const auto correct = [](const Rung& rung) { return rung.check == "ok"; };
  if (!std::all_of(rungs.begin(), rungs.end(), correct))
    add(columns, rungs, {"check", 99}, [&](const Rung& rung) -> Cell {
      return {rung.check, correct(rung) ? Ink::plain : Ink::bad};
    });
  return columns;
}

/// "64", or "64 to 128" where they differ.
std::string range_text(double least, double most) {
  return least == most ? fmt::format("{:.0f}", least) : fmt::format("{:.0f} to {:.0f}", least, most);
}

/// "64 of 65536 blocks simulated"; "" where all blocks ran.
std::string sample_text(const std::vector<Rung>& rungs) {
  std::vector<double> simulated, blocks;
  bool sampled = false;
  for (const Rung& rung : rungs) {
    if (rung.reference || !rung.result->sampled) continue;
    sampled = true;
    if (rung.result->blocks <= 0) continue;
    simulated.push_back(rung.result->simulated);
    blocks.push_back(rung.result->blocks);
  }
  if (blocks.empty()) return sampled ? "a sample of the blocks simulated" : "";
  const auto range = [](const std::vector<double>& of) {
    const auto [least, most] = std::minmax_element(of.begin(), of.end());
    return range_text(*least, *most);
  };
  return fmt::format("{} of {} blocks simulated", range(simulated), range(blocks));
}

/// That all results are correct, and of which runs that was checked.
std::string correct_text(const std::vector<Rung>& rungs) {
  bool recorded = false, sampled = false, unchecked = false;
  for (const Rung& rung : rungs) {
    if (rung.reference) continue;
    recorded = recorded || rung.result->recorded;
    sampled = sampled || rung.result->sampled;
    unchecked = unchecked || (rung.row && rung.row->unchecked);
  }
  if (recorded) return "All results are correct with all blocks, at a smaller size.";
  if (!sampled) return "All results are correct.";
  return unchecked ? "All results are correct with all blocks, at a smaller size; here, those that need all "
                     "blocks are not checked."
                   : "All results are correct, also with all blocks at a smaller size.";
}

/// Whether counts are recorded ones; "" where none is.
std::string recorded_text(const std::vector<Rung>& rungs) {
  bool recorded = false, counted = false;
  for (const Rung& rung : rungs)
    if (!rung.reference && rung.row && rung.row->counters)
      (rung.result->recorded ? recorded : counted) = true;
  if (!recorded) return "";
  return counted ? "The counts of unchanged steps are recorded."
                 : "The counts are recorded: no step has changed.";
}

/// Which steps ran at a smaller size, since memory ran out.
std::string smaller_text(const std::vector<Rung>& rungs) {
  std::vector<std::string> names;
  std::string arguments;
  for (const Rung& rung : rungs) {
    const std::string& name = rung.result->program->name;
    if (rung.result->did_not_fit.empty() || (!names.empty() && names.back() == name)) continue;
    names.push_back(name);
    arguments = fmt::format("{}", fmt::join(rung.result->did_not_fit, " "));
  }
  if (names.empty()) return "";
  return fmt::format("At a smaller size, since this machine has too little memory for {}: {}.\n", arguments,
                     fmt::join(names, ", "));
}

/// Why no sample of the blocks ran at the size of the measurements; "" where one did, or nothing was measured at another size.
std::string whole_text(const std::vector<Rung>& rungs) {
  std::vector<std::string> whole;
  bool all = true;
  for (const Rung& rung : rungs) {
    if (rung.reference || !rung.row || !rung.row->predicted || rung.row->median_s) continue;
    const bool needs_all =
        rung.result->program->sample.empty() && rung.recorded && rung.recorded->size != rung.row->size;
    all = all && needs_all;
    if (needs_all) whole.push_back(rung.result->program->name);
  }
  if (whole.empty()) return "";
  if (all) return "A sample of the blocks cannot be checked, so this size is smaller than the measured one.";
  return fmt::format(
      "{} ran whole, at a smaller size: a sample cannot be checked.",
      whole.size() <= 2 ? fmt::format("{}", fmt::join(whole, ", ")) : fmt::format("{} steps", whole.size()));
}

/// "Times are estimated for H200.", "The last column was measured on H200.": what the table's head has no room for.
std::vector<std::string> origins(const Columns& columns, const std::string& table) {
  std::vector<std::string> texts;
  for (const Column& column : columns) {
    if (table.find(column.over) != std::string::npos) continue;
    if (column.title == "time" && column.brief == "estimate")
      texts.push_back("Times are " + column.over + ".");
    if (column.brief == "measured" && &column == &columns.back())
      texts.push_back("The last column was " + column.over + ".");
  }
  return texts;
}

/// "8192 x 8192, float. All results are correct.", folded to the room.
std::string caption(const std::vector<Rung>& rungs, const std::vector<std::string>& origins,
                    std::size_t room) {
  std::string common;
  for (const auto field : {&Row::size, &Row::type})
    if (const std::string text = shared_text(rungs, &Rung::row, field); !text.empty())
      common += (common.empty() ? "" : ", ") + text;
  const auto wrong =
      std::count_if(rungs.begin(), rungs.end(), [](const Rung& rung) { return rung.check != "ok"; });
  if (const std::string sample = sample_text(rungs); !sample.empty())
    common += (common.empty() ? "" : ": ") + sample;
  std::vector<std::string> sentences;
  if (!common.empty()) sentences.push_back(common + ".");
  sentences.push_back(wrong == 0   ? correct_text(rungs)
                      : wrong == 1 ? "1 result is not correct."
                                   : fmt::format("{} results are not correct.", wrong));
  sentences.push_back(recorded_text(rungs));
  sentences.push_back(whole_text(rungs));
  sentences.insert(sentences.end(), origins.begin(), origins.end());
  return filled(sentences, room) + smaller_text(rungs);
}

bool has(const Columns& columns, const std::function<bool(const Column&)>& is) {
  return std::any_of(columns.begin(), columns.end(), is);
}

bool has_title(const Columns& columns, const std::string& title) {
  return has(columns, [&](const Column& column) { return column.title == title; });
}

/// Why rungs have no estimate, each reason once.
void add_abstentions(std::vector<std::string>& legend, const std::vector<Rung>& rungs) {
  for (const Rung& rung : rungs) {
    if (!rung.row || !rung.row->predicted || rung.predicted()) continue;
    const std::string reason = fmt::format("? = no estimate: {}.", rung.row->predicted->why);
    if (std::find(legend.begin(), legend.end(), reason) == legend.end()) legend.push_back(reason);
  }
}

/// The columns in which no waste takes time, as far as there was no room for them.
std::vector<std::string> left_out_columns(const Columns& wanted, const Columns& shown) {
  std::vector<std::string> names;
  for (const Column& column : wanted)
    if (column.rank >= nothing_wasted && column.rank <= nothing_wasted + 2 && !has_title(shown, column.title))
      names.push_back(column.title);
  return names;
}

/// ", at 100 M": the sizes of the recorded results, where they are not those of the rows.
std::string recorded_sizes(const std::vector<Rung>& rungs) {
  std::vector<std::string> sizes;
  for (const Rung& rung : rungs) {
    if (!rung.recorded || !rung.row || rung.recorded->size == rung.row->size) continue;
    if (std::find(sizes.begin(), sizes.end(), rung.recorded->size) == sizes.end())
      sizes.push_back(rung.recorded->size);
  }
  if (sizes.empty()) return "";
  const bool all = !shared_text(rungs, &Rung::recorded, &Row::size).empty();
  return fmt::format(", at {}{}", fmt::join(sizes, " or "), all ? "" : " where the size differs");
}

std::vector<std::string> legend_of(const Columns& columns, const std::vector<std::string>& left_out,
                                   const std::vector<Rung>& rungs, const Recorded* recorded) {
  std::vector<std::string> legend;
  if (has(columns, [](const Column& column) {
        return std::any_of(column.cells.begin(), column.cells.end(),
                           [](const Cell& cell) { return cell.text.ends_with('!'); });
      }))
    legend.emplace_back("! = more than half is wasted, and that takes time.");
  if (has(columns, [](const Column& column) { return column.over == "sectors used"; }))
    legend.emplace_back(
        "Sectors used: of the 32-byte sectors that loads and stores move, how many were needed.");
  if (has_title(columns, "conflicts"))
    legend.emplace_back("n-way: n accesses wait for one bank of shared memory.");
  if (!left_out.empty())
    legend.push_back(fmt::format("Left out, since no step loses time there: {}.", fmt::join(left_out, ", ")));
  if (has_title(columns, "time") && only_cpu_is_timed(rungs))
    legend.emplace_back("CPU programs are timed on this machine.");
  if (has_title(columns, "time")) add_abstentions(legend, rungs);
  if (has_title(columns, "speedup")) legend.emplace_back("Speedup: over the previous step.");
  const std::string over = recorded ? "measured on " + short_device(recorded->device()) : "";
  if (recorded && has(columns, [&](const Column& column) { return column.over == over; })) {
    legend.push_back(fmt::format("{}{} on {}{}.", static_cast<char>(over[0] - 'a' + 'A'), over.substr(1),
                                 recorded->date(), recorded_sizes(rungs)));
  }
  return legend;
}

}  // namespace

std::string short_device(const std::string& title) {
  std::string rest = title;
  for (const std::string maker : {"NVIDIA ", "GeForce ", "Tesla "})
    if (rest.starts_with(maker)) rest = rest.substr(maker.size());
  const std::size_t first = rest.find_first_of(" -");
  if (first == std::string::npos || !rest.starts_with("RTX")) return rest.substr(0, first);
  return rest.substr(0, rest.find_first_of(" -", first + 1));
}

RungsText rungs_text(const std::vector<Rung>& rungs, const Recorded* recorded, const predict::Gpu* gpu,
                     const Style& style, int first) {
  const std::size_t room = style.room();
  Columns columns = columns_of(rungs, recorded, gpu, "", first);
  if (width_of(columns) > room) columns = columns_of(rungs, recorded, gpu, common_start(rungs), first);
  const Columns wanted = columns;
  fit(columns, room);
  const std::string table = table_text(columns, style);
  return {caption(rungs, origins(columns, table), room) + "\n" + table,
          legend_of(columns, left_out_columns(wanted, columns), rungs, recorded)};
}

}  // namespace tutorial::driver
