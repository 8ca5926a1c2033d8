#include "driver/data/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

bool comparable(const Line& a, const Line& b) {
  return a.row && b.row && a.row->size == b.row->size && a.row->type == b.row->type;
}

/// How many times as fast `line` is as `other`.
std::optional<double> speed_up(const Line& line, const Line* other) {
  if (!other || !comparable(line, *other) || !line.row->verified || !other->row->verified) return {};
  if (!line.row->median_s || !other->row->median_s || *line.row->median_s <= 0) return {};
  return *other->row->median_s / *line.row->median_s;
}

const Line* line_before(const std::vector<Line>& above, const Line& line) {
  for (auto other = above.rbegin(); other != above.rend(); ++other) {
    const Program& program = *other->result->program;
    if (program.role == Role::ceiling || (other->row && other->row->peer)) continue;
    if (!other->row) return nullptr;
    if (comparable(line, *other)) return &*other;
  }
  return nullptr;
}

const Line* first_of_role(const std::vector<Line>& above, const Line& line, Role role) {
  if (line.result->program->role == role) return nullptr;
  const auto found = std::find_if(above.begin(), above.end(), [&](const Line& other) {
    return other.result->program->role == role && comparable(line, other);
  });
  return found == above.end() ? nullptr : &*found;
}

void add_lines(std::vector<Line>& lines, const Result& result, bool reference) {
  auto add = [&](const Row* row, const std::string& check) {
    Line line;
    line.result = &result;
    line.row = row;
    line.reference = reference;
    line.check = check;
    if (row && result.program->role != Role::ceiling) {
      if (!row->peer) line.over_before = speed_up(line, line_before(lines, line));
      line.over_naive = speed_up(line, first_of_role(lines, line, Role::naive));
      line.over_baseline = speed_up(line, first_of_role(lines, line, Role::baseline));
    }
    lines.push_back(line);
  };
  for (const Row& row : result.rows) {
    add(&row, row.wrong() ? "WRONG" : row.observed.empty() ? "ok" : row.observed);
  }
  const bool said_wrong =
      std::any_of(result.rows.begin(), result.rows.end(), [](const Row& row) { return row.wrong(); });
  if (!result.failure.empty() && !said_wrong) add(nullptr, result.failure);
}

bool exists(const Program& program, const std::string& backend) {
  return backend == any_backend || program.binaries.count(backend) > 0;
}

using Programs = std::vector<const Program*>;

bool holds(const Programs& list, const Program* program) {
  return std::find(list.begin(), list.end(), program) != list.end();
}

/// The chapter's programs that exist for the back end.
Programs programs_of(const Manifest& manifest, const std::string& chapter, const std::string& backend) {
  Programs programs;
  for (const Program& program : manifest.programs)
    if (program.chapter == chapter && exists(program, backend)) programs.push_back(&program);
  return programs;
}

/// The programs of a ladder of this name, or of the ladder of a program of this name up to that program.
Programs ladder_up_to(const Manifest& manifest, const std::string& name) {
  Programs rungs;
  for (const Program& program : manifest.programs)
    if (program.role != Role::demo && program.ladder == name) rungs.push_back(&program);
  if (!rungs.empty()) return rungs;
  for (const Program& last : manifest.programs) {
    if (last.name != name || last.role == Role::demo) continue;
    rungs = ladder_up_to(manifest, last.ladder);
    rungs.erase(std::find(rungs.begin(), rungs.end(), &last) + 1, rungs.end());
  }
  return rungs;
}

/// What the rungs above `rungs` are compared with: all but its plain rungs, and where it is the ladder right below the last of these.
void add_references(const Manifest& manifest, const Program& first, const std::string& backend,
                    Programs& references, std::set<std::string>& seen) {
  if (first.continues.empty() || !seen.insert(first.continues).second) return;
  const Programs rungs = ladder_up_to(manifest, first.continues);
  if (rungs.empty())
    throw Failure(exit_wrong, fmt::format("{}: its ladder continues {}, which does not exist", first.source,
                                          first.continues));
  const bool right_below = seen.size() == 1;
  add_references(manifest, *rungs.front(), backend, references, seen);
  const Program* before = nullptr;
  for (const Program* rung : rungs) {
    if (!exists(*rung, backend)) continue;
    if (rung->role != Role::rung) references.push_back(rung);
    if (rung->role != Role::ceiling) before = rung;
  }
  if (!right_below || !before) return;
  std::erase(references, before);
  references.push_back(before);
}

