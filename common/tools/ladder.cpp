#include "ladder.hpp"

#include <algorithm>

namespace driver {
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
  const std::string& after = line.result->program->after;
  // Variants of one program follow each other: only the first of them looks for the program that `after` names.
  const bool first_variant = above.empty() || above.back().result != line.result;
  for (auto other = above.rbegin(); other != above.rend(); ++other) {
    const Program& program = *other->result->program;
    if (program.role == Role::ceiling || (other->row && other->row->peer)) continue;
    if (first_variant && !after.empty() && program.name != after) continue;
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

/// The chapter's programs that exist for the back end: demos, or all others.
std::vector<const Program*> programs_of(const Manifest& manifest, const std::string& chapter,
                                        const std::string& backend, bool demos) {
  std::vector<const Program*> programs;
  for (const Program& program : manifest.programs) {
    const bool wanted = program.chapter == chapter && (program.role == Role::demo) == demos;
    if (wanted && exists(program, backend)) programs.push_back(&program);
  }
  return programs;
}

/// The programs that `program` names by `after`, and those by theirs, first rung first.
std::vector<const Program*> chain_to(const Manifest& manifest, const Program& program) {
  std::vector<const Program*> chain;
  for (std::string after = program.after; !after.empty(); after = chain.front()->after) {
    const Program& before = manifest.program(after);
    if (std::find(chain.begin(), chain.end(), &before) != chain.end()) break;
    chain.insert(chain.begin(), &before);
  }
  return chain;
}

}  // namespace

bool Result::right() const {
  return failure.empty() && !rows.empty() &&
         std::all_of(rows.begin(), rows.end(), [](const Row& row) { return !row.wrong(); });
}

std::vector<Ladder> ladders_of(const Manifest& manifest, const std::string& chapter,
                               const std::string& backend) {
  std::vector<Ladder> ladders;
  for (const Program* program : programs_of(manifest, chapter, backend, false)) {
    auto same_name = [&](const Ladder& ladder) { return ladder.name == program->ladder; };
    auto ladder = std::find_if(ladders.begin(), ladders.end(), same_name);
    if (ladder == ladders.end()) ladder = ladders.insert(ladder, Ladder{program->ladder, {}, {}});
    ladder->programs.push_back(program);
  }
  for (Ladder& ladder : ladders) {
    auto holds = [](const std::vector<const Program*>& list, const Program* program) {
      return std::find(list.begin(), list.end(), program) != list.end();
    };
    for (const Program* program : ladder.programs) {
      for (const Program* before : chain_to(manifest, *program)) {
        const bool shown = holds(ladder.programs, before) || holds(ladder.references, before);
        if (!shown && exists(*before, backend)) ladder.references.push_back(before);
      }
    }
  }
  return ladders;
}

std::vector<const Program*> demos_of(const Manifest& manifest, const std::string& chapter,
                                     const std::string& backend) {
  return programs_of(manifest, chapter, backend, true);
}

std::vector<Line> climb(const std::vector<const Result*>& references,
                        const std::vector<const Result*>& results) {
  std::vector<Line> lines;
  for (const Result* result : references) add_lines(lines, *result, true);
  for (const Result* result : results) add_lines(lines, *result, false);
  return lines;
}

}  // namespace driver
