#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "driver/build/binaries.hpp"
#include "driver/data/gpu.hpp"
#include "driver/verbs.hpp"
#include "support/progress.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

struct BuildOptions {
  std::vector<std::string> targets;
  bool verbose = false;
};

}  // namespace

Action declare_build(CLI::App& verb) {
  const auto options = std::make_shared<BuildOptions>();
  verb.add_option("targets", options->targets, "of CMake; all is everything")->required();
  verb.add_flag("--verbose", options->verbose, "show what the build says");
  return [options](const Call& call) {
    Progress progress("tutorial");
    const std::string problem = build_targets(call.manifest, options->targets, options->verbose, progress);
    fmt::print(stderr, "{}", problem);
    return problem.empty() ? exit_right : exit_wrong;
  };
}

Action declare_backend(CLI::App&) {
  return [](const Call& call) {
    fmt::print("{}\n", choose_backend("auto", call.manifest, find_gpu()).sentence);
    return exit_right;
  };
}

}  // namespace tutorial::driver
