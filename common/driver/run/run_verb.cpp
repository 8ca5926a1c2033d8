#include <CLI/CLI.hpp>
#include <memory>

#include "driver/run/run.hpp"
#include "driver/verbs.hpp"

namespace tutorial::driver {

Action declare_run(CLI::App& verb) {
  const auto options = std::make_shared<RunOptions>();
  verb.add_option("what", options->what,
                  "a chapter, a part (ch06/sum), the steps beyond its core (ch08/further) or a program; "
                  "default: every chapter's core");
  verb.add_flag("--all", options->all, "also the steps beyond the core, and every variant of each step");
  verb.add_option("--backend", options->backend, "auto, cuda or sim")
      ->check(CLI::IsMember({"auto", "cuda", "sim"}));
  verb.add_option("--recorded", options->recorded,
                  "the device whose recorded results are shown beside each step: h200, h100, or none");
  verb.add_flag("--predict,--predicted", options->predict,
                "with a GPU: also what the simulator counts, and the times that it predicts");
  verb.add_option("--gpu", options->gpu,
                  "whose times a ladder predicts: a file of common/predict/gpus, the path of one, or none");
  verb.add_option("--json", options->json, "write all rows as JSON; - is standard output");
  verb.add_flag("--verbose", options->verbose, "show what the build says");
  return [options](const Call& call) {
    options->args = call.args;
    return run(call.manifest, *options);
  };
}

}  // namespace tutorial::driver
