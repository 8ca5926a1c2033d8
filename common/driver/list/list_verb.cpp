#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "driver/list/list.hpp"
#include "driver/verbs.hpp"
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
      fmt::print("{}", options->markdown ? list_markdown(call.manifest, options->what)
                                         : list_text(call.manifest, options->what));
    }
    return exit_right;
  };
}

}  // namespace tutorial::driver
