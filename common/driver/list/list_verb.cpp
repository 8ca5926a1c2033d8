#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <memory>

#include "driver/list/list.hpp"
#include "driver/verbs.hpp"
#include "support/layout.hpp"
#include "support/output_file.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

struct ListOptions {
  std::string what;
  std::string json;
  bool markdown = false;
};

}  // namespace

Action declare_list(CLI::App& verb) {
  const auto options = std::make_shared<ListOptions>();
  verb.add_option("what", options->what, "a chapter or a part; default: everything");
  CLI::Option* json =
      verb.add_option("--json", options->json, "write the list as JSON; - is standard output");
  verb.add_flag("--markdown", options->markdown, "as the README has it")->excludes(json);
  return [options](const Call& call) {
    if (!call.args.empty()) throw UsageError("list takes nothing after --");
    if (!options->json.empty()) {
      OutputFile(options->json).write(list_json(call.manifest, options->what));
    } else {
      // What reads the list from a pipe gets a line per name.
      const bool folds = isatty(STDOUT_FILENO) != 0 || std::getenv("COLUMNS") != nullptr;
      const std::size_t columns = folds ? Style::of(stdout).columns : std::string::npos;
      fmt::print("{}", options->markdown ? list_markdown(call.manifest, options->what)
                                         : list_text(call.manifest, options->what, columns));
    }
    return exit_right;
  };
}

}  // namespace tutorial::driver
