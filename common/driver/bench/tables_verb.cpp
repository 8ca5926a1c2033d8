#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "driver/bench/tables.hpp"
#include "driver/data/select.hpp"
#include "driver/verbs.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

struct TablesOptions {
  std::string chapter;
  std::string results;
  std::vector<std::string> names;
};

}  // namespace

Action declare_tables(CLI::App& verb) {
  const auto options = std::make_shared<TablesOptions>();
  verb.add_option("chapter", options->chapter, "or a part of one: ch06/sum, ch06/sum/further")->required();
  verb.add_option("results", options->results, "holds bench.json, or ladders.json and about.json")
      ->required();
  verb.add_option("names", options->names,
                  "ladders, single steps, and programs beside the ladders; default: all");
  return [options](const Call& call) {
    const Selection selection = select_folder(call.manifest, options->chapter, "tables takes");
    if (selection.chapters.size() != 1) throw UsageError("tables takes one chapter or part");
    fmt::print("{}", tables_markdown(call.manifest, selection, options->results, options->names));
    return exit_right;
  };
}

}  // namespace tutorial::driver
