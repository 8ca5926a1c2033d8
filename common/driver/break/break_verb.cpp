#include <CLI/CLI.hpp>
#include <memory>

#include "driver/break/break.hpp"
#include "driver/verbs.hpp"

namespace tutorial::driver {

Action declare_break(CLI::App& verb) {
  const auto options = std::make_shared<BreakOptions>();
  verb.add_option("program", options->program, "a program of the tutorial, or FILE.cu");
  verb.add_flag("--verbose", options->verbose, "show what the build says");
  verb.add_option("--steps", options->steps, "write the steps of both orders; - prints them as text");
  return [options](const Call& call) {
    options->args = call.args;
    return break_program(call.manifest, *options);
  };
}

}  // namespace tutorial::driver
