#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "driver/bench/bench.hpp"
#include "driver/bench/compare.hpp"
#include "driver/bench/tables.hpp"
#include "driver/bench/targets.hpp"
#include "driver/build/build.hpp"
#include "driver/claims/claims_command.hpp"
#include "driver/data/gpu.hpp"
#include "driver/data/select.hpp"
#include "driver/explain/explain.hpp"
#include "driver/list/list.hpp"
#include "driver/run/run.hpp"
#include "driver/site/site.hpp"
#include "driver/site/weave.hpp"
#include "support/output_file.hpp"
#include "support/process.hpp"
#include "support/progress.hpp"
#include "tutorial/errors.hpp"

namespace {

/// Everything after the first "--" is for the programs, whatever it looks like.
std::vector<std::string> split_at_separator(std::vector<std::string>& arguments) {
  const auto separator = std::find(arguments.begin(), arguments.end(), "--");
  if (separator == arguments.end()) return {};
  std::vector<std::string> behind(separator + 1, arguments.end());
  arguments.erase(separator, arguments.end());
  return behind;
}

int drive(std::vector<std::string> arguments) {
  using namespace tutorial;
  using namespace tutorial::driver;
  RunOptions run_options;
  run_options.args = split_at_separator(arguments);
  std::string manifest_file = TUTORIAL_MANIFEST;
  std::string list_json_file;
  bool markdown = false;

  CLI::App app("The driver behind the script `tutorial`", "tutorial");
  app.add_option("--manifest", manifest_file, "what CMake wrote: build/PRESET/tutorial.json");
  app.require_subcommand(1);

  CLI::App* list = app.add_subcommand("list", "every chapter, program and exercise, with what it teaches");
  std::string list_what;
  list->add_option("what", list_what, "a chapter or a part; default: everything");
  CLI::Option* list_json_option =
      list->add_option("--json", list_json_file, "write the list as JSON; - is standard output");
  list->add_flag("--markdown", markdown, "as the README has it")->excludes(list_json_option);

  CLI::App* run_command = app.add_subcommand("run", "build and run a ladder or one program");
  run_command->add_option("what", run_options.what,
                          "a chapter, a part (ch06/sum), what is past the core (ch08/further) or a program; "
                          "default: every chapter's core");
  run_command->add_flag("--all", run_options.all, "what is past the core as well");
  run_command->add_option("--backend", run_options.backend, "auto, cuda or sim")
      ->check(CLI::IsMember({"auto", "cuda", "sim"}));
  run_command->add_option("--json", run_options.json, "write all rows as JSON; - is standard output");
  run_command->add_flag("--verbose", run_options.verbose, "show what the build says");

  ExplainOptions explain_options;
  CLI::App* explain_command =
      app.add_subcommand("explain", "what the memory system sees, line by line, and the hazards");
  explain_command->add_option("program", explain_options.program)->required();
  CLI::Option* explain_line = explain_command->add_option("--line", explain_options.line,
                                                          "draw this line's lanes to sectors or banks");
  explain_command->add_option("--json", explain_options.json,
                              "write all counters and hazards; - is standard output");
  explain_command->add_option("--svg", explain_options.svg,
                              "write the picture of --line; - is standard output");
  explain_command
      ->add_flag("--markdown", explain_options.markdown, "the counters alone, as the page has them")
      ->excludes(explain_line);
  explain_command->add_flag("--verbose", explain_options.verbose, "show what the build says");

  std::vector<std::string> build_targets;
  CLI::App* build_command = app.add_subcommand("build", "bring targets up to date");
  build_command->add_option("targets", build_targets, "of CMake; all is everything")->required();
  build_command->add_flag("--verbose", run_options.verbose, "show what the build says");

  ClaimsOptions claims_options;
  std::string claims_results;
  CLI::App* claims_command =
      app.add_subcommand("claims", "test what the books claim, and print what became of it");
  claims_command->add_option("id", claims_options.ids, "C1 … C17, P1 … P8; default: all");
  claims_command->add_option("--json", claims_options.json,
                             "write the findings as JSON; - is standard output");
  claims_command->add_option("--results", claims_results,
                             "folder whose claims.json stands in for what cannot run here");
  claims_command->add_flag("--recorded", claims_options.recorded, "run nothing, show what is recorded");
  claims_command->add_flag("--markdown", claims_options.markdown, "the table alone, as the page has it");
  claims_command->add_flag("--verbose", claims_options.verbose, "show what the build says");

  BenchOptions bench_options;
  std::vector<std::string> compared;
  std::string targets_results;
  std::string targets_list;
  bool fail_on_slower = false;
  bool targets_markdown = false;
  CLI::App* bench_command =
      app.add_subcommand("bench", "measure every ladder and peer on this machine's GPU");
  bench_command
      ->add_option("--json", bench_options.json, "the results file; an unfinished one is gone on with")
      ->capture_default_str();
  bench_command->add_option("--only", bench_options.only,
                            "a chapter, a part, a ladder or a program, as often as wanted");
  bench_command->add_flag("--quick", bench_options.quick, "small sizes: does all of it work?");
  CLI::Option* dry_run =
      bench_command->add_flag("--dry-run", bench_options.dry_run, "list what would be run");
  bench_command->add_flag("--verbose", bench_options.verbose, "show what the build says");
  CLI::Option* compare_option =
      bench_command->add_option("--compare", compared, "two results files: what moved from A to B")
          ->expected(2);
  bench_command->add_flag("--fail-on-slower", fail_on_slower, "exit 1 if something got slower or wrong")
      ->needs(compare_option);
  CLI::Option* targets_option =
      bench_command->add_option("--targets", targets_results, "a results file: ours, peer, ceiling, target");
  targets_option->excludes(compare_option)->excludes(dry_run);
  compare_option->excludes(dry_run);
  bench_command->add_option("--list", targets_list, "the targets; default: docs/results/targets.json")
      ->needs(targets_option);
  bench_command->add_flag("--markdown", targets_markdown, "as the page has it")->needs(targets_option);

  std::string tables_chapter;
  std::string results_folder;
  CLI::App* tables = app.add_subcommand(
      "tables", "the ladder tables of a chapter or a part as Markdown, from a results folder");
  tables->add_option("chapter", tables_chapter, "or a part of one: ch06/sum, ch06/sum/further")->required();
  tables->add_option("results", results_folder, "holds bench.json, or ladders.json and about.json")
      ->required();
  std::vector<std::string> tables_names;
  tables->add_option("names", tables_names, "ladders, and programs beside them; default: all");

  WeaveOptions weave_options;
  CLI::App* weave_command =
      app.add_subcommand("weave", "a Markdown page as Doxygen reads it, on standard output");
  weave_command->add_option("pages", weave_options.pages, "the pages")->required();
  weave_command->add_option("--sources", weave_options.sources,
                            "instead: write the pages of all sources they show into this folder");

  SiteOptions site_options;
  CLI::App* site_verb = app.add_subcommand("site", "what is to be done with the pages that Doxygen made");
  site_verb->add_option("html", site_options.html, "their folder")->required();
  site_verb->add_flag("--check", site_options.check, "links and images that lead nowhere; exit 1 if any do");
  site_verb->add_flag("--index", site_options.index, "write search-index.js, which its search reads");

  CLI::App* backend = app.add_subcommand("backend", "where programs will run, and why");

  try {
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    app.parse(arguments);
  } catch (const CLI::ExtrasError& error) {
    throw UsageError(std::string(error.what()) +
                     ". Options of the programs stand after --: ./tutorial run NAME -- --repeats 5");
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    throw UsageError(error.what());
  }

  const Manifest manifest = read_manifest(manifest_file);
  if (backend->parsed()) {
    fmt::print("{}\n", choose_backend("auto", manifest, find_gpu()).sentence);
    return exit_right;
  }
  if (tables->parsed()) {
    const Selection selection = select_folder(manifest, tables_chapter, "tables takes");
    if (selection.chapters.size() != 1) throw UsageError("tables takes one chapter or part");
    fmt::print("{}", tables_markdown(manifest, selection, results_folder, tables_names));
    return exit_right;
  }
  if (weave_command->parsed()) return weave(manifest.source_dir, weave_options);
  if (site_verb->parsed()) return site_command(site_options);
  if (claims_command->parsed()) {
    claims_options.results = claims_results.empty() ? manifest.source_dir / "docs/results/nvidia-h200"
                                                    : std::filesystem::path(claims_results);
    return claims(manifest, claims_options);
  }
  if (explain_command->parsed()) {
    explain_options.args = run_options.args;
    return explain(manifest, explain_options);
  }
  if (bench_command->parsed()) {
    if (!run_options.args.empty())
      throw UsageError("bench takes nothing after --: the sizes stand in CMakeLists.txt");
    const bool runs = compared.empty() && targets_results.empty();
    for (const char* option : {"--json", "--only", "--quick"}) {
      if (!runs && bench_command->count(option) > 0)
        throw UsageError(fmt::format("{} goes with a run, not with results that are there", option));
    }
    if (!compared.empty()) return compare(compared.at(0), compared.at(1), fail_on_slower);
    if (runs) return bench(manifest, bench_options);
    if (targets_list.empty()) targets_list = (manifest.source_dir / "docs/results/targets.json").string();
    return targets(manifest, targets_list, targets_results, targets_markdown);
  }
  if (run_command->parsed()) return run(manifest, run_options);
  if (build_command->parsed()) {
    tutorial::Progress progress("tutorial");
    const std::string problem =
        build(manifest, build_targets.front(), build_targets, run_options.verbose, progress);
    fmt::print(stderr, "{}", problem);
    return problem.empty() ? exit_right : exit_wrong;
  }

  if (!run_options.args.empty()) throw UsageError("list takes nothing after --");
  if (list_json_file.empty()) {
    fmt::print("{}", markdown ? list_markdown(manifest, list_what) : list_text(manifest, list_what));
  } else {
    tutorial::OutputFile(list_json_file).write(list_json(manifest, list_what));
  }
  return exit_right;
}

}  // namespace

int main(int argc, char** argv) {
  tutorial::catch_signals();
  try {
    return drive({argv + 1, argv + argc});
  } catch (const tutorial::Interrupted& interrupted) {
    // End as the signal would have ended us: a shell loop around us then ends too.
    std::signal(interrupted.signal, SIG_DFL);
    std::raise(interrupted.signal);
  } catch (const tutorial::Failure& failure) {
    fmt::print(stderr, "tutorial: {}\n", failure.what());
    return failure.exit_code;
  } catch (const tutorial::OutputError& error) {
    fmt::print(stderr, "tutorial: {}\n", error.what());
    return tutorial::exit_usage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "tutorial: {}\n", error.what());
  }
  return tutorial::exit_wrong;
}
