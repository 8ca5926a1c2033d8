#include "driver/run/rungs.hpp"

#include <algorithm>

namespace tutorial::driver {
namespace {

bool launches(const Row& row) { return row.counters && row.counters->launches > 0; }

struct Candidate {
  const Line* line;
  const Row* recorded;
};

/// Whether to show `a` rather than `b`, which comes before it, below a step of this size.
bool better(const Candidate& a, const Candidate& b, const std::string& size) {
  const Row& one = *a.line->row;
  const Row& other = *b.line->row;
  if ((one.size == size) != (other.size == size)) return one.size == size;
  if (one.median_s && other.median_s) return one.size != other.size || *one.median_s < *other.median_s;
  if (launches(one) != launches(other)) return launches(one);
  if ((a.recorded != nullptr) != (b.recorded != nullptr)) return a.recorded != nullptr;
  if (!a.recorded || a.recorded->size != b.recorded->size) return true;
  return *a.recorded->median_s < *b.recorded->median_s;
}

const Row* recorded_of(const Line& line, const Recorded* recorded) {
  return recorded && line.row ? recorded->of(line.result->program->name, *line.row) : nullptr;
}

Rung rung_of(const Line& line, const Recorded* recorded) {
  return {.result = line.result,
          .row = line.row,
          .recorded = recorded_of(line, recorded),
          .reference = line.reference,
          .check = line.check};
}

bool comparable(const Row& a, const Row& b) { return a.size == b.size && a.type == b.type; }

/// The lines of one program: its best right row, if possible of the size of the step above, then all that is not right.
void add_program(std::vector<Rung>& rungs, const std::vector<const Line*>& lines, const Recorded* recorded) {
  const std::string size = rungs.empty() || !rungs.back().row ? "" : rungs.back().row->size;
  std::optional<Candidate> best;
  for (const Line* line : lines) {
    if (!line->row || line->row->wrong() || line->row->peer) continue;
    const Candidate candidate{line, recorded_of(*line, recorded)};
    if (!best || better(candidate, *best, size)) best = candidate;
  }
  if (best) rungs.push_back(rung_of(*best->line, recorded));
  for (const Line* line : lines)
    if (!line->row || line->row->wrong()) rungs.push_back(rung_of(*line, recorded));
}

}  // namespace

std::optional<double> Rung::seconds() const {
  if (row && row->median_s) return row->median_s;
  return recorded ? recorded->median_s : std::nullopt;
}

std::optional<double> Rung::predicted() const {
  return row && row->predicted ? row->predicted->seconds : std::nullopt;
}

std::optional<double> Rung::over_before() const {
  if (!row || !before || !row->median_s || !before->median_s || *row->median_s <= 0) return {};
  return *before->median_s / *row->median_s;
}

bool Rung::takes_time(double predict::Section::*part) const {
  return !predicted() || (*row->predicted).*part >= 0.1 * *predicted();
}

bool Rung::wastes(Side Counters::*side) const {
  return row && row->counters && (*row->counters.*side).wastes_half() &&
         takes_time(&predict::Section::memory_s);
}

bool Rung::has_conflicts() const {
  return row && row->counters && row->counters->conflict_degree.value_or(0) > 2 &&
         takes_time(&predict::Section::shared_s);
}

std::vector<Rung> rungs_of(const std::vector<Line>& lines, const Recorded* recorded) {
  std::vector<Rung> rungs;
  for (auto line = lines.begin(); line != lines.end();) {
    std::vector<const Line*> of_program;
    const Result* result = line->result;
    for (; line != lines.end() && line->result == result; ++line) of_program.push_back(&*line);
    add_program(rungs, of_program, recorded);
  }
  const Row* before = nullptr;
  for (Rung& rung : rungs) {
    if (!rung.row || rung.row->wrong() || rung.result->program->role == Role::ceiling) continue;
    if (before && comparable(*before, *rung.row)) rung.before = before;
    before = rung.row;
  }
  return rungs;
}

nlohmann::ordered_json json_of(const Program& program, const Row& row, const Recorded* recorded) {
  nlohmann::ordered_json json = row.json;
  if (!program.step.empty()) json["step"] = program.step;
  if (row.counters) json["counters"] = json_of(*row.counters);
  if (const auto& predicted = row.predicted) {
    json["predicted"] = {
        {"gpu", predicted->gpu}, {"seconds", nullptr}, {"limit", predicted->limit}, {"why", predicted->why}};
    if (predicted->seconds) json["predicted"]["seconds"] = *predicted->seconds;
  }
  if (const Row* found = recorded ? recorded->of(program.name, row) : nullptr) {
    json["recorded"] = {{"device", recorded->device()}, {"date", recorded->date()}, {"size", found->size},
                        {"median_s", *found->median_s}, {"throughput", nullptr},    {"unit", found->unit}};
    if (found->throughput) json["recorded"]["throughput"] = *found->throughput;
  }
  return json;
}

}  // namespace tutorial::driver
