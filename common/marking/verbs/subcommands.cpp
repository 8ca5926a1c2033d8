#include "marking/verbs/subcommands.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "marking/exercise.hpp"
#include "support/did_you_mean.hpp"
#include "support/output_file.hpp"

namespace tutorial::marking {
namespace {

int said(const std::string& message) {
  std::fprintf(stderr, "tutorial: %s\n", message.c_str());
  return 2;
}

/// One line for what a verb does not take.
std::string unexpected_in(const CLI::App& app) {
  const auto verbs = app.get_subcommands();
  if (verbs.empty()) return unexpected(app.remaining(true), {});
  std::vector<std::string> options;
  for (const CLI::Option* option : verbs.front()->get_options()) options.push_back(option->get_name());
  return verbs.front()->get_name() + ": " + unexpected(app.remaining(true), options) +
         " --help shows what there is";
}

}  // namespace

int run_subcommands(const char* program, std::initializer_list<void (*)(CLI::App&, int&)> subcommands,
                    int argc, char** argv) {
  CLI::App app("Exercises with automatic checks.", program);
  app.require_subcommand(1);
  int exit_code = 0;
  for (const auto& add : subcommands) add(app, exit_code);
  add_translate(app, exit_code);  // compile.cpp starts the program that it is in
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ExtrasError&) {
    return said(unexpected_in(app));
  } catch (const CLI::ParseError& error) {
    return said(error.what());
  } catch (const ExerciseError& error) {
    return said(error.what());
  } catch (const OutputRefused& error) {
    return said(error.what());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tutorial: %s\n", error.what());
    return 1;
  }
  return exit_code;
}

}  // namespace tutorial::marking
