#include "driver/run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "driver/build/execute.hpp"
#include "driver/data/gpu.hpp"
#include "driver/data/ladder.hpp"
#include "driver/data/select.hpp"
#include "driver/run/run_report.hpp"
#include "support/build.hpp"
#include "support/files.hpp"
#include "support/output_file.hpp"
#include "support/process.hpp"
#include "support/progress.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

/// Runs programs one after the other and keeps what came of each: a rung that is another chapter's reference runs once.
class Session {
 public:
  Session(const Manifest& manifest, const RunOptions& options, std::string backend)
      : manifest_(manifest), options_(options), backend_(std::move(backend)) {}

  /// "" or why the programs could not be built.
  std::string build_programs(const std::string& name, const std::vector<const Program*>& programs) {
    std::vector<std::string> targets;
    for (const Program* program : programs) targets.push_back(program->name + "." + backend_);
    return build(manifest_.build_folder(), name, targets, options_.verbose, progress_);
  }

  const Result& result_of(const Program& program) {
    const auto known =
        std::find_if(results_.begin(), results_.end(), [&](auto& r) { return r->program == &program; });
    if (known != results_.end()) return **known;
    results_.push_back(std::make_unique<Result>(run_one(program)));
    return *results_.back();
  }

  /// All rows so far; a program that failed without a row has one that says so.
  std::string json() const {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const auto& result : results_) {
      for (const Row& row : result->rows) all.push_back(row.json);
      if (!result->right() && result->rows.empty()) all.push_back(failed_row(*result->program));
    }
    return all.dump(2) + "\n";
  }

  /// What the driver exits with: bad arguments only if nothing else went wrong and nothing went right.
  int exit_code() const {
    auto all_of = [&](int code) {
      return !results_.empty() && std::all_of(results_.begin(), results_.end(),
                                              [code](auto& result) { return result->exit_code == code; });
    };
    if (all_of(exit_usage)) return exit_usage;
    if (all_of(exit_no_device)) return exit_no_device;
    const bool right =
        std::all_of(results_.begin(), results_.end(), [](auto& result) { return result->right(); });
    return right ? exit_right : exit_wrong;
  }

  const std::string& backend() const { return backend_; }

 private:
  Result run_one(const Program& program) {
    progress_.show(fmt::format("{}: running {} …", program.chapter, program.name));
    Result result = execute(program, backend_, options_.args);
    progress_.clear();
    return result;
  }

  nlohmann::ordered_json failed_row(const Program& program) const {
    return {{"chapter", program.chapter},
            {"program", program.name},
            {"variant", ""},
            {"size", ""},
            {"type", ""},
            {"backend", backend_},
            {"device", nullptr},
            {"median_s", nullptr},
            {"spread", nullptr},
            {"throughput", nullptr},
            {"unit", ""},
            {"ceiling_fraction", nullptr},
            {"verified", false}};
  }

  const Manifest& manifest_;
  const RunOptions& options_;
  const std::string backend_;
  tutorial::Progress progress_{"tutorial"};
  std::vector<std::unique_ptr<Result>> results_;
};

std::vector<const Result*> results_of(Session& session, const std::vector<const Program*>& programs) {
  std::vector<const Result*> results;
  for (const Program* program : programs) results.push_back(&session.result_of(*program));
  return results;
}

/// All that a chapter's tables need, each once.
std::vector<const Program*> programs_in(const std::vector<Group>& groups) {
  std::vector<const Program*> programs;
  const auto add = [&](const std::vector<const Program*>& more) {
    for (const Program* program : more)
      if (std::find(programs.begin(), programs.end(), program) == programs.end()) programs.push_back(program);
  };
  for (const Group& group : groups) {
    for (const Ladder& ladder : group.ladders) add(ladder.references);
    for (const Ladder& ladder : group.ladders) add(ladder.programs);
    add(group.demos);
  }
  return programs;
}

/// Prints the tables of one chapter, folder by folder, and remembers what they were made of.
class ChapterTables {
 public:
  ChapterTables(Session& session, const Manifest& manifest, std::FILE* out)
      : session_(session), manifest_(manifest), out_(out) {}

  void print(const Group& group, const std::string& chapter) {
    print_heading(group, chapter);
    for (const Ladder& ladder : group.ladders) {
      const bool named = group.ladders.size() > 1;
      const auto references = results_of(session_, ladder.references);
      table(named ? fmt::format("  Ladder: {}\n", ladder.name) : "", references,
            results_of(session_, ladder.programs));
    }
    if (group.demos.empty()) return;
    if (!group.ladders.empty()) fmt::print(out_, "\n  Beside the ladder:\n");
    for (const Program* demo : group.demos) table("", {}, results_of(session_, {demo}));
  }

  /// What is to be said below all tables.
  void print_end() const {
    const auto timed = [](const Result* result) {
      return std::any_of(result->rows.begin(), result->rows.end(),
                         [](const Row& row) { return row.median_s.has_value(); });
    };
    if (session_.backend() == "sim" && std::any_of(all_.begin(), all_.end(), timed))
      fmt::print(out_, "  The times are those of CPU rungs on this machine's CPU.\n");
    if (const std::string failures = failures_text(all_); !failures.empty())
      fmt::print(out_, "\n{}", failures);
    std::fflush(out_);
  }

