#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "driver/bench/bench.hpp"
#include "driver/bench/compare.hpp"
#include "driver/bench/targets.hpp"
#include "driver/verbs.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

/// Three verbs in one: measures, compares two results files, or holds one against the targets.
struct BenchVerb {
  BenchOptions run;
  std::vector<std::string> compared;
  bool fail_on_slower = false;
  std::string targets_results;
  std::string targets_list;
  bool targets_markdown = false;
  CLI::App* verb = nullptr;

  int operator()(const Call& call) const {
    if (!call.args.empty()) throw UsageError("bench takes nothing after --: the sizes are in CMakeLists.txt");
    const bool runs = compared.empty() && targets_results.empty();
    for (const char* option : {"--json", "--only", "--quick", "--add"}) {
      if (!runs && verb->count(option) > 0)
        throw UsageError(fmt::format("{} goes with a run, not with results that are there", option));
    }
    if (!compared.empty()) return compare(compared.at(0), compared.at(1), fail_on_slower);
    if (runs) return bench(call.manifest, run);
    const std::filesystem::path list = targets_list.empty()
                                           ? call.manifest.source_dir / "docs/results/targets.json"
                                           : std::filesystem::path(targets_list);
    return targets(call.manifest, list, targets_results, targets_markdown);
  }
};

}  // namespace

Action declare_bench(CLI::App& verb) {
  const auto options = std::make_shared<BenchVerb>();
  options->verb = &verb;
  verb.add_option("--json", options->run.json, "the results file; an unfinished one is gone on with")
      ->capture_default_str();
  verb.add_option("--only", options->run.only,
                  "a chapter, a part, a ladder or a program, as often as wanted");
  verb.add_flag("--quick", options->run.quick, "small sizes: does all of it work?");
  verb.add_flag("--add", options->run.add,
                "measure what a complete file lacks, and again what --only names; the file lists them");
  CLI::Option* dry_run = verb.add_flag("--dry-run", options->run.dry_run, "list what would be run");
  verb.add_flag("--verbose", options->run.verbose, "show what the build says");
  CLI::Option* compare =
      verb.add_option("--compare", options->compared, "two results files: what moved from A to B")
          ->expected(2);
  verb.add_flag("--fail-on-slower", options->fail_on_slower, "exit 1 if something got slower or wrong")
      ->needs(compare);
  CLI::Option* targets =
      verb.add_option("--targets", options->targets_results, "a results file: ours, peer, ceiling, target");
  targets->excludes(compare)->excludes(dry_run);
  compare->excludes(dry_run);
  verb.add_option("--list", options->targets_list, "the targets; default: docs/results/targets.json")
      ->needs(targets);
  verb.add_flag("--markdown", options->targets_markdown, "as the page has it")->needs(targets);
  return [options](const Call& call) { return (*options)(call); };
}

}  // namespace tutorial::driver
