#include "driver/bench/bench.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "driver/bench/bench_plan.hpp"
#include "driver/build/execute.hpp"
#include "driver/data/gpu.hpp"
#include "driver/data/ladder.hpp"
#include "driver/data/machine.hpp"
#include "driver/data/results_file.hpp"
#include "support/build.hpp"
#include "support/output_file.hpp"
#include "support/process.hpp"
#include "support/progress.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

using nlohmann::ordered_json;

/// What came of one run of the plan.
struct Done {
  ordered_json run;
  std::vector<ordered_json> rows;
};

/// The ladders as the plots need them: which programs, and the size and amount of work.
std::vector<ordered_json> ladders_json(const Manifest& manifest) {
  std::vector<ordered_json> all;
  for (const Chapter& chapter : manifest.chapters) {
    for (const Ladder& ladder : ladders_of(manifest, chapter.name, any_backend)) {
      ordered_json programs = ordered_json::array();
      for (const Program* program : ladder.programs) programs.push_back(program->name);
      std::string bytes = "w";
      std::string operations;
      for (const BenchSizes& declared : manifest.bench) {
        if (declared.chapter != chapter.name || !covers(declared.ladder, ladder.name)) continue;
        bytes = declared.bytes == "w" ? bytes : declared.bytes;
        operations = declared.operations.empty() ? operations : declared.operations;
      }
      all.push_back({{"chapter", chapter.name},
                     {"ladder", ladder.name},
                     {"programs", programs},
                     {"bytes", bytes},
                     {"operations", operations}});
    }
  }
  return all;
}

std::string array_text(const std::vector<ordered_json>& items) {
  std::string text = "[";
  for (const ordered_json& item : items)
    text += fmt::format("{}\n    {}", &item == &items.front() ? "" : ",", item.dump());
  return text + (items.empty() ? "]" : "\n  ]");
}

std::string one_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// The results file: what is done of a plan, and how to go on.
class Record {
 public:
  /// @param anew  programs that are measured again when a complete file is extended; null: it is not extended
  Record(const Manifest& manifest, std::vector<BenchRun> plan, ordered_json about, const std::string& path,
         const std::set<const Program*>* anew)
      : plan_(std::move(plan)),
        done_(plan_.size()),
        about_(std::move(about)),
        ladders_(ladders_json(manifest)),
        path_(path) {
    namespace fs = std::filesystem;
    if (path == "-" || (fs::exists(path) && !fs::is_regular_file(path)))
      throw UsageError("bench needs a regular file: an interrupted run resumes from it");
    if (anew != nullptr && !fs::exists(path))
      throw UsageError(fmt::format("{} is not there: --add adds to a complete file", path));
    if (anew != nullptr)
      add_to(read_results(path), *anew);
    else if (fs::exists(path))
      take_up(read_results(path));
    file_.emplace(path);
  }

  const std::vector<BenchRun>& plan() const { return plan_; }
  bool has(std::size_t i) const { return done_[i].has_value(); }
  std::size_t count() const {
    return static_cast<std::size_t>(
        std::count_if(done_.begin(), done_.end(), [](auto& done) { return done.has_value(); }));
  }

  void add(std::size_t i, const Result& result, double seconds) {
    Done done;
    // A list of arguments is meant for all of a ladder: what one of its programs does not take is no failure.
    const bool refused = result.exit_code == exit_usage && !plan_[i].arguments.empty();
    done.run = {{"program", plan_[i].program->name},
                {"arguments", plan_[i].arguments},
                {"step", plan_[i].step},
                {"failure", refused ? "" : result.failure},
                {"refused", refused ? one_line(result.messages) : ""},
                {"seconds", std::round(1000 * seconds) / 1000}};
    if (!added_.empty()) done.run["added"] = added_;
    for (const Row& row : result.rows) {
      ordered_json json = row.json;
      json["arguments"] = plan_[i].arguments;
      done.rows.push_back(std::move(json));
    }
    done_[i] = std::move(done);
  }

  /// Why the program did not take the arguments, or "".
  std::string refused(std::size_t i) const {
    return done_[i] ? done_[i]->run.at("refused").get<std::string>() : "";
  }

  void finish() { about_["finished"] = utc_now(); }