 private:
  void print_heading(const Group& group, const std::string& chapter) const {
    const auto part = std::find_if(manifest_.parts.begin(), manifest_.parts.end(), [&](const Part& known) {
      return known.chapter == chapter && known.name == group.part;
    });
    if (group.further) {
      fmt::print(out_, "\n  {}further: past the core\n", group.part.empty() ? "" : group.part + "/");
    } else if (part != manifest_.parts.end()) {
      fmt::print(out_, "\n  {}: {}\n", part->name, part->question);
    }
  }

  void table(const std::string& heading, const std::vector<const Result*>& references,
             const std::vector<const Result*>& results) {
    fmt::print(out_, "\n{}{}", heading, ladder_text(climb(references, results)));
    std::fflush(out_);
    all_.insert(all_.end(), references.begin(), references.end());
    all_.insert(all_.end(), results.begin(), results.end());
  }

  Session& session_;
  const Manifest& manifest_;
  std::FILE* out_;
  std::vector<const Result*> all_;
};

/// How to go on from the core: a line, or "" where there is nothing further or it is shown as well.
std::string further_text(const Manifest& manifest, const Group& core, const std::string& chapter,
                         bool shown) {
  const auto count =
      std::count_if(manifest.programs.begin(), manifest.programs.end(), [&](const Program& program) {
        return program.chapter == chapter && program.part == core.part && program.further;
      });
  if (count == 0 || shown || core.further) return "";
  return fmt::format("  Further: {} more, ./tutorial run {}/{}further\n", count, short_name(chapter),
                     core.part.empty() ? "" : core.part + "/");
}

/// Builds and runs one chapter, or what is selected of it, and prints its tables. Returns false if it could not be built.
bool run_chapter(Session& session, const Manifest& manifest, const Chapter& chapter,
                 const Selection& selection, bool all, std::FILE* out) {
  const bool further = all || selection.further;
  const std::vector<Group> groups = groups_of(
      manifest, chapter.name, session.backend(),
      [&](const Program& program) { return selection.has(program) && (further || !program.further); });
  if (groups.empty()) return true;
  fmt::print(out, "\n{}: {}\n", chapter.name, chapter.question);
  std::fflush(out);
  if (const std::string problem = session.build_programs(chapter.name, programs_in(groups));
      !problem.empty()) {
    fmt::print(stderr, "{}", problem);
    return false;
  }
  ChapterTables tables(session, manifest, out);
  for (const Group& group : groups) {
    tables.print(group, chapter.name);
    fmt::print(out, "{}", further_text(manifest, group, chapter.name, further));
  }
  tables.print_end();
  return true;
}

int run_program(const Manifest& manifest, const Program& program, const RunOptions& options,
                const std::string& backend, const tutorial::OutputFile* json) {
  const auto binary = program.binaries.find(backend);
  if (binary == program.binaries.end()) {
    throw Failure(exit_no_device, fmt::format("{} cannot run on the back end {}", program.name, backend));
  }
  tutorial::Progress progress("tutorial");
  const std::string target = program.name + "." + backend;
  if (const std::string problem = build(manifest.build_folder(), target, {target}, options.verbose, progress);
      !problem.empty()) {
    fmt::print(stderr, "{}", problem);
    return exit_wrong;
  }
  std::vector<std::string> command = {binary->second.string()};
  command.insert(command.end(), options.args.begin(), options.args.end());
  if (!json) become(command);

  const TemporaryFolder folder;
  const auto rows = folder / "rows.json";
  command.insert(command.begin() + 1, {"--json", rows.string()});
  const Exit exit = run_process(command, {.out_to_stderr = json->is_standard_output()});
  if (const std::string text = read_text(rows); !text.empty()) json->write(text);
  return exit.code;
}

}  // namespace

int run(const Manifest& manifest, const RunOptions& options) {
  const Selection selection = select(manifest, options.what);
  for (const std::string& arg : options.args) {
    const std::string name = arg.substr(0, arg.find('='));
    if (name != "--json" && name != "--csv") continue;
    if (name == "--csv" && selection.program) continue;
    if (name == "--json" && selection.program && options.json.empty()) continue;
    throw UsageError(fmt::format(
        "{} after -- would be overwritten by every program; before it stands --json FILE for all rows",
        name));
  }
  const BackendChoice choice = choose_backend(options.backend, manifest, find_gpu());
  std::optional<tutorial::OutputFile> json;
  if (!options.json.empty()) json.emplace(options.json);

  std::FILE* out = json && json->is_standard_output() ? stderr : stdout;
  fmt::print(out, "{}\n", choice.sentence);
  std::fflush(out);
  if (selection.program) {
    fmt::print(out, "\n");
    std::fflush(out);
    return run_program(manifest, *selection.program, options, choice.backend, json ? &*json : nullptr);
  }

  Session session(manifest, options, choice.backend);
  bool built = true;
  for (const Chapter* chapter : selection.chapters)
    built = run_chapter(session, manifest, *chapter, selection, options.all, out) && built;
  if (json) json->write(session.json());
  return built ? session.exit_code() : exit_wrong;
}

}  // namespace tutorial::driver
