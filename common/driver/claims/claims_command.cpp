#include "driver/claims/claims_command.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "driver/claims/claims.hpp"
#include "driver/data/gpu.hpp"
#include "driver/data/results_file.hpp"
#include "support/build.hpp"
#include "support/files.hpp"
#include "support/layout.hpp"
#include "support/output_file.hpp"
#include "support/process.hpp"
#include "support/progress.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

/// Runs programs for claims, each command line once.
class Laboratory {
 public:
  Laboratory(const Manifest& manifest, std::string backend, bool verbose)
      : manifest_(manifest), backend_(std::move(backend)), verbose_(verbose) {}

  void build_all(const std::vector<Claim>& claims) {
    std::set<std::string> targets;
    for (const Claim& claim : claims)
      for (const auto& run : claim.runs) targets.insert(manifest_.program(run.at(0)).name + "." + backend_);
    if (targets.empty()) return;
    const std::string problem =
        build(manifest_.build_folder(), "claims", {targets.begin(), targets.end()}, verbose_, progress_);
    if (!problem.empty()) throw Failure(exit_wrong, problem.substr(0, problem.size() - 1));
  }

  Finding test(const Claim& claim) {
    std::vector<Row> rows;
    for (const auto& run : claim.runs) {
      const std::vector<Row>& found = rows_of(claim, run);
      rows.insert(rows.end(), found.begin(), found.end());
    }
    Finding finding = judge(claim, rows, [&](const auto& file) { return compiled(file); });
    finding.date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
    return finding;
  }

 private:
  const std::vector<Row>& rows_of(const Claim& claim, const std::vector<std::string>& run) {
    const auto known = rows_.find(run);
    if (known != rows_.end()) return known->second;
    progress_.show(fmt::format("{}: running {} …", claim.id, fmt::join(run, " ")));
    const TemporaryFolder folder;
    std::vector<std::string> command = {manifest_.program(run.at(0)).binaries.at(backend_).string(), "--json",
                                        (folder / "rows.json").string()};
    command.insert(command.end(), run.begin() + 1, run.end());
    const Exit exit = run_process(command, {.out = folder / "out.txt", .err = folder / "err.txt"});
    progress_.clear();
    if (exit.code != exit_right)
      throw Failure(exit_wrong, fmt::format("{}: {}: {}\n{}", claim.id, fmt::join(run, " "), exit.text(),
                                            last_lines(read_text(folder / "err.txt"), 4)));
    return rows_[run] = read_rows(folder / "rows.json");
  }

  /// What nvcc, or where there is none the simulator's compiler, says of a file.
  std::string compiled(const std::filesystem::path& file) {
    const TemporaryFolder folder;
    const bool nvcc = manifest_.has_backend("cuda");
    const std::string compiler =
        nvcc ? manifest_.cuda_compiler : (manifest_.build_dir / "bin/cudasim-simcc").string();
    const Exit exit = run_process(
        {compiler, "-c", (manifest_.source_dir / file).string(), "-o", (folder / "object.o").string()},
        {.out = folder / "out.txt", .err = folder / "err.txt"});
    const std::string said = read_text(folder / "err.txt") + read_text(folder / "out.txt");
    const std::string by = nvcc ? "nvcc " + manifest_.cuda_version : "the simulator";
    if (exit.code != 0) return by + ": an error";
    return by + (said.find("warning") != std::string::npos ? ": a warning" : ": no complaint");
  }

  const Manifest& manifest_;
  const std::string backend_;
  const bool verbose_;
  tutorial::Progress progress_{"tutorial"};
  std::map<std::vector<std::string>, std::vector<Row>> rows_;
};

/// What is known of claims without running anything: judged by the rows of the folder's bench.json, or as its claims.json has it, in the
/// words that the list of claims has today.
class ClaimRecord {
 public:
  explicit ClaimRecord(const std::filesystem::path& folder) : kept_(read_findings(folder / "claims.json")) {
    if (std::filesystem::exists(folder / "bench.json")) measured_ = read_results(folder / "bench.json");
  }

  std::optional<Finding> of(const Claim& claim) const {
    if (const std::vector<Row> rows = rows_for(claim, measured_.rows); !rows.empty()) {
      Finding finding = judge(claim, rows, [](const auto&) { return std::string(); });
      finding.date = measured_.about_field("date");
      return finding;
    }
    for (Finding finding : kept_) {
      if (finding.id != claim.id) continue;
      finding.title = claim.title;
      finding.text = claim.text;
      finding.source = claim.source;
      finding.book = claim.book;
      finding.why = claim.why;
      return finding;
    }
    return {};
  }

 private:
  std::vector<Finding> kept_;
  Results measured_;
};

void keep_named(std::vector<Claim>& claims, const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    if (std::none_of(claims.begin(), claims.end(), [&](const Claim& claim) { return claim.id == id; }))
      throw UsageError(fmt::format("there is no claim {}: C1 to C17 and P1 to P8 are there", id));
  }
  std::erase_if(claims, [&](const Claim& claim) {
    return !ids.empty() && std::find(ids.begin(), ids.end(), claim.id) == ids.end();
  });
}

}  // namespace

int claims(const Manifest& manifest, const ClaimsOptions& options) {
  std::vector<Claim> claims = read_claims(manifest.source_dir / "docs/claims/claims.json");
  keep_named(claims, options.ids);
  const ClaimRecord record(options.results);
  std::optional<tutorial::OutputFile> json;
  if (!options.json.empty()) json.emplace(options.json);
  std::FILE* out = json && json->is_standard_output() ? stderr : stdout;

  std::vector<Claim> runnable;
  std::string backend;
  if (!options.recorded) {
    const BackendChoice choice = choose_backend("auto", manifest, find_gpu());
    backend = choice.backend;
    if (!options.markdown)
      for (const std::string& piece : wrapped(choice.sentence, Style::of(out).columns))
        fmt::print(out, "{}\n", piece);
    std::copy_if(claims.begin(), claims.end(), std::back_inserter(runnable),
                 [&](const Claim& claim) { return backend == "cuda" || !claim.needs_gpu(); });
  }

  Laboratory laboratory(manifest, backend, options.verbose);
  laboratory.build_all(runnable);
  std::vector<Finding> findings;
  std::vector<std::string> failures;
  std::vector<std::string> untested;
  for (const Claim& claim : claims) {
    const bool runs =
        std::any_of(runnable.begin(), runnable.end(), [&](const Claim& c) { return c.id == claim.id; });
    if (runs) {
      try {
        findings.push_back(laboratory.test(claim));
      } catch (const std::runtime_error& failure) {
        failures.push_back(failure.what());
      }
      continue;
    }
    if (const std::optional<Finding> known = record.of(claim)) {
      findings.push_back(*known);
    } else {
      untested.push_back(claim.id);
    }
  }

  fmt::print(
      out, "{}{}", options.markdown ? "" : "\n",
      options.markdown ? findings_markdown(findings) : findings_text(findings, Style::of(out).columns));
  if (!options.markdown && !options.recorded && runnable.size() < claims.size())
    fmt::print(
        out, "\n{} of {} claims were tested here; the others need a GPU; their recorded results are shown.\n",
        runnable.size(), claims.size());
  if (!untested.empty()) fmt::print(out, "Neither tested here nor recorded: {}\n", fmt::join(untested, ", "));
  std::fflush(out);
  if (json) json->write(findings_json(findings));
  for (const std::string& failure : failures) fmt::print(stderr, "tutorial: {}\n", failure);
  return failures.empty() ? exit_right : exit_wrong;
}

}  // namespace tutorial::driver
