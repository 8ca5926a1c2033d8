#include <CLI/CLI.hpp>
#include <memory>

#include "driver/predict/predict_program.hpp"
#include "driver/verbs.hpp"

namespace tutorial::driver {

Action declare_predict(CLI::App& verb) {
  const auto options = std::make_shared<PredictOptions>();
  verb.add_option("program", options->program,
                  "a program of the tutorial, FILE.cu, or the path of what simcc has made of one");
  verb.add_option(
      "--counted", options->counted,
      "instead of running a program: what one has left in LENS_JSON's file, run with LENS_PREDICT=all");
  verb.add_option("--gpu", options->gpu, "a file of common/predict/gpus, or the path of one");
  verb.add_option("--json", options->json, "write the predictions; - is standard output");
  verb.add_flag("--sample{some}", options->sample,
                "run a sample of each grid's blocks only, for sizes that take too long, and a ladder's step "
                "at the size of its table; --sample=N: N blocks");
  verb.add_flag("--verbose", options->verbose, "show what the build says");
  return [options](const Call& call) {
    options->args = call.args;
    return predict_program(call.manifest, *options);
  };
}

}  // namespace tutorial::driver
