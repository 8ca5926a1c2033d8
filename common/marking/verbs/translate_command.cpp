#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "marking/verbs/subcommands.hpp"
#include "sim/translate/file_translator.hpp"

namespace tutorial::marking {

// The marker starts itself with it, confined.
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
    cudasim::translate::FileTranslator translator({}, true,
                                                  {.relocatable_device_code = false, .counts_ranges = true});
    for (const std::string& error : translator.translate_file(files->input, files->output))
      fmt::print("{}\n", error);
    exit_code = 0;
  });
}

}  // namespace tutorial::marking