Programs references_of(const Manifest& manifest, const Ladder& ladder, const std::string& backend) {
  Programs references;
  std::set<std::string> seen;
  add_references(manifest, *ladder.programs.front(), backend, references, seen);
  std::erase_if(references, [&](const Program* program) { return holds(ladder.programs, program); });
  return references;
}

/// The ladders of programs that are no demos, in the order of their first programs.
std::vector<Ladder> ladders_from(const Manifest& manifest, const Programs& programs,
                                 const std::string& backend) {
  std::vector<Ladder> ladders;
  for (const Program* program : programs) {
    if (program->role == Role::demo) continue;
    auto same_name = [&](const Ladder& ladder) { return ladder.name == program->ladder; };
    auto ladder = std::find_if(ladders.begin(), ladders.end(), same_name);
    if (ladder == ladders.end()) ladder = ladders.insert(ladder, Ladder{program->ladder, {}, {}});
    ladder->programs.push_back(program);
  }
  for (Ladder& ladder : ladders) ladder.references = references_of(manifest, ladder, backend);
  return ladders;
}

Programs demos_in(Programs programs) {
  std::erase_if(programs, [](const Program* program) { return program->role != Role::demo; });
  return programs;
}

}  // namespace

std::string core_of(const std::string& ladder) {
  static const std::string end = "/further";
  return ladder.ends_with(end) ? ladder.substr(0, ladder.size() - end.size()) : ladder;
}

bool covers(const std::string& ladder, const std::string& other) {
  return other == ladder || core_of(other) == ladder;
}

bool Result::lacks_memory() const {
  constexpr int killed = 128 + 9;  // by the system, which looks for what has most memory
  return rows.empty() &&
         (exit_code == killed || messages.find("not enough host memory") != std::string::npos ||
          messages.find("not enough device memory") != std::string::npos);
}

bool Result::has_other_arguments() const { return program->role == Role::demo && exit_code == exit_usage; }

bool Result::right() const {
  return failure.empty() && !rows.empty() &&
         std::all_of(rows.begin(), rows.end(), [](const Row& row) { return !row.wrong(); });
}

std::vector<Ladder> ladders_of(const Manifest& manifest, const std::string& chapter,
                               const std::string& backend) {
  return ladders_from(manifest, programs_of(manifest, chapter, backend), backend);
}

bool is_step(const Program& program) { return program.role == Role::naive || program.role == Role::rung; }

Position position_of(const Manifest& manifest, const Program& step, const std::string& backend) {
  Position position;
  for (const Ladder& ladder : ladders_of(manifest, step.chapter, backend)) {
    if (ladder.name != step.ladder) continue;
    Programs steps = ladder.programs;
    std::erase_if(steps, [](const Program* program) { return !is_step(*program); });
    const auto at = std::find(steps.begin(), steps.end(), &step);
    if (at == steps.end()) continue;
    position.number = static_cast<int>(at - steps.begin()) + 1;
    if (at != steps.begin())
      position.before = *(at - 1);
    else if (!ladder.references.empty() && is_step(*ladder.references.back()))
      position.before = ladder.references.back();
    if (at + 1 != steps.end()) position.after = *(at + 1);
  }
  return position;
}

std::vector<const Program*> demos_of(const Manifest& manifest, const std::string& chapter,
                                     const std::string& backend) {
  return demos_in(programs_of(manifest, chapter, backend));
}

std::vector<Group> groups_of(const Manifest& manifest, const std::string& chapter, const std::string& backend,
                             const std::function<bool(const Program&)>& wanted) {
  std::vector<Group> groups;
  Programs programs;
  const auto finish = [&] {
    if (programs.empty()) return;
    groups.push_back({.part = programs.front()->part,
                      .further = programs.front()->further,
                      .ladders = ladders_from(manifest, programs, backend),
                      .demos = demos_in(programs)});
    programs.clear();
  };
  for (const Program* program : programs_of(manifest, chapter, backend)) {
    if (!wanted(*program)) continue;
    if (!programs.empty() && programs.front()->folder() != program->folder()) finish();
    programs.push_back(program);
  }
  finish();
  return groups;
}

std::vector<Line> climb(const std::vector<const Result*>& references,
                        const std::vector<const Result*>& results) {
  std::vector<Line> lines;
  for (const Result* result : references) add_lines(lines, *result, true);
  for (const Result* result : results) add_lines(lines, *result, false);
  return lines;
}

}  // namespace tutorial::driver
