#include <CLI/CLI.hpp>
#include <memory>

#include "marking/compile.hpp"
#include "marking/verbs/subcommands.hpp"

namespace tutorial::marking {

void add_translate(CLI::App& app, int& exit_code) {
  struct Files {
    std::string input, output;
  };
  auto files = std::make_shared<Files>();
  CLI::App* translate =
      app.add_subcommand("translate", "Translates one submission for the simulator")->group("");
  translate->add_option("input", files->input)->required();
  translate->add_option("output", files->output)->required();
  translate->callback([files, &exit_code] {
    translate_submission(files->input, files->output);
    exit_code = 0;
  });
}

}  // namespace tutorial::marking