  void write() const {
    std::vector<ordered_json> runs;
    std::vector<ordered_json> rows;
    for (const auto& done : done_) {
      if (!done) continue;
      runs.push_back(done->run);
      rows.insert(rows.end(), done->rows.begin(), done->rows.end());
    }
    std::string about = about_.dump(2);
    for (std::size_t at = 0; (at = about.find('\n', at)) != std::string::npos; at += 3)
      about.insert(at + 1, "  ");
    file_->write(fmt::format(
        "{{\n  \"about\": {},\n  \"complete\": {},\n  \"ladders\": {},\n  \"runs\": {},\n  \"rows\": "
        "{}\n}}\n",
        about, about_.contains("finished"), array_text(ladders_), array_text(runs), array_text(rows)));
  }

  std::vector<std::string> failures() const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      const std::string failure = done_[i] ? done_[i]->run.at("failure").get<std::string>() : "";
      if (!failure.empty()) all.push_back(plan_[i].text() + ": " + failure);
    }
    return all;
  }

 private:
  /// Keeps the runs that are done and right. @throws UsageError if we cannot resume from the file
  void take_up(const Results& before) {
    if (before.complete)
      throw UsageError(fmt::format(
          "{} is there already and is not overwritten: --json names another file, --add adds to it", path_));
    const char* const unlike =
        "{} is unfinished, but its {} is '{}' and here it is '{}': --json names another file";
    require_same(before, {"device", "driver", "toolkit", "commit", "changes", "options"}, unlike);
    about_ = before.about;
    take_runs(before, {});
  }

  /// Takes over all that is right but the runs of some programs, and writes down when and from what it is added to.
  void add_to(const Results& before, const std::set<const Program*>& anew) {
    if (!before.complete)
      throw UsageError(fmt::format("{} is unfinished: without --add it is gone on with", path_));
    require_same(before, {"device", "driver", "toolkit"},
                 "{} cannot be added to: its {} is '{}' and here it is '{}'");
    added_ = about_.at("date");
    const ordered_json addition = {
        {"date", added_}, {"commit", about_.at("commit")}, {"changes", about_.at("changes")}};
    about_ = before.about;
    const std::string date = before.about_field("date");
    about_["date"] = date.substr(0, date.find(" to ")) + " to " + added_;
    about_["added"].push_back(addition);
    take_runs(before, anew);
  }

  void require_same(const Results& before, std::initializer_list<const char*> fields,
                    const char* unlike) const {
    for (const char* field : fields) {
      const std::string old = before.about_field(field);
      const std::string now = about_.at(field);
      if (old != now) throw UsageError(fmt::format(fmt::runtime(unlike), path_, field, old, now));
    }
  }

  void take_runs(const Results& before, const std::set<const Program*>& anew) {
    for (const ordered_json& run : before.runs) {
      if (run.at("failure") != "") continue;
      const auto same = [&](const BenchRun& planned) {
        return planned.program->name == run.at("program").get<std::string>() &&
               planned.arguments == run.at("arguments").get<std::string>();
      };
      const auto found = std::find_if(plan_.begin(), plan_.end(), same);
      if (found == plan_.end() || anew.count(found->program) > 0) continue;
      Done done;
      done.run = run;
      for (const Row& row : before.rows) {
        if (row.program == found->program->name && row.arguments == found->arguments)
          done.rows.push_back(row.json);
      }
      done_[static_cast<std::size_t>(found - plan_.begin())] = std::move(done);
    }
  }

  const std::vector<BenchRun> plan_;
  std::vector<std::optional<Done>> done_;
  ordered_json about_;
  std::string added_;  ///< the date of what is added to a complete file; empty: nothing is
  const std::vector<ordered_json> ladders_;
  const std::string path_;
  std::optional<tutorial::OutputFile> file_;
};

/// Builds the programs of the runs that are still to be done.
void build_missing(const Manifest& manifest, const Record& record, bool verbose) {
  std::set<std::string> targets;
  for (std::size_t i = 0; i < record.plan().size(); ++i)
    if (!record.has(i)) targets.insert(record.plan()[i].program->name + ".cuda");
  if (targets.empty()) return;
  tutorial::Progress progress("tutorial");
  const std::string problem =
      build(manifest.build_folder(), "bench", {targets.begin(), targets.end()}, verbose, progress);
  if (!problem.empty()) throw Failure(exit_wrong, problem.substr(0, problem.size() - 1));
}

