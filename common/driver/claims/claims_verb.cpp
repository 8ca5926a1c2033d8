#include <CLI/CLI.hpp>
#include <memory>

#include "driver/claims/claims_command.hpp"
#include "driver/verbs.hpp"

namespace tutorial::driver {

Action declare_claims(CLI::App& verb) {
  const auto options = std::make_shared<ClaimsOptions>();
  const auto results = std::make_shared<std::string>();
  verb.add_option("id", options->ids, "C1 … C17, P1 … P8; default: all");
  verb.add_option("--json", options->json, "write the findings as JSON; - is standard output");
  verb.add_option("--results", *results,
                  "folder whose bench.json and claims.json replace the claims that cannot run here");
  verb.add_flag("--recorded", options->recorded, "run nothing, show what is recorded");
  verb.add_flag("--markdown", options->markdown, "the table alone, as the page has it");
  verb.add_flag("--verbose", options->verbose, "show what the build says");
  return [options, results](const Call& call) {
    options->results = results->empty() ? call.manifest.source_dir / "docs/results/nvidia-h200"
                                        : std::filesystem::path(*results);
    return claims(call.manifest, *options);
  };
}

}  // namespace tutorial::driver
