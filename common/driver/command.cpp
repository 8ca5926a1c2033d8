#include "driver/command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <exception>
#include <set>
#include <sstream>

#include "driver/reported.hpp"
#include "support/complain.hpp"
#include "support/did_you_mean.hpp"
#include "support/output_file.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

/// Everything after the first "--" is for the programs, whatever it looks like.
std::vector<std::string> split_at_separator(std::vector<std::string>& arguments) {
  const auto separator = std::find(arguments.begin(), arguments.end(), "--");
  if (separator == arguments.end()) return {};
  std::vector<std::string> behind(separator + 1, arguments.end());
  arguments.erase(separator, arguments.end());
  return behind;
}

/// `--json "$FILE"` with FILE unset is a mistake, not an omitted option; nor does `run "$WHAT"` mean everything.
void refuse_empty_word(CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return;
  option.check([name = option.get_name()](const std::string& word) {
    return word.empty() ? name + " needs a value that is not empty" : std::string();
  });
}

bool is_option(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

/// The words from the verb on, with what is a program's behind "--": an option that the verb has not, and its value.
std::string in_order(const std::vector<std::string>& words, const std::vector<std::string>& options) {
  std::string ours = "./tutorial", behind;
  bool has_what = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::string option = word.substr(0, word.find('='));
    if (!is_option(word) || std::find(options.begin(), options.end(), option) != options.end()) {
      has_what = has_what || (i > 0 && !is_option(word) && !is_option(words[i - 1]));
      ours += " " + word;
      continue;
    }
    behind += " " + word;
    const bool has_next = i + 1 < words.size() && !words[i + 1].empty() && !is_option(words[i + 1]);
    if (has_next && (has_what || std::isdigit(static_cast<unsigned char>(words[i + 1][0])) != 0))
      behind += " " + words[++i];
  }
  return ours + " --" + behind;
}

/// One line for what the verb does not take; where it starts programs, how their options are given to them.
std::string unexpected_in(const CLI::App& app, const std::vector<std::string>& arguments,
                          const std::vector<std::string>& behind) {
  const CLI::App& verb = *app.get_subcommands().front();
  std::vector<std::string> options;
  for (const CLI::Option* option : verb.get_options())
    if (!option->get_positional()) options.push_back(option->get_name());
  const std::vector<std::string> words = app.remaining(true);
  const std::string message = fmt::format("{}: {}", verb.get_name(), unexpected(words, options));
  const bool starts_programs = std::set<std::string>{"run", "explain", "predict"}.count(verb.get_name()) > 0;
  if (!starts_programs || std::none_of(words.begin(), words.end(), is_option) || !behind.empty())
    return fmt::format("{} ./tutorial help {} shows what there is.", message, verb.get_name());
  return fmt::format(
      "{} Options of the programs stand after --: {}", message,
      in_order({std::find(arguments.begin(), arguments.end(), verb.get_name()), arguments.end()}, options));
}

int obey(const Command& command) {
  if (!command.action) {
    write_standard_output(command.help);
    return exit_right;
  }
  const Manifest manifest = read_manifest(command.manifest);
  const int code = command.action({manifest, command.behind});
  write_standard_output("");  // flushes: a full disk is no success
  return code;
}

}  // namespace

Command command_from(std::span<const Verb> verbs, std::vector<std::string> arguments,
                     const std::string& manifest) {
  Command command{.app = std::make_shared<CLI::App>("The driver of the script `tutorial`", "tutorial"),
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
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // as CLI11 requires
  } catch (const CLI::ExtrasError&) {
    throw UsageError(unexpected_in(app, arguments, command.behind));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw UsageError(error.what());
    std::ostringstream help;
    app.exit(error, help, help);
    command.help = help.str();
    return command;
  }
  const auto chosen = std::find_if(verbs.begin(), verbs.end(),
                                   [&](const Verb& verb) { return app.got_subcommand(verb.name); });
  command.action = actions.at(static_cast<std::size_t>(chosen - verbs.begin()));
  return command;
}

int drive(std::span<const Verb> verbs, const std::vector<std::string>& arguments,
          const std::string& manifest) {
  try {
    return reported([&] { return obey(command_from(verbs, arguments, manifest)); });
  } catch (const std::exception& error) {
    complain(error.what());
    return exit_wrong;
  }
}

}  // namespace tutorial::driver
