#include "driver/command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

struct Verb {
  const char* name;
  const char* help;
  Action (*declare)(CLI::App& verb);
};

constexpr Verb verbs[] = {
    {"list", "every chapter, program and exercise, with what it teaches", declare_list},
    {"run", "build and run a ladder or one program", declare_run},
    {"explain", "what the memory system sees, line by line, and the hazards", declare_explain},
    {"predict", "what each kernel would take on a GPU, and what limits it", declare_predict},
    {"build", "bring targets up to date", declare_build},
    {"claims", "test what the books claim, and print what became of it", declare_claims},
    {"bench", "measure every ladder and peer on this machine's GPU", declare_bench},
    {"tables", "the ladder tables of a chapter or a part as Markdown, from a results folder", declare_tables},
    {"weave", "a Markdown page as Doxygen reads it, on standard output", declare_weave},
    {"site", "what is to be done with the pages that Doxygen made", declare_site},
    {"backend", "where programs will run, and why", declare_backend},
};

/// Everything after the first "--" is for the programs, whatever it looks like.
std::vector<std::string> split_at_separator(std::vector<std::string>& arguments) {
  const auto separator = std::find(arguments.begin(), arguments.end(), "--");
  if (separator == arguments.end()) return {};
  std::vector<std::string> behind(separator + 1, arguments.end());
  arguments.erase(separator, arguments.end());
  return behind;
}

/// `--json "$FILE"` with FILE unset is a mistake, not an option that was left out.
void refuse_empty_word(CLI::Option& option) {
  if (option.get_positional() || option.get_items_expected_max() == 0) return;
  option.check([name = option.get_name()](const std::string& word) {
    return word.empty() ? name + " wants a value that is not empty" : std::string();
  });
}

}  // namespace

Command command_from(std::vector<std::string> arguments, const std::string& manifest) {
  Command command{.app = std::make_shared<CLI::App>("The driver behind the script `tutorial`", "tutorial"),
                  .help = {},
                  .manifest = manifest,
                  .action = {},
                  .behind = split_at_separator(arguments)};
  CLI::App& app = *command.app;
  app.add_option("--manifest", command.manifest, "what CMake wrote: build/PRESET/tutorial.json");
  app.require_subcommand(1);
  std::vector<Action> actions;
  for (const Verb& verb : verbs) {
    CLI::App& subcommand = *app.add_subcommand(verb.name, verb.help);
    actions.push_back(verb.declare(subcommand));
    for (CLI::Option* option : subcommand.get_options()) refuse_empty_word(*option);
  }
  try {
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    app.parse(arguments);
  } catch (const CLI::ExtrasError& error) {
    throw UsageError(std::string(error.what()) +
                     ". Options of the programs stand after --: ./tutorial run NAME -- --repeats 5");
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw UsageError(error.what());
    std::ostringstream help;
    app.exit(error, help, help);
    command.help = help.str();
    return command;
  }
  const auto chosen = std::find_if(std::begin(verbs), std::end(verbs),
                                   [&](const Verb& verb) { return app.got_subcommand(verb.name); });
  command.action = actions.at(static_cast<std::size_t>(chosen - std::begin(verbs)));
  return command;
}

}  // namespace tutorial::driver
