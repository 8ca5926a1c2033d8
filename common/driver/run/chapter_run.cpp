#include "driver/run/chapter_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "driver/run/faults.hpp"
#include "driver/run/run_report.hpp"
#include "driver/run/rungs.hpp"
#include "driver/run/rungs_text.hpp"
#include "support/layout.hpp"

namespace tutorial::driver {
namespace {

std::size_t right_rows(const Result& result) {
  return static_cast<std::size_t>(
      std::count_if(result.rows.begin(), result.rows.end(), [](const Row& row) { return !row.wrong(); }));
}

bool timed(const Result* result) {
  return std::any_of(result->rows.begin(), result->rows.end(),
                     [](const Row& row) { return row.median_s.has_value(); });
}

/// Programs that are no rungs, one line each: what they ask, and how many of their rows are right.
std::string demos_text(const std::vector<const Result*>& demos, const Style& style) {
  std::size_t width = 0;
  for (const Result* demo : demos) width = std::max(width, demo->program->name.size());
  std::string text;
  for (const Result* demo : demos) {
    const std::string check = demo->has_other_arguments() ? "not run: has other arguments"
                              : demo->failure.empty()
                                  ? fmt::format("{} of {} ok", right_rows(*demo), demo->rows.size())
                                  : demo->failure;
    const std::string what = fmt::format("  {:{}}  {}", demo->program->name, width, demo->program->teaches);
    text +=
        fmt::format("{}  {}\n", cut(what, style.room() - 2 - std::min<std::size_t>(check.size(), 40)), check);
  }
  return text;
}

Batch batch_of(const Chapter& chapter, const Ladder& ladder) {
  Batch batch{chapter.name, ladder.references};
  batch.programs.insert(batch.programs.end(), ladder.programs.begin(), ladder.programs.end());
  return batch;
}

/// A group's programs that are no rungs.
struct Demos {
  std::vector<const Program*> shown;   ///< below the ladders
  std::vector<const Program*> faulty;  ///< whose faults end the chapter
};

Demos demos_of(const Group& group, const std::string& backend, bool all) {
  Demos demos;
  for (const Program* demo : group.demos) {
    const bool summed_up = binary_of(*demo, backend) == "lens";
    if (summed_up) demos.faulty.push_back(demo);
    if (!summed_up || all) demos.shown.push_back(demo);
  }
  return demos;
}

bool predicts_none(const std::vector<Rung>& rungs) {
  return std::none_of(rungs.begin(), rungs.end(),
                      [](const Rung& rung) { return rung.row && rung.row->predicted; });
}

}  // namespace

std::vector<Batch> batches_of(const Chapter& chapter, const std::vector<Group>& groups,
                              const std::string& backend, bool all) {
  std::vector<Batch> batches;
  Batch faulty{chapter.name, {}};
  for (const Group& group : groups) {
    for (const Ladder& ladder : group.ladders) batches.push_back(batch_of(chapter, ladder));
    const Demos demos = demos_of(group, backend, all);
    if (!demos.shown.empty()) batches.push_back({chapter.name, demos.shown});
    faulty.programs.insert(faulty.programs.end(), demos.faulty.begin(), demos.faulty.end());
  }
  if (!faulty.programs.empty()) batches.push_back(faulty);
  return batches;
}

ChapterRun::ChapterRun(Session& session, const Manifest& manifest, const Chapter& chapter,
                       std::vector<Group> groups, bool all, bool further, std::FILE* out)
    : session_(session),
      manifest_(manifest),
      chapter_(chapter),
      groups_(std::move(groups)),
      all_variants_(all),
      further_(further),
      out_(out) {}

bool ChapterRun::run() {
  print_folded(fmt::format("{}: {}", chapter_.name, chapter_.question));
  std::fflush(out_);
  for (const Group& group : groups_) print_group(group);
  print_faults();
  print_end();
  return built_;
}

bool ChapterRun::build(const Batch& batch) {
  const std::string problem = session_.build_programs(batch);
  fmt::print(stderr, "{}", problem);
  built_ = built_ && problem.empty();
  return problem.empty();
}

std::vector<const Result*> ChapterRun::results_of(const std::vector<const Program*>& programs) {
  std::vector<const Result*> results;
  for (const Program* program : programs) results.push_back(&session_.result_of(*program));
  results_.insert(results_.end(), results.begin(), results.end());
  return results;
}

void ChapterRun::print_folded(const std::string& text) const {
  fmt::print(out_, "\n{}\n", fmt::join(wrapped(text, Style::of(out_).room()), "\n"));
}

void ChapterRun::print_heading(const Group& group) const {
  const auto part = std::find_if(manifest_.parts.begin(), manifest_.parts.end(), [&](const Part& known) {
    return known.chapter == chapter_.name && known.name == group.part;
  });
  if (group.further) {
    print_folded(fmt::format("{}further: beyond the core", group.part.empty() ? "" : group.part + "/"));
  } else if (part != manifest_.parts.end()) {
    print_folded(fmt::format("{}: {}", part->name, part->question));
  }
}

void ChapterRun::print_group(const Group& group) {
  explain_ = nullptr;
  const Demos demos = demos_of(group, session_.backend(), all_variants_);
  faulty_.insert(faulty_.end(), demos.faulty.begin(), demos.faulty.end());
  if (group.ladders.empty() && demos.shown.empty()) return;
  print_heading(group);
  for (const Ladder& ladder : group.ladders) print_ladder(ladder, group.ladders.size() > 1);
  if (!demos.shown.empty()) {
    if (!group.ladders.empty()) fmt::print(out_, "\nBeside the ladder:\n");
    print_demos(demos.shown);
  }
  print_next(group);
}

void ChapterRun::print_ladder(const Ladder& ladder, bool named) {
  const Batch batch = batch_of(chapter_, ladder);
  if (!build(batch)) return;
  session_.run_programs(batch);
  const std::vector<const Result*> references = results_of(ladder.references);
  const std::vector<Line> lines = climb(references, results_of(ladder.programs));
  const std::vector<Rung> rungs = rungs_of(lines, session_.recorded());
  const RungsText text = rungs_text(rungs, session_.recorded(), session_.gpu(), Style::of(out_));
  fmt::print(out_, "\n{}{}", named ? fmt::format("Ladder: {}\n", ladder.name) : "", text.table);
  print_legend(text.legend);
  if (session_.gpu() && session_.backend() != "sim" && predicts_none(rungs))
    fmt::print(
        out_,
        "No estimates: by default the simulator runs smaller sizes. Give one size for both after --.\n");
  if (all_variants_) fmt::print(out_, "\n{}", ladder_text(lines));
  std::fflush(out_);
  const auto wasteful = std::find_if(rungs.begin(), rungs.end(),
                                     [](const Rung& rung) { return !rung.reference && rung.wastes(); });
  if (!explain_ && wasteful != rungs.end()) explain_ = wasteful->result->program;
  if (!explain_ && !rungs.empty() && rungs.back().result->program->binaries.contains("lens"))
    explain_ = rungs.back().result->program;
}

/// Each sentence once per chapter.
void ChapterRun::print_legend(std::vector<std::string> sentences) {
  std::erase_if(sentences, [&](const std::string& sentence) {
    return std::find(explained_.begin(), explained_.end(), sentence) != explained_.end();
  });
  explained_.insert(explained_.end(), sentences.begin(), sentences.end());
  fmt::print(out_, "{}", filled(sentences, Style::of(out_).room()));
}

void ChapterRun::print_demos(const std::vector<const Program*>& demos) {
  const Batch batch{chapter_.name, demos};
  if (!build(batch)) return;
  session_.run_programs(batch);
  const std::vector<const Result*> results = results_of(demos);
  const bool lines = session_.backend() == "sim" && !all_variants_;
  std::vector<const Result*> in_lines, in_tables;
  for (const Result* result : results)
    (lines || result->has_other_arguments() ? in_lines : in_tables).push_back(result);
  fmt::print(out_, "{}", demos_text(in_lines, Style::of(out_)));
  const std::size_t room = all_variants_ ? std::string::npos : Style::of(out_).room();
  for (const Result* result : in_tables) fmt::print(out_, "\n{}", ladder_text(climb({}, {result}), room));
  std::fflush(out_);
}

void ChapterRun::print_faults() {
  if (faulty_.empty() || !build({chapter_.name, faulty_})) return;
  fmt::print(out_, "\n{}", faults_text(run_faults(session_, faulty_, results_)));
  std::fflush(out_);
}

/// What to do next: look into the step that wastes most, and go on beyond the core. In one line where it fits; a command is never broken.
void ChapterRun::print_next(const Group& group) const {
  std::vector<std::string> next;
  if (explain_ && session_.backend() == "sim") next.push_back("./tutorial explain " + explain_->name);
  const auto count =
      std::count_if(manifest_.programs.begin(), manifest_.programs.end(), [&](const Program& program) {
        return program.chapter == chapter_.name && program.part == group.part && program.further;
      });
  if (count > 0 && !further_ && !group.further)
    next.push_back(fmt::format("{} more: ./tutorial run {}/{}further",
                               count == 1 ? "1 step" : fmt::format("{} steps", count),
                               short_name(chapter_.name), group.part.empty() ? "" : group.part + "/"));
  if (next.empty()) return;
  std::string text = fmt::format("Next: {}", fmt::join(next, "; then "));
  if (text.size() > Style::of(out_).room()) text = fmt::format("Next: {}", fmt::join(next, ";\n      then "));
  fmt::print(out_, "{}\n", text);
}

void ChapterRun::print_end() const {
  std::vector<const Result*> each;
  for (const Result* result : results_)
    if (std::find(each.begin(), each.end(), result) == each.end()) each.push_back(result);
  const auto not_run = [](const Result* result) { return result->has_other_arguments(); };
  if (!std::all_of(each.begin(), each.end(), not_run)) std::erase_if(each, not_run);
  std::size_t right = 0;
  std::size_t rows = 0;
  for (const Result* result : each) right += right_rows(*result), rows += result->rows.size();
  if (!each.empty() && std::all_of(each.begin(), each.end(), [](auto* result) { return result->right(); }))
    fmt::print(out_, "\nAll {} results of {} programs are correct{}.\n", right, each.size(),
               all_variants_ || rows == each.size() ? "" : "; --all shows each");
  if (session_.backend() == "sim" && (all_variants_ || !session_.gpu()) &&
      std::any_of(each.begin(), each.end(), timed))
    fmt::print(out_, "CPU programs are timed on this machine.\n");
  if (const std::string failures = failures_text(each); !failures.empty()) fmt::print(out_, "\n{}", failures);
  std::fflush(out_);
}

}  // namespace tutorial::driver