/// One run: its line on the screen, its place in the record.
void run_one(Record& record, std::size_t i, const BenchOptions& options) {
  const BenchRun& run = record.plan()[i];
  const std::string place = fmt::format("[{}/{}]", i + 1, record.plan().size());
  tutorial::Progress progress("tutorial");
  progress.show(fmt::format("{} {} …", place, run.text()));
  std::vector<std::string> arguments = words_of(run.arguments);
  if (options.quick) arguments.push_back("--quick");
  const auto start = std::chrono::steady_clock::now();
  const Result result = execute(*run.program, {.backend = "cuda", .args = arguments});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  progress.clear();
  record.add(i, result, seconds.count());
  record.write();
  const std::string refused = record.refused(i);
  const std::string outcome = !refused.empty()         ? "left out: " + refused
                              : result.failure.empty() ? fmt::format("{} {}", result.rows.size(),
                                                                     result.rows.size() == 1 ? "row" : "rows")
                                                       : result.failure;
  fmt::print("{:>10} {}: {}, {}\n", place, run.text(), outcome, tutorial::text::seconds(seconds.count()));
  std::fflush(stdout);
  if (refused.empty() && !result.failure.empty()) fmt::print(stderr, "{}", result.messages);
}

}  // namespace

int bench(const Manifest& manifest, const BenchOptions& options) {
  const bool further = !options.quick;
  if (options.dry_run) {
    const std::vector<BenchRun> plan = bench_plan(manifest, options.only, further, any_backend);
    tutorial::write_standard_output(fmt::format("{}\n{} runs\n", plan_text(plan), plan.size()));
    return exit_right;
  }
  static_cast<void>(
      bench_plan(manifest, options.only, further, any_backend));  // a wrong name is one everywhere
  const Gpu gpu = find_gpu();
  if (const std::string why = why_not_cuda(manifest, gpu); !why.empty()) {
    throw Failure(gpu.name.empty() ? exit_no_device : exit_wrong,
                  fmt::format("bench measures on a GPU: {}. The simulator's times mean nothing; --dry-run "
                              "lists what would be run",
                              why));
  }
  ordered_json about = about_machine(manifest, gpu);
  about["options"] =
      fmt::format("{}{}{}", options.only.empty() ? "" : "--only ", fmt::join(options.only, " --only "),
                  options.quick ? options.only.empty() ? "--quick" : " --quick" : "");
  const std::string asked = about["options"];
  about["command"] = asked.empty() ? "./tutorial bench" : "./tutorial bench " + asked;
  std::set<const Program*> anew;
  if (options.add && !options.only.empty())
    for (const BenchRun& run : bench_plan(manifest, options.only, further, "cuda")) anew.insert(run.program);
  const std::vector<std::string> planned = options.add ? std::vector<std::string>() : options.only;
  Record record(manifest, bench_plan(manifest, planned, further, "cuda"), std::move(about), options.json,
                options.add ? &anew : nullptr);
  if (record.plan().empty()) throw UsageError("nothing of that can run on the GPU");
  fmt::print("Measuring on {}: {} runs, {} of them done before, into {}\n", gpu.name, record.plan().size(),
             record.count(), options.json);
  std::fflush(stdout);
  build_missing(manifest, record, options.verbose);
  try {
    record.write();
    for (std::size_t i = 0; i < record.plan().size(); ++i)
      if (!record.has(i)) run_one(record, i, options);
  } catch (const Interrupted&) {
    fmt::print(stderr, "tutorial: interrupted: {} of {} runs are in {}; the same command resumes\n",
               record.count(), record.plan().size(), options.json);
    throw;
  }
  record.finish();
  record.write();
  const std::vector<std::string> failures = record.failures();
  fmt::print("{} runs in {}{}\n", record.plan().size(), options.json,
             failures.empty()
                 ? ""
                 : fmt::format(", {} of them failed:\n  {}", failures.size(), fmt::join(failures, "\n  ")));
  return failures.empty() ? exit_right : exit_wrong;
}

}  // namespace tutorial::driver
