#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "build.hpp"
#include "errors.hpp"
#include "explain.hpp"
#include "gpu.hpp"
#include "list.hpp"
#include "output_file.hpp"
#include "process.hpp"
#include "progress.hpp"
#include "run.hpp"
#include "select.hpp"
#include "tables.hpp"

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
  using namespace driver;
  RunOptions run_options;
  run_options.args = split_at_separator(arguments);
  std::string manifest_file = TUTORIAL_MANIFEST;
  std::string list_json_file;
  bool markdown = false;

  CLI::App app("The driver behind the script `tutorial`", "tutorial");
  app.add_option("--manifest", manifest_file, "what CMake wrote: build/PRESET/tutorial.json");
  app.require_subcommand(1);

  CLI::App* list = app.add_subcommand("list", "every chapter and program, with what it teaches");
  CLI::Option* list_json_option =
      list->add_option("--json", list_json_file, "write the list as JSON; - is standard output");
  list->add_flag("--markdown", markdown, "as the README has it")->excludes(list_json_option);

  CLI::App* run_command = app.add_subcommand("run", "build and run a ladder or one program");
  run_command->add_option("what", run_options.what, "a chapter or a program; default: every chapter");
  run_command->add_option("--backend", run_options.backend, "auto, cuda or sim")
      ->check(CLI::IsMember({"auto", "cuda", "sim"}));
  run_command->add_option("--json", run_options.json, "write all rows as JSON; - is standard output");
  run_command->add_flag("--verbose", run_options.verbose, "show what the build says");

  ExplainOptions explain_options;
  CLI::App* explain_command = app.add_subcommand("explain", "what the memory system sees, line by line, and the hazards");
  explain_command->add_option("program", explain_options.program)->required();
  explain_command->add_option("--line", explain_options.line, "draw this line's lanes to sectors or banks");
  explain_command->add_option("--json", explain_options.json, "write all counters and hazards; - is standard output");
  explain_command->add_option("--svg", explain_options.svg, "write the picture of --line; - is standard output");
  explain_command->add_flag("--verbose", explain_options.verbose, "show what the build says");

  std::vector<std::string> build_targets;
  CLI::App* build_command = app.add_subcommand("build", "bring targets up to date");
  build_command->add_option("targets", build_targets, "of CMake; all is everything")->required();
  build_command->add_flag("--verbose", run_options.verbose, "show what the build says");

  std::string tables_chapter;
  std::string results_folder;
  CLI::App* tables = app.add_subcommand("tables", "a chapter's ladder tables as Markdown, from a results folder");
  tables->add_option("chapter", tables_chapter)->required();
  tables->add_option("results", results_folder, "holds ladders.json and about.json")->required();

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
    const Selection selection = select(manifest, tables_chapter);
    if (selection.program || selection.chapters.size() != 1) throw UsageError("tables takes one chapter");
    fmt::print("{}", tables_markdown(manifest, *selection.chapters.front(), results_folder));
    return exit_right;
  }
  if (explain_command->parsed()) {
    explain_options.args = run_options.args;
    return explain(manifest, explain_options);
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
    fmt::print("{}", markdown ? list_markdown(manifest) : list_text(manifest));
  } else {
    tutorial::OutputFile(list_json_file).write(list_json(manifest));
  }
  return exit_right;
}

}  // namespace

int main(int argc, char** argv) {
  driver::catch_signals();
  try {
    return drive({argv + 1, argv + argc});
  } catch (const driver::Interrupted& interrupted) {
    // End as the signal would have ended us: a shell loop around us then ends too.
    std::signal(interrupted.signal, SIG_DFL);
    std::raise(interrupted.signal);
  } catch (const driver::Failure& failure) {
    fmt::print(stderr, "tutorial: {}\n", failure.what());
    return failure.exit_code;
  } catch (const tutorial::OutputError& error) {
    fmt::print(stderr, "tutorial: {}\n", error.what());
    return driver::exit_usage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "tutorial: {}\n", error.what());
  }
  return driver::exit_wrong;
}
