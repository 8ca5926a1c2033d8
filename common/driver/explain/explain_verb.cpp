#include <CLI/CLI.hpp>
#include <memory>

#include "driver/build/under_lens.hpp"
#include "driver/explain/explain.hpp"
#include "driver/verbs.hpp"
#include "support/process.hpp"

namespace tutorial::driver {
namespace {

/// `explain --break` is the authors' program's: few learners ask for it, and all of them would compile it.
int search_by_author(const Manifest& manifest, const ExplainOptions& options) {
  if (options.program.empty()) find_lens_program(manifest, "explain --break", options.program);
  Progress progress("tutorial");
  build_target(manifest, "tutorial_author", options.verbose, progress);
  std::vector<std::string> command = {(manifest.build_dir / "bin/tutorial-author").string(), "break",
                                      options.program};
  if (options.verbose) command.push_back("--verbose");
  if (!options.steps.empty()) command.insert(command.end(), {"--steps", options.steps});
  command.push_back("--");
  command.insert(command.end(), options.args.begin(), options.args.end());
  become(command);
}

/// As the lens reads them.
std::string are_block_numbers(const std::string& list) {
  const bool right = !list.empty() && list.back() != ',' && list.front() != ',' &&
                     list.find(",,") == std::string::npos && list.size() < 100 &&
                     list.find_first_not_of("0123456789,") == std::string::npos;
  return right ? "" : "block numbers are needed, such as 0 or 0,1";
}
std::string is_launch_number(const std::string& number) {
  const bool right = !number.empty() && number.front() != '0' && number.size() < 18 &&
                     number.find_first_not_of("0123456789") == std::string::npos;
  return right ? "" : "a number is needed, 1 for the first launch";
}

}  // namespace

Action declare_explain(CLI::App& verb) {
  const auto options = std::make_shared<ExplainOptions>();
  verb.add_option("program", options->program,
                  "a program of the tutorial, FILE.cu, or FILE.json that --json has written");
  CLI::Option* line = verb.add_option("--line", options->line, "draw this line's lanes to sectors or banks");
  verb.add_option("--json", options->json, "write all counters and hazards; - is standard output");
  verb.add_option("--sarif", options->sarif, "write the hazards as SARIF 2.1.0; - is standard output");
  verb.add_option("--steps", options->steps,
                  "write one block's steps as a page to step through; - prints them as text");
  verb.add_option("--trace", options->trace, "write one block's steps as JSON; - is standard output");
  verb.add_option("--block", options->block,
                  "the block whose steps are recorded, by its number in the grid: 0; or several: 0,1")
      ->check(are_block_numbers);
  verb.add_option("--launch", options->launch, "which launch of each kernel is recorded, counted from 1: 1")
      ->check(is_launch_number);
  verb.add_option("--svg", options->svg, "write the picture of --line; - is standard output");
  CLI::Option* markdown =
      verb.add_flag("--markdown", options->markdown, "the counters alone, as a page has them")
          ->excludes(line);
  verb.add_option("--code", options->code, "FILE:MARK …: beside the code between two lines // [MARK]")
      ->needs(markdown);
  verb.add_option("--gpu", options->gpu, "end each kernel with the time predicted for this GPU: h200")
      ->excludes(markdown)
      ->excludes(line);
  verb.add_flag("--sample{some}", options->sample,
                "run a sample of each grid's blocks only, and predict the time of all; --sample=N: N blocks")
      ->excludes(markdown)
      ->excludes(line);
  verb.add_flag("--verbose", options->verbose, "show what the build says");
  const auto breaks = std::make_shared<bool>(false);
  CLI::Option* broken =
      verb.add_flag("--break", *breaks,
                    "look for an order of the threads that gives another answer; --steps shows both orders");
  for (const CLI::Option* other : verb.get_options())
    if (other->get_name() != "program" && other->get_name() != "--verbose" && other->get_name() != "--help" &&
        other->get_name() != "--steps" && other != broken)
      broken->excludes(const_cast<CLI::Option*>(other));
  return [options, breaks](const Call& call) {
    options->args = call.args;
    if (*breaks) return search_by_author(call.manifest, *options);
    return explain(call.manifest, *options);
  };
}

}  // namespace tutorial::driver
