#include "driver/break/break.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>

#include "driver/break/replay.hpp"
#include "driver/break/search.hpp"
#include "driver/build/under_lens.hpp"
#include "driver/explain/explain.hpp"
#include "driver/steps/steps.hpp"
#include "support/child_process.hpp"
#include "support/files.hpp"
#include "support/output_file.hpp"
#include "support/temporary_folder.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

using namespace std::chrono_literals;

constexpr auto search_limit = 10s;
constexpr auto run_limit = 10s;

/// A pair of lines that race, as the lens tells it.
struct Race {
  std::string kind;
  std::set<std::pair<std::string, int>> lines;
};

std::vector<Race> races_in(const std::string& report) {
  std::vector<Race> races;
  const nlohmann::json root = nlohmann::json::parse(report);
  for (const char* list : {"hazards", "notes"})
    for (const nlohmann::json& hazard : root.at(list)) {
      const std::string kind = hazard.at("kind");
      if (!kind.starts_with("race-") && kind != "reuse-without-barrier" && kind != "check-before-atomic")
        continue;
      Race race{kind, {}};
      for (const char* side : {"first", "second"})
        race.lines.emplace(hazard.at(side).at("file"), hazard.at(side).at("line"));
      races.push_back(race);
    }
  return races;
}

class Runs {
 public:
  Runs(std::vector<std::string> command, const std::filesystem::path& folder)
      : command_(std::move(command)), folder_(folder) {}

