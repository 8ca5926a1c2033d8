// What a command line of the driver, or of the authors' program, asks for.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "driver/verbs.hpp"

namespace tutorial::driver {

struct Verb {
  const char* name;
  const char* help;
  Action (*declare)(CLI::App& verb);
};

/// The verbs of tutorial-run, which is compiled before the first table; of tutorial-driver, all of a learner's; and of tutorial-author,
/// which learners do not compile.
std::span<const Verb> run_verbs();
std::span<const Verb> learners_verbs();
std::span<const Verb> authors_verbs();

struct Command {
  std::shared_ptr<CLI::App> app;  ///< the action reads its options
  std::string help;               ///< what --help prints; then there is nothing else to do
  std::string manifest;
  Action action;
  std::vector<std::string> behind;  ///< the words after "--"
};

/// @param manifest  where the command line names none
/// @throws UsageError
Command command_from(std::span<const Verb> verbs, std::vector<std::string> arguments,
                     const std::string& manifest);

/// Does what a command line asks for; a failure is one line on standard error. Returns the exit code.
int drive(std::span<const Verb> verbs, const std::vector<std::string>& arguments,
          const std::string& manifest);

}  // namespace tutorial::driver