  /// @param recorded the moment whose block's steps are kept; null for none
  Ran operator()(const Plan& plan, const Moment* recorded = nullptr) const {
    for (const char* file : {"report", "log", "out", "steps"}) std::filesystem::remove(folder_ / file);
    std::ofstream(folder_ / "plan") << plan_text(plan, (folder_ / "log").string());
    Ran ran;
    ChildProcess child(command_, [&] {
      redirect((folder_ / "out").string(), O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
      redirect("/dev/null", O_WRONLY, STDERR_FILENO);
      for (const char* name : {"LENS", "LENS_SARIF"}) unsetenv(name);
      setenv("LENS_SCHEDULE", (folder_ / "plan").c_str(), 1);
      setenv("LENS_JSON", (folder_ / "report").c_str(), 1);
      setenv("LENS_WATCH", "all", 1);
      setenv("CUDASIM_WORKERS", "1", 1);
      if (recorded != nullptr) {
        setenv("LENS_STEPS", (folder_ / "steps").c_str(), 1);
        setenv("LENS_STEPS_BLOCK", std::to_string(recorded->block).c_str(), 1);
        setenv("LENS_STEPS_SERIAL", std::to_string(recorded->launch).c_str(), 1);
      }
      setenv("CUDASIM_SEED", std::to_string(plan.seed).c_str(), 1);
    });
    const std::optional<Exit> exit = child.wait_at_most(run_limit);
    ran.ended = exit.has_value();
    if (!ran.ended) return ran;
    ran.exit_code = exit->code;
    std::istringstream out(read_text(folder_ / "out"));
    for (std::string line; std::getline(out, line);) ran.lines.push_back(line);
    ran.log = read_log(read_text(folder_ / "log"));
    return ran;
  }
  std::string report() const { return read_text(folder_ / "report"); }
  std::string steps() const { return read_text(folder_ / "steps"); }

 private:
  std::vector<std::string> command_;
  std::filesystem::path folder_;
};

std::vector<std::uint64_t> racing_sites(const RunLog& log, const std::vector<Race>& races) {
  std::vector<std::uint64_t> sites;
  for (const Site& site : log.sites)
    if (std::any_of(races.begin(), races.end(), [&](const Race& race) {
          return race.lines.count({site.file, site.line}) != 0;
        }))
      sites.push_back(site.offset);
  std::sort(sites.begin(), sites.end());
  return sites;
}

std::string times(unsigned count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

void print_not_found(const std::string& name, const SearchResult& result, const Comparison& comparison,
                     bool races) {
  fmt::print("{}: no other answer was found in {}, {:.1f} s.\n", name, times(result.runs, "run"),
             result.seconds);
  fmt::print("{}\n", races ? "That is no proof: the race may change the answer in a run that was not tried, "
                             "or on a GPU, which may also "
                             "delay what was written."
                           : "No race was reported, so only the order of blocks and warps was varied.");
  if (result.endless != 0)
    fmt::print("{} did not end in time, and say nothing.\n", times(result.endless, "run"));
  fmt::print("compared: {}\n", comparison.text());
}

std::string wait_text(const RunLog& log, const Moment& moment, const std::vector<Site>& sites,
                      const Plan& plan) {
  const std::uint64_t offset = plan.sites.at(moment.site);
  const auto site =
      std::find_if(sites.begin(), sites.end(), [&](const Site& each) { return each.offset == offset; });
  const std::string line =
      site == sites.end() ? "?"
                          : fmt::format("{}:{}", site->file.substr(site->file.rfind('/') + 1), site->line);
  return fmt::format("launch {}: {} waits before {} (arrival {}), until no other thread can continue",
                     moment.launch, thread_text(log, moment.launch, moment.block, moment.thread), line,
                     moment.occurrence);
}

void print_found(const std::string& name, const SearchResult& result, const Comparison& comparison,
                 const Ran& usual, const Runs& runs) {
  const Found& found = *result.found;
  fmt::print("{}: another order gives another answer, found in {}, {:.1f} s.\n\n", name,
             times(result.runs + result.shrinking, "run"), result.seconds);
  fmt::print("the simulator's own order  {}\n", comparison.answer(usual, found.ran));
  fmt::print("the order below            {}\n", comparison.answer(found.ran, usual));
  fmt::print("compared: {}\n\n", comparison.text());
  if (found.plan.seed != 0) fmt::print("blocks and warps in the order CUDASIM_SEED={}\n", found.plan.seed);
  const std::vector<Moment>& held = found.ran.log.held;
  constexpr std::size_t most_told = 8;
  if (!held.empty()) fmt::print("{}:\n", times(static_cast<unsigned>(held.size()), "wait"));
  for (std::size_t i = 0; i < std::min(held.size(), most_told); ++i)
    fmt::print("{}\n", wait_text(found.ran.log, held[i], usual.log.sites, found.plan));
  if (held.size() > most_told) fmt::print("… and {} more\n", held.size() - most_told);
  if (found.ran.log.steps.empty() || held.size() > most_told) return;  // of many waits the steps say nothing
  fmt::print("\nAll that touches the same bytes, in that order:\n\n{}\n", steps_table(found.ran.log, held));
  if (const std::string picture = steps_picture(found.ran.log, held); !picture.empty())
    fmt::print("{}\n", picture);
  const Ran marked = runs({.sites = found.plan.sites, .marks = held});
  if (!marked.log.steps.empty())
    fmt::print("In the simulator's own order:\n\n{}", steps_table(marked.log, held));
}

/// Both orders of the block in which a thread waits, as one page.
void write_both_orders(const Manifest& manifest, const BreakOptions& options, const OutputFile& out,
                       const Found& found, const Ran& usual, const Runs& runs) {
  const std::vector<Moment>& held = found.ran.log.held;
  // If no thread waits, the order of the blocks makes the difference: the report names the first block of the first launch.
  const Moment first = held.empty() ? Moment{.launch = 1} : held.front();
  const auto recorded = [&](const Plan& plan, bool has_report) {
    runs(plan, &first);
    return steps_for_readers(
        runs.steps(),
        [&](const std::string& file) {
          lens::Source source = source_of(manifest, file);
          return StepSource{source.name, std::move(source.lines)};
        },
        has_report ? runs.report() : "");
  };
  const std::string note = held.empty()
                               ? fmt::format("Blocks and warps in another order ({}).", found.plan.seed)
                               : wait_text(found.ran.log, first, usual.log.sites, found.plan) + ".";
  const std::string steps = steps_of_two_orders(recorded({}, true), recorded(found.plan, false), note);
  out.write(steps_as(options.steps, read_text(manifest.source_dir / "docs/theme/steps.html"), steps,
                     options.program));
}

}  // namespace

int break_program(const Manifest& manifest, const BreakOptions& options) {
  std::optional<OutputFile> out;
  if (!options.steps.empty()) out.emplace(options.steps);
  Progress progress("tutorial");
  const TemporaryFolder folder;
  const std::filesystem::path binary =
      lens_binary(manifest, "explain --break", options.program, folder.path(), options.verbose, progress);
  std::vector<std::string> command = {binary.string()};
  const auto program =
      std::find_if(manifest.programs.begin(), manifest.programs.end(), [&](const Program& each) {
        const auto lens = each.binaries.find("lens");
        return lens != each.binaries.end() && lens->second == binary;
      });
  const bool own_args = program != manifest.programs.end() && options.args.empty();
  const std::vector<std::string>& args = own_args ? program->explain : options.args;
  command.insert(command.end(), args.begin(), args.end());
  progress.show(fmt::format("looking for a run of {} with another answer …", options.program));
  const Runs runs(command, folder.path());
  const Ran again = runs({}), usual = runs({});
  if (!usual.ended || !again.ended)
    throw Failure(exit_wrong, fmt::format("{} takes more than {} s: too long for a search", options.program,
                                          run_limit / 1s));
  const std::string report = runs.report();
  if (report.empty())
    throw Failure(exit_wrong, fmt::format("{} left no report of the lens", options.program));
  const std::vector<Race> races = races_in(report);
  const Comparison comparison(usual, again);
  const SearchResult result = search(runs, comparison, racing_sites(usual.log, races), search_limit);
  progress.clear();
  if (!result.found) {
    print_not_found(options.program, result, comparison, !races.empty());
    return exit_right;
  }
  print_found(options.program, result, comparison, usual, runs);
  if (out) write_both_orders(manifest, options, *out, *result.found, usual, runs);
  return exit_hazard;
}

}  // namespace tutorial::driver
